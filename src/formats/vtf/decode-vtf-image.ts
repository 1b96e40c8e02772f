/** Decodes an image of a VTF to RGBA8 or half floats, from any format. */

import { FormatError } from "../../core/errors.ts";
import { decodeBc } from "./decode-bc.ts";
import { halfFromFloat } from "./half-float.ts";
import type { Vtf } from "./types.ts";

// Uncompressed texels to RGBA8 and to half floats.
//
// `imageformat.h` names 8-bit channels from the lowest address up, and channels of 16-bit formats
// from the lowest bit up. One name is wrong: files of ARGB8888 store G, B, A, R (found in real
// files). Signed formats (UV88, UVWQ8888, UVLX8888) keep their bytes: 0x80 to 0xff are the negative
// values.

export type DecodeTexels = (source: Uint8Array, out: Uint8Array, texelCount: number) => void;

/**
 * Returns a decoder of 8-bit channels at the given offsets in a texel of `stride` bytes; without
 * `a` texels are opaque.
 */
function bytes(stride: number, r: number, g: number, b: number, a?: number): DecodeTexels {
  return (source, out, texelCount) => {
    const end = texelCount * 4;
    for (let to = 0, from = 0; to < end; to += 4, from += stride) {
      out[to] = source[from + r];
      out[to + 1] = source[from + g];
      out[to + 2] = source[from + b];
      out[to + 3] = a === undefined ? 255 : source[from + a];
    }
  };
}

/**
 * Returns a decoder of 16-bit texels. Channels are [lowest bit, bit count], widened so that all
 * ones give 255.
 */
function packed(
  r: readonly [number, number],
  g: readonly [number, number],
  b: readonly [number, number],
  a?: readonly [number, number],
): DecodeTexels {
  const [rTable, gTable, bTable] = [r, g, b].map(([, bits]) => widening(bits));
  const [aShift, aBits] = a ?? [0, 0];
  const aTable = widening(aBits);
  return (source, out, texelCount) => {
    const end = texelCount * 4;
    for (let to = 0, from = 0; to < end; to += 4, from += 2) {
      const word = source[from] | (source[from + 1] << 8);
      out[to] = rTable[(word >> r[0]) & (rTable.length - 1)];
      out[to + 1] = gTable[(word >> g[0]) & (gTable.length - 1)];
      out[to + 2] = bTable[(word >> b[0]) & (bTable.length - 1)];
      out[to + 3] = aTable[(word >> aShift) & (aTable.length - 1)];
    }
  };
}

/**
 * Returns a table that widens 0 to 2^bits − 1 to 8 bits by repeating the high bits; for 0 bits it
 * gives 255.
 */
function widening(bits: number): Uint8Array {
  if (bits === 0) return Uint8Array.of(255);
  if (bits === 1) return Uint8Array.of(0, 255);
  return Uint8Array.from({ length: 1 << bits }, (_, value) => {
    const high = value << (8 - bits);
    return high | (high >> bits);
  });
}

/** Returns a decoder in which texels of exactly this blue are transparent black. */
function bluescreen(r: number, b: number): DecodeTexels {
  return (source, out, texelCount) => {
    const end = texelCount * 4;
    for (let to = 0, from = 0; to < end; to += 4, from += 3) {
      if (source[from + r] === 0 && source[from + 1] === 0 && source[from + b] === 255) continue;
      out[to] = source[from + r];
      out[to + 1] = source[from + 1];
      out[to + 2] = source[from + b];
      out[to + 3] = 255;
    }
  };
}

const alphaOnly: DecodeTexels = (source, out, texelCount) => {
  for (let i = 0; i < texelCount; i++) out[i * 4 + 3] = source[i];
};

/** Decodes U and V; the third channel is 0. */
const uv88: DecodeTexels = (source, out, texelCount) => {
  for (let i = 0; i < texelCount; i++) {
    out[i * 4] = source[i * 2];
    out[i * 4 + 1] = source[i * 2 + 1];
    out[i * 4 + 3] = 255;
  }
};

