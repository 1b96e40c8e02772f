/** Parses rare VTFs. `openVtf` loads this file on demand. */

import { Inflate } from "fflate";
import { FormatError, type FormatErrorCode } from "../../../core/errors.ts";
import { decompressLzma } from "../../lzma/decompress-lzma.ts";
import { VALVE_LZMA_HEADER_BYTES } from "../../lzma/valve-lzma-header.ts";
import { ZstdFault } from "../../zstd/backward-bits.ts";
import { decompressZstd } from "../../zstd/decompress-zstd.ts";
import { decodeBc } from "../decode-bc.ts";
import { MAGIC_X360, parseVtf } from "../parse-vtf.ts";
import type { PackedImages, RareFormat, RareVtfs, Vtf } from "../types.ts";
import { convertX360, swapWordsInPlace } from "./convert-x360.ts";
import { decodeBc6h } from "./decode-bc6h.ts";
import { decodeBc7 } from "./decode-bc7.ts";
import {
  type DecodeImage,
  decodeAti2n,
  decodeBc4,
  decodeBc5,
  decodeBgra1010102,
  decodeFloats,
  decodeR8,
  decodeRgba1010102,
  decodeRgbx8888,
} from "./decode-rare-texels.ts";

// Pixel formats from 30 on, whose numbers differ between branches of the engine.
//
// Up to 7.4 they are those of the SDK 2013's `bitmap/imageformat.h`, from 7.5 on those of games
// since Alien Swarm; 69 to 74 are Strata's. Later numbers, and the two numbers each of ATI2N and
// ATI1N, are as in sourcepp (vtfpp). Up to 7.4, 34 and 35 mean depth buffers of old cards, which no
// file contains.

function texels(name: string, bytes: number, decode: DecodeImage, isHdr = false): RareFormat {
  return { name, blockTexels: 1, blockBytes: bytes, isHdr, decode };
}

function blocks(name: string, bytes: number, decode: DecodeImage, isHdr = false): RareFormat {
  return { name, blockTexels: 4, blockBytes: bytes, isHdr, decode };
}

/**
 * Returns the decoder of a format with a known size that is not an image or not supported: it
 * throws.
 */
function refused(name: string): DecodeImage {
  return () => {
    throw new FormatError({
      format: "VTF",
      code: "unsupported",
      where: "header",
      offset: 52,
      expected: "an image format with a decoder",
      found: name,
    });
  };
}

const depth = (name: string, bytes: number) => texels(name, bytes, refused(name));

const ATI2N = blocks("ATI2N", 16, decodeAti2n);
const ATI1N = blocks("ATI1N", 8, decodeBc4);

const UP_TO_7_4: Readonly<Record<number, RareFormat>> = {
  30: depth("NV_DST16", 2),
  31: depth("NV_DST24", 4),
  32: depth("NV_INTZ", 4),
  33: depth("NV_RAWZ", 4),
  34: ATI2N,
  35: ATI1N,
  36: depth("NV_NULL", 4),
  37: ATI2N,
  38: ATI1N,
  39: blocks("DXT1_RUNTIME", 8, (stored, width, height) => decodeBc(1, stored, width, height)),
  40: blocks("DXT5_RUNTIME", 16, (stored, width, height) => decodeBc(3, stored, width, height)),
};

const FROM_7_5: Readonly<Record<number, RareFormat>> = {
  30: texels("RG1616F", 4, decodeFloats(2, 2), true),
  31: texels("RG3232F", 8, decodeFloats(2, 4), true),
  32: texels("RGBX8888", 4, decodeRgbx8888),
  33: depth("NV_NULL", 4),
  34: ATI2N,
  35: ATI1N,
  36: texels("RGBA1010102", 4, decodeRgba1010102),
  37: texels("BGRA1010102", 4, decodeBgra1010102),
  38: texels("R16F", 2, decodeFloats(1, 2), true),
};

const STRATA: Readonly<Record<number, RareFormat>> = {
  69: texels("R8", 1, decodeR8),
  70: blocks("BC7", 16, decodeBc7),
  71: blocks("BC6H_SF", 16, decodeBc6h(true), true),
  72: blocks("BC6H_UF", 16, decodeBc6h(false), true),
  73: blocks("BC5", 16, decodeBc5),
  74: blocks("BC4", 8, decodeBc4),
};

/** Returns the format of a number; `undefined` below 30, and if no known game uses it. */
function rareFormatOf(format: number, minorVersion: number): RareFormat | undefined {
  return STRATA[format] ?? (minorVersion < 5 ? UP_TO_7_4 : FROM_7_5)[format];
}

