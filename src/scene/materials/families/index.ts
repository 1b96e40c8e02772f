/**
 * Finds the reader of a VMT by its shader. Every file of the folder `readers` exports one reader.
 */

import type { FamilyReader } from "./family-reader.ts";
import { reader as litReader } from "./readers/lit.ts";

const READERS: readonly FamilyReader[] = Object.values(
  import.meta.glob<FamilyReader>("./readers/*.ts", { eager: true, import: "reader" }),
);

/** Returns the reader of a VMT's shader; undefined if the shader is unknown. */
export function findFamily(shader: string): FamilyReader | undefined {
  const plain = shader.replace(/^(sdk|lux|pbr|bms)_/, "").replace(/(_hdr)?_dx\w+$/, "");
  return READERS.find(({ shaders }) => shaders.test(plain));
}

/** Reader of unknown shaders: draws their base texture. */
export const unknownFamily = litReader;
