/** Parses rare VTFs. `openVtf` loads this file on demand. */

import { FormatError, type FormatErrorCode } from "../../../core/errors.ts";
import { decompressLzma } from "../../lzma/decompress-lzma.ts";
import { VALVE_LZMA_HEADER_BYTES } from "../../lzma/valve-lzma-header.ts";
import { decodeBc } from "../decode-bc.ts";
import { MAGIC_X360, parseVtf } from "../parse-vtf.ts";
import type { RareFormat, RareVtfs, Vtf } from "../types.ts";
import { BC7_MODES, BC7_WEIGHTS, bc7Subset, isBc7Anchor } from "./bc7-tables.ts";
import { convertX360, swapWords } from "./convert-x360.ts";
import { decodeBc6h } from "./decode-bc6h.ts";
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
import { openPackedImages } from "./packed-images.ts";

// Decoder of BC7 to RGBA8, after the Direct3D 11 description of the format: exact, as GPUs must be.

const BLOCK_BYTES = 16;

/** Position in the current block, in bits. */
let bitAt = 0;

/** RGBA of up to six endpoints. */
const endpoints = new Uint8Array(6 * 4);
const indices = [new Uint8Array(16), new Uint8Array(16)];
const subsetOf = new Uint8Array(16);

/** Decodes an image; `blocks` holds ceil(width / 4) * ceil(height / 4) blocks, by row. */
function decodeBc7(blocks: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height * 4);
  let at = 0;
  for (let y = 0; y < height; y += 4) {
    for (let x = 0; x < width; x += 4, at += BLOCK_BYTES) {
      decodeBlock(blocks.subarray(at, at + BLOCK_BYTES), out, x, y, width, height);
    }
  }
  return out;
}

function decodeBlock(
  block: Uint8Array,
  out: Uint8Array,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  // The mode is the number of zero bits before the first one bit. Without a one bit, the block is
  // transparent black.
  const mode = 31 - Math.clz32(block[0] & -block[0]);
  if (mode < 0) return;
  bitAt = mode + 1;
  const [subsets, partitionBits, rotationBits, selectorBits] = BC7_MODES[mode];
  const [indexBits, secondBits] = BC7_MODES[mode].slice(8);
  const partition = readBits(block, partitionBits);
  const rotation = readBits(block, rotationBits);
  const swapsIndices = readBits(block, selectorBits) === 1;
  readEndpoints(block, mode);
  for (let i = 0; i < 16; i++) subsetOf[i] = bc7Subset(subsets, partition, i);
  readIndices(block, indices[0], indexBits, subsets, partition);
  if (secondBits > 0) readIndices(block, indices[1], secondBits, 1, 0);

  const second = secondBits > 0 ? 1 : 0;
  const colour = swapsIndices ? second : 0;
  const alpha = swapsIndices ? 0 : second;
  const bits = [indexBits, secondBits];
  for (let i = 0; i < 16; i++) {
    const [column, row] = [x + (i & 3), y + (i >> 2)];
    if (column >= width || row >= height) continue;
    const from = subsetOf[i] * 8;
    const to = (row * width + column) * 4;
    const weight = BC7_WEIGHTS[bits[colour]][indices[colour][i]];
    const alphaWeight = BC7_WEIGHTS[bits[alpha]][indices[alpha][i]];
    for (let c = 0; c < 4; c++) {
      const w = c === 3 ? alphaWeight : weight;
      out[to + c] = ((64 - w) * endpoints[from + c] + w * endpoints[from + 4 + c] + 32) >> 6;
    }
    if (rotation > 0) {
      const kept = out[to + 3];
      out[to + 3] = out[to + rotation - 1];
      out[to + rotation - 1] = kept;
    }
  }
}

/**
 * Reads endpoints by channel, then by endpoint; then the p-bits, which are a lowest bit for all
 * channels.
 */
function readEndpoints(block: Uint8Array, mode: number): void {
  const [subsets, , , , colourBits, alphaBits, ownBits, sharedBits] = BC7_MODES[mode];
  const count = subsets * 2;
  for (let c = 0; c < 4; c++) {
    const bits = c < 3 ? colourBits : alphaBits;
    for (let e = 0; e < count; e++) endpoints[e * 4 + c] = readBits(block, bits);
  }
  const extra = ownBits + sharedBits;
  let lowest = 0;
  for (let e = 0; e < count; e++) {
    if (ownBits > 0 || (sharedBits > 0 && (e & 1) === 0)) lowest = readBits(block, 1);
    for (let c = 0; c < 4; c++) {
      const stored = c < 3 ? colourBits : alphaBits;
      const value = extra > 0 ? (endpoints[e * 4 + c] << 1) | lowest : endpoints[e * 4 + c];
      const bits = stored + extra;
      const high = value << (8 - bits);
      endpoints[e * 4 + c] = stored === 0 ? 255 : high | (high >> bits);
    }
  }
}

function readIndices(
  block: Uint8Array,
  into: Uint8Array,
  bits: number,
  subsets: number,
  partition: number,
): void {
  for (let i = 0; i < 16; i++) {
    into[i] = readBits(block, isBc7Anchor(subsets, partition, i) ? bits - 1 : bits);
  }
}

/** Reads up to 8 bits, lowest first. */
function readBits(block: Uint8Array, count: number): number {
  const byte = bitAt >> 3;
  const value = (block[byte] | ((block[byte + 1] ?? 0) << 8)) >> (bitAt & 7);
  bitAt += count;
  return value & ((1 << count) - 1);
}

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

// All images of a console file, compressed together: Valve's LZMA with its header, like lumps.

function fail(code: FormatErrorCode, offset: number, expected: string, found: number) {
  const where = "compressed image";
  return new FormatError({ format: "VTF", code, where, offset, expected, found: String(found) });
}

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
      swapWords(bytes, swapBytes);
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