/** All formats, for code that counts or names them. */
export const RARE_FORMATS: readonly { number: number; minorVersion: number; format: RareFormat }[] =
  [[4, UP_TO_7_4] as const, [5, FROM_7_5] as const, [6, STRATA] as const].flatMap(
    ([minorVersion, table]) =>
      Object.entries(table).map(([number, format]) => ({
        ...{ number: Number(number), minorVersion, format },
      })),
  );

// Separately compressed images of a 7.6 file, each decompressed on demand.
//
// The resource `AXC` (layout: sourcepp and vtf-js) holds compression level and method, 16 bits
// each, then the byte length of every image in storage order: smallest mip first; within a mip by
// frame, then face. All slices of a volume are one image. Deflate data has zlib's header and
// checksum.

const METHOD_DEFLATE = 8;
const METHOD_ZSTD = 93;
/** Two bytes of header, four of a checksum. */
const ZLIB_FRAME_BYTES = 6;
/** Best ratio of deflate: 258 bytes from two bits. */
const MAX_DEFLATE_RATIO = 1032;
/** Best ratio of zstd: a block of 128 KiB of one byte takes four bytes. */
const MAX_ZSTD_RATIO = 1 << 15;
/** Size limit of an image, far above any texture's. */
const MAX_IMAGE_BYTES = 1 << 28;
const PIECE_BYTES = 1 << 13;
const ADLER_MODULUS = 65521;
/** Number of bytes that can be summed before the sums need the modulus. */
const ADLER_RUN = 3800;

function fail(code: FormatErrorCode, offset: number, expected: string, found: string | number) {
  const where = "compressed image";
  return new FormatError({ format: "VTF", code, where, offset, expected, found: String(found) });
}

/**
 * Returns a function that decompresses images. Throws FormatError for an invalid table or length
 * before anything is decompressed.
 */
function openPackedImages(packed: PackedImages): (mip: number, index: number) => Uint8Array {
  const { bytes, imageOffset, table, mipBytes, perMip } = packed;
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  // The first Strata builds left the method 0.
  const method = view.getUint16(2, true) || METHOD_DEFLATE;
  if (method !== METHOD_DEFLATE && method !== METHOD_ZSTD) {
    throw fail("unsupported", imageOffset, "deflate or zstd", `method ${method}`);
  }
  const [mostRatio, unpack] =
    method === METHOD_ZSTD
      ? ([MAX_ZSTD_RATIO, unzstd] as const)
      : ([MAX_DEFLATE_RATIO, unzlib] as const);
  const count = mipBytes.length * perMip;
  if (table.length < 4 + count * 4) {
    throw fail("truncated", imageOffset, `lengths of ${count} images`, table.length);
  }
  const start = new Float64Array(count + 1);
  start[0] = imageOffset;
  for (let i = 0; i < count; i++) {
    const byteLength = view.getUint32(4 + i * 4, true);
    const unpacked = mipBytes[mipBytes.length - 1 - Math.floor(i / perMip)];
    if (unpacked > Math.min(byteLength * mostRatio, MAX_IMAGE_BYTES)) {
      throw fail("bad-count", start[i], `an image of ${unpacked} bytes`, `${byteLength} packed`);
    }
    start[i + 1] = start[i] + byteLength;
  }
  if (start[count] > bytes.length) {
    throw fail("truncated", imageOffset, `images up to byte ${start[count]}`, bytes.length);
  }
  return (mip, index) => {
    const i = (mipBytes.length - 1 - mip) * perMip + index;
    return unpack(bytes.subarray(start[i], start[i + 1]), mipBytes[mip], start[i]);
  };
}

