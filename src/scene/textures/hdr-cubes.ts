/** Cubemaps in the light of HDR: `buildcubemaps` writes them as files of their own, beside those of LDR. */

import { vtfParser } from "../../formats/vtf/open-vtf.ts";
import type { Vtf } from "../../formats/vtf/types.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../open/read-content.ts";
import {
  holdTexture,
  type ReadTexture,
  requireFittingVtf,
  type TextureOptions,
} from "./read-vtf.ts";

/** Of a half's four channels, bytes that hold colour. */
const TEXEL_BYTES = 8;
const COLOR_BYTES = 6;
const CUBE_FACES = 6;

export interface HdrCube extends ReadTexture {
  /** Content path. */
  readonly path: string;
}

/**
 * The file of a map's own cubemap to show under HDR light. null: the light is another, there is none, or it is as
 * vbsp leaves it, which is black: then the other light's says more.
 * @param name without `materials/` and `.vtf`
 */
export async function readHdrCube(
  name: string,
  access: ContentAccess,
  options: TextureOptions,
): Promise<HdrCube | null> {
  if (options.side !== "hdr" || !name.startsWith("maps/")) return null;
  const path = `materials/${name}.hdr.vtf`;
  const bytes = await readOrWarn(access, path, "unreadable-texture");
  if (!bytes) return null;
  const parseVtf = await vtfParser(bytes);
  const parse = () => {
    const cube = requireFittingVtf(parseVtf(bytes), options, "cube");
    return isBlack(cube) ? null : cube;
  };
  const vtf = parseOrWarn(access, path, "unreadable-texture", parse);
  return !vtf ? null : { ...holdTexture(vtf, access.ledger), path };
}

/** By its smallest mips, to which all of its light comes. */
function isBlack(vtf: Vtf): boolean {
  if (vtf.formatName !== "RGBA16161616F") return false;
  for (let face = 0; face < CUBE_FACES; face++) {
    const texels = vtf.image(vtf.mipCount - 1, 0, face);
    for (let i = 0; i < texels.length; i++) {
      if (i % TEXEL_BYTES < COLOR_BYTES && texels[i] !== 0) return false;
    }
  }
  return true;
}
