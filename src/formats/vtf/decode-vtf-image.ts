/** One image of a VTF as RGBA8 or half floats, whatever it is stored as. */

import { FormatError } from "../../core/errors.ts";
import { decodeBc } from "./decode-bc.ts";
import { DECODE_RGBA8, DECODE_RGBA16F, type DecodeTexels } from "./decode-texels.ts";
import type { Vtf } from "./types.ts";

const BC_KIND: Readonly<Record<string, 1 | 2 | 3>> = {
  DXT1: 1,
  DXT1_ONEBITALPHA: 1,
  DXT3: 2,
  DXT5: 3,
};

/** The BC number of the texture's format, or null where it is not one of BC1 to BC3. */
export function bcKind(vtf: Vtf): 1 | 2 | 3 | null {
  return BC_KIND[vtf.formatName] ?? null;
}

/** True where the format's range goes beyond 8 bits: such textures decode to half floats. */
export function isHdrFormat(vtf: Vtf): boolean {
  return vtf.rareFormat?.isHdr ?? vtf.formatName in DECODE_RGBA16F;
}

/**
 * Decodes one image: RGBA8, or RGBA half floats (8 bytes a texel) where `isHdrFormat`. Rows are
 * packed; of a volume the first slice. Mip 0 is the largest. Throws RangeError for an image that is
 * not there and FormatError `unsupported` for palettes and depth formats.
 */
export function decodeVtfImage(vtf: Vtf, mip: number, frame = 0, face = 0): Uint8Array {
  const stored = vtf.image(mip, frame, face);
  const width = Math.max(1, vtf.width >>> mip);
  const height = Math.max(1, vtf.height >>> mip);
  const kind = bcKind(vtf);
  if (kind !== null) return decodeBc(kind, stored, width, height);
  if (vtf.rareFormat) return vtf.rareFormat.decode(stored, width, height);
  const decode = requireDecoder(vtf)!;
  const out = new Uint8Array(width * height * (isHdrFormat(vtf) ? 8 : 4));
  decode(stored, out, width * height);
  return out;
}

/**
 * What decodes a texture's texels; null for BC blocks and rare formats, which have their own. Throws
 * FormatError `unsupported` where nothing does.
 */
export function requireDecoder(vtf: Vtf): DecodeTexels | null {
  if (bcKind(vtf) !== null || vtf.rareFormat) return null;
  const decode = DECODE_RGBA16F[vtf.formatName] ?? DECODE_RGBA8[vtf.formatName];
  if (decode) return decode;
  throw new FormatError({
    format: "VTF",
    code: "unsupported",
    where: "header",
    offset: 52,
    expected: "an image format with a decoder",
    found: vtf.formatName,
  });
}
