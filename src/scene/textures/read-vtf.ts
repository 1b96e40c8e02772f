/** Reads textures from content: always the header, and the texels while the budget has room. */

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
  /**
   * Light that the textures are shown in, for textures with one file per light; "ldr" if omitted.
   */
  readonly side?: LightSideName;
};

/** A texture, and whether its file is in memory; otherwise only its header is. */
export interface ReadTexture {
  readonly vtf: Vtf;
  readonly isHeld: boolean;
}

/**
 * Reads a texture's file. It stays in memory if the budget for waiting textures allows, else it is
 * read again when it is needed. Returns `null`, with a warning, if it is missing or broken.
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

/**
 * Checks that a VTF has the wanted dimension, and a mip small enough for the device. Throws
 * FormatError.
 */
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

/** Returns the header without a reference to the file's bytes. */
function withoutTexels(vtf: Vtf): Vtf {
  const image = (): never => {
    throw new Error("visleaf bug: texels of a released file");
  };
  return { ...vtf, lowRes: null, resources: [], image };
}
