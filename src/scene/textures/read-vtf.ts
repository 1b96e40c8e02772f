/** Textures from content: their headers, and their texels for as long as there is room for them. */

import { FormatError } from "../../core/errors.ts";
import type { TextureDimension } from "../../core/image.ts";
import type { Ledger } from "../../core/ledger.ts";
import { vtfParser } from "../../formats/vtf/open-vtf.ts";
import { TEXTUREFLAGS_ENVMAP } from "../../formats/vtf/texture-flags.ts";
import type { Vtf } from "../../formats/vtf/types.ts";
import type { LightSideName } from "../../map/types.ts";
import type { LoadOptions } from "../open/events.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../open/read-content.ts";

export type TextureOptions = Pick<
  LoadOptions,
  "textureCompressionBc" | "maxTextureDimension" | "textureBudgetBytes" | "plainMaterials"
> & {
  /** The light that they are shown in: of what has one for each; ldr if left out. */
  readonly side?: LightSideName;
};

/** A texture, and whether its file is in memory; else there is its header only. */
export interface ReadTexture {
  readonly vtf: Vtf;
  readonly isHeld: boolean;
}

/**
 * Reads a texture's file, which stays in memory as far as textures that wait for their turn may take
 * it: of others it is read once more then. null, with a warning, if it is missing or broken.
 */
export async function readTextureFile(
  path: string,
  access: ContentAccess,
  options: TextureOptions,
  dimension: TextureDimension,
): Promise<ReadTexture | null> {
  const vtf = await readVtf(path, access, options, dimension);
  return vtf && holdTexture(vtf, access.ledger);
}

export function holdTexture(vtf: Vtf, ledger: Ledger): ReadTexture {
  const isHeld = ledger.tryTake("heldBytes", vtf.byteLength);
  return { vtf: isHeld ? vtf : withoutTexels(vtf), isHeld };
}

export async function readVtf(
  path: string,
  access: ContentAccess,
  options: TextureOptions,
  dimension: TextureDimension,
): Promise<Vtf | null> {
  const bytes = await readOrWarn(access, path, "unreadable-texture");
  if (bytes === undefined) return null;
  if (bytes === null) {
    access.diagnostics.warn("missing-texture", path, `No texture ${path}.`);
    return null;
  }
  const parseVtf = await vtfParser(bytes);
  const parse = () => requireFittingVtf(parseVtf(bytes), options, dimension);
  return parseOrWarn(access, path, "unreadable-texture", parse) ?? null;
}

/** A VTF that is of a dimension, and whose smallest mip, at the least, the device takes. Throws FormatError. */
export function requireFittingVtf(
  vtf: Vtf,
  options: TextureOptions,
  dimension: TextureDimension = "2d",
): Vtf {
  const isCube = (vtf.flags & TEXTUREFLAGS_ENVMAP) !== 0;
  if (isCube !== (dimension === "cube") || (isCube && vtf.width !== vtf.height)) {
    throw new FormatError({
      format: "VTF",
      code: "unsupported",
      where: "header",
      offset: isCube ? 16 : 20,
      expected: dimension === "cube" ? "a cubemap of square faces" : "a 2D texture",
      found: `a ${isCube ? "cubemap" : "2D texture"} of ${vtf.width}x${vtf.height}`,
    });
  }
  const edge = Math.max(vtf.width, vtf.height) >>> (vtf.mipCount - 1);
  if (edge <= options.maxTextureDimension) return vtf;
  throw new FormatError({
    format: "VTF",
    code: "unsupported",
    where: "header",
    offset: 16,
    expected: `a mip of at most ${options.maxTextureDimension} texels, as the device takes`,
    found: String(edge),
  });
}

/** A header that keeps nothing of its file. */
function withoutTexels(vtf: Vtf): Vtf {
  const image = (): never => {
    throw new Error("visleaf bug: texels of a file that was let go");
  };
  return { ...vtf, lowRes: null, resources: [], image };
}