/** Decompresses in pieces, so that data exceeding its stated size is detected early. */
function unzlib(data: Uint8Array, byteLength: number, offset: number): Uint8Array {
  const isZlib = data.length > ZLIB_FRAME_BYTES && (data[0] & 15) === 8 && (data[1] & 32) === 0;
  if (!isZlib || ((data[0] << 8) | data[1]) % 31 !== 0) {
    throw fail("bad-value", offset, "zlib data", `0x${((data[0] << 8) | data[1]).toString(16)}`);
  }
  const out = new Uint8Array(byteLength);
  let written = 0;
  const stream = new Inflate((piece) => {
    if (written + piece.length > byteLength) {
      throw fail("mismatch", offset, `${byteLength} bytes unpacked`, "more");
    }
    out.set(piece, written);
    written += piece.length;
  });
  const body = data.subarray(2, -4);
  try {
    for (let at = 0, isLast = false; !isLast; at += PIECE_BYTES) {
      isLast = at + PIECE_BYTES >= body.length;
      stream.push(body.subarray(at, at + PIECE_BYTES), isLast);
    }
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw fail("bad-value", offset, "intact deflate data", (error as Error).message);
  }
  if (written < byteLength) {
    throw fail("mismatch", offset, `${byteLength} bytes unpacked`, written);
  }
  const stated = new DataView(data.buffer, data.byteOffset + data.length - 4, 4).getUint32(0);
  if (adler32(out) !== stated) throw fail("mismatch", offset, "the checksum of its bytes", stated);
  return out;
}

function unzstd(data: Uint8Array, byteLength: number, offset: number): Uint8Array {
  try {
    return decompressZstd(data, byteLength);
  } catch (error) {
    if (!(error instanceof ZstdFault)) throw error;
    throw fail("bad-value", offset, `intact zstd data of ${byteLength} bytes`, error.reason);
  }
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + ADLER_RUN);
    for (; at < end; at++) {
      a += bytes[at];
      b += a;
    }
    a %= ADLER_MODULUS;
    b %= ADLER_MODULUS;
  }
  return b * 65536 + a;
}

// All images of a console file, compressed together: Valve's LZMA with its header, like lumps.

/**
 * Result of the last decompression, for one file. Only one is kept, because the memory of loaded
 * textures is accounted by their file sizes. Smaller mips come first, so it holds the images up to
 * some mip.
 */
let kept: { readonly of: Uint8Array; readonly bytes: Uint8Array } | null = null;

/**
 * Returns a function that opens these images. Sizes are checked at once; data is decompressed on
 * demand, up to the end of the requested mip.
 * @param swapBytes size of the words to swap afterwards
 */
function openLzmaImages(swapBytes: number): RareVtfs["openImages"] {
  return ({ bytes, imageOffset, mipBytes, perMip }) => {
    const data = bytes.subarray(imageOffset);
    if (data.length < VALVE_LZMA_HEADER_BYTES) {
      throw fail("truncated", 0, `${VALVE_LZMA_HEADER_BYTES} bytes of LZMA's header`, data.length);
    }
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const byteLength = mipBytes.reduce((sum, bytes) => sum + bytes * perMip, 0);
    if (view.getUint32(4, true) !== byteLength) {
      throw fail("mismatch", 4, `${byteLength} bytes unpacked`, view.getUint32(4, true));
    }
    const packed = view.getUint32(8, true);
    if (packed > data.length - VALVE_LZMA_HEADER_BYTES) {
      const found = data.length - VALVE_LZMA_HEADER_BYTES;
      throw fail("truncated", 8, `${packed} compressed bytes`, found);
    }
    const properties = data.subarray(12, VALVE_LZMA_HEADER_BYTES);
    const body = data.subarray(VALVE_LZMA_HEADER_BYTES, VALVE_LZMA_HEADER_BYTES + packed);
    const unpack = (needed: number): Uint8Array => {
      if (kept?.of === data && kept.bytes.length >= needed) return kept.bytes;
      const bytes = decompressLzma(properties, body, needed, "compressed image");
      swapWordsInPlace(bytes, swapBytes);
      kept = { of: data, bytes };
      return bytes;
    };
    return (mip, index) => {
      let start = 0;
      for (let i = mip + 1; i < mipBytes.length; i++) start += mipBytes[i] * perMip;
      const images = unpack(start + mipBytes[mip] * perMip);
      start += index * mipBytes[mip];
      return images.subarray(start, start + mipBytes[mip]);
    };
  };
}

const RARE: RareVtfs = { formatOf: rareFormatOf, openImages: openPackedImages };

/** Parses a VTF of any kind. Throws FormatError. */
export function parseRareVtf(bytes: Uint8Array): Vtf {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0, true) !== MAGIC_X360) return parseVtf(bytes, RARE);
  const { bytes: converted, resources, console, lzmaSwapBytes } = convertX360(bytes);
  const rare =
    lzmaSwapBytes === null ? RARE : { ...RARE, openImages: openLzmaImages(lzmaSwapBytes) };
  const { length: byteLength } = bytes;
  return { ...parseVtf(converted, rare), minorVersion: 5, resources, console, byteLength };
}