/** Decoders by `IMAGE_FORMAT_` name; `out` is zeroed before. */
const DECODE_RGBA8: Readonly<Record<string, DecodeTexels>> = {
  RGBA8888: bytes(4, 0, 1, 2, 3),
  ABGR8888: bytes(4, 3, 2, 1, 0),
  ARGB8888: bytes(4, 3, 0, 1, 2),
  BGRA8888: bytes(4, 2, 1, 0, 3),
  BGRX8888: bytes(4, 2, 1, 0),
  RGB888: bytes(3, 0, 1, 2),
  BGR888: bytes(3, 2, 1, 0),
  RGB888_BLUESCREEN: bluescreen(0, 2),
  BGR888_BLUESCREEN: bluescreen(2, 0),
  I8: bytes(1, 0, 0, 0),
  IA88: bytes(2, 0, 0, 0, 1),
  A8: alphaOnly,
  RGB565: packed([0, 5], [5, 6], [11, 5]),
  BGR565: packed([11, 5], [5, 6], [0, 5]),
  BGRX5551: packed([10, 5], [5, 5], [0, 5]),
  BGRA5551: packed([10, 5], [5, 5], [0, 5], [15, 1]),
  BGRA4444: packed([8, 4], [4, 4], [0, 4], [12, 4]),
  UV88: uv88,
  UVWQ8888: bytes(4, 0, 1, 2, 3),
  UVLX8888: bytes(4, 0, 1, 2, 3),
};

/**
 * Returns a decoder of floats with `channels` a texel; missing colours are 0 and missing alpha is
 * 1.
 */
function floats(channels: number): DecodeTexels {
  return (source, out, texelCount) => {
    const from = new DataView(source.buffer, source.byteOffset, source.byteLength);
    const to = new DataView(out.buffer, out.byteOffset, out.byteLength);
    for (let i = 0; i < texelCount; i++) {
      for (let c = 0; c < 4; c++) {
        const value =
          c < channels ? from.getFloat32((i * channels + c) * 4, true) : c === 3 ? 1 : 0;
        to.setUint16((i * 4 + c) * 2, halfFromFloat(value), true);
      }
    }
  };
}

/**
 * Decodes 16-bit integers. The engine's shaders multiply them by 16, so that 1.0 is 4095.9. Alpha
 * is not scaled.
 */
const integers16: DecodeTexels = (source, out, texelCount) => {
  const from = new DataView(source.buffer, source.byteOffset, source.byteLength);
  const to = new DataView(out.buffer, out.byteOffset, out.byteLength);
  for (let at = 0; at < texelCount * 8; at += 2) {
    const scale = (at & 7) === 6 ? 1 : 16;
    to.setUint16(at, halfFromFloat((from.getUint16(at, true) / 65535) * scale), true);
  }
};

/**
 * Decoders by `IMAGE_FORMAT_` name for formats with the range of half floats; output is four a
 * texel, little-endian.
 */
const DECODE_RGBA16F: Readonly<Record<string, DecodeTexels>> = {
  RGBA16161616F: (source, out, texelCount) => out.set(source.subarray(0, texelCount * 8)),
  RGBA16161616: integers16,
  R32F: floats(1),
  RGB323232F: floats(3),
  RGBA32323232F: floats(4),
};

const BC_KIND: Readonly<Record<string, 1 | 2 | 3>> = {
  DXT1: 1,
  DXT1_ONEBITALPHA: 1,
  DXT3: 2,
  DXT5: 3,
};

/** Returns the BC number of the texture's format, or `null` if it is not BC1 to BC3. */
export function bcKind(vtf: Vtf): 1 | 2 | 3 | null {
  return BC_KIND[vtf.formatName] ?? null;
}

/** Whether the format's range exceeds 8 bits, so that it decodes to half floats. */
export function isHdrFormat(vtf: Vtf): boolean {
  return vtf.rareFormat?.isHdr ?? vtf.formatName in DECODE_RGBA16F;
}

/**
 * Decodes one image: RGBA8, or RGBA half floats (8 bytes a texel) if `isHdrFormat`. Rows have no
 * padding; for a volume the first slice. Mip 0 is the largest. Throws RangeError for a missing
 * image and FormatError `unsupported` for palettes and depth formats.
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
 * Returns the decoder of a texture's texels; `null` for BC blocks and rare formats, which have
 * separate decoders. Throws FormatError `unsupported` if there is none.
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
