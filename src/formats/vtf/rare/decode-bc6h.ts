/**
 * Decodes BC6H to half floats, after Direct3D 11's description of the format: exactly, as GPUs
 * must.
 */

import { BC7_WEIGHTS, bc7Subset, isBc7Anchor } from "./decode-bc7.ts";
import type { DecodeImage } from "./decode-rare-texels.ts";

// Endpoint fields of BC6H. Source: the tables of ARB_texture_compression_bptc and of Direct3D 11's
// description of BC6H.

export interface Bc6hMode {
  /** Bits of the first endpoint, for each channel. */
  readonly bits: number;
  /**
   * Bits of the other endpoints: red, green, blue. They are differences from the first if
   * `isDelta`.
   */
  readonly deltaBits: readonly [number, number, number];
  readonly isDelta: boolean;
  /** One or two; two have a 5-bit partition after the fields. */
  readonly subsets: number;
  /**
   * Fields in storage order, four letters each: a channel, an endpoint (w and x of the first
   * subset, y and z of the second), the lowest bit stored, and the number of bits, both in base 16.
   */
  readonly fields: string;
}

function mode(
  bits: number,
  deltaBits: Bc6hMode["deltaBits"],
  isDelta: boolean,
  fields: string,
): Bc6hMode {
  const subsets = fields.includes("z") ? 2 : 1;
  return { bits, deltaBits, isDelta, subsets, fields };
}

/**
 * Modes by the first bits of a block: two bits if they are 0 or 1, else five. Others are reserved.
 */
const BC6H_MODES: Readonly<Record<number, Bc6hMode>> = {
  0: mode(
    10,
    [5, 5, 5],
    true,
    "gy41by41bz41rw0agw0abw0arx05gz41gy04gx05bz01gz04bx05bz11by04ry05bz21rz05" + "bz31",
  ),
  1: mode(
    7,
    [6, 6, 6],
    true,
    "gy51gz41gz51rw07bz01bz11by41gw07by51bz21gy41bw07bz31bz51bz41rx06gy04gx06" +
      "gz04bx06by04ry06rz06",
  ),
  2: mode(
    11,
    [5, 4, 4],
    true,
    "rw0agw0abw0arx05rwa1gy04gx04gwa1bz01gz04bx04bwa1bz11by04ry05bz21rz05bz31",
  ),
  6: mode(
    11,
    [4, 5, 4],
    true,
    "rw0agw0abw0arx04rwa1gz41gy04gx05gwa1gz04bx04bwa1bz11by04ry04bz01bz21rz04" + "gy41bz31",
  ),
  10: mode(
    11,
    [4, 4, 5],
    true,
    "rw0agw0abw0arx04rwa1by41gy04gx04gwa1bz01gz04bx05bwa1by04ry04bz11bz21rz04" + "bz41bz31",
  ),
  14: mode(
    9,
    [5, 5, 5],
    true,
    "rw09by41gw09gy41bw09bz41rx05gz41gy04gx05bz01gz04bx05bz11by04ry05bz21rz05" + "bz31",
  ),
  18: mode(
    8,
    [6, 5, 5],
    true,
    "rw08gz41by41gw08bz21gy41bw08bz31bz41rx06gy04gx05bz01gz04bx05bz11by04ry06" + "rz06",
  ),
  22: mode(
    8,
    [5, 6, 5],
    true,
    "rw08bz01by41gw08gy51gy41bw08gz51bz41rx05gz41gy04gx06gz04bx05bz11by04ry05" + "bz21rz05bz31",
  ),
  26: mode(
    8,
    [5, 5, 6],
    true,
    "rw08bz11by41gw08by51gy41bw08bz51bz41rx05gz41gy04gx05bz01gz04bx06by04ry05" + "bz21rz05bz31",
  ),
  30: mode(
    6,
    [6, 6, 6],
    false,
    "rw06gz41bz01bz11by41gw06gy51by51bz21gy41bw06gz51bz31bz51bz41rx06gy04gx06" +
      "gz04bx06by04ry06rz06",
  ),
  3: mode(10, [10, 10, 10], false, "rw0agw0abw0arx0agx0abx0a"),
  7: mode(11, [9, 9, 9], true, "rw0agw0abw0arx09rwa1gx09gwa1bx09bwa1"),
  11: mode(12, [8, 8, 8], true, "rw0agw0abw0arx08rwb1rwa1gx08gwb1gwa1bx08bwb1bwa1"),
  15: mode(
    16,
    [4, 4, 4],
    true,
    "rw0agw0abw0arx04rwf1rwe1rwd1rwc1rwb1rwa1gx04gwf1gwe1gwd1gwc1gwb1gwa1bx04" +
      "bwf1bwe1bwd1bwc1bwb1bwa1",
  ),
};

const BLOCK_BYTES = 16;
const ONE = 0x3c00;

/** Position in the current block, in bits. */
let bitAt = 0;
/** Red, green, blue of up to four endpoints. */
const endpoints = new Int32Array(4 * 3);

/**
 * Returns a decoder to four halves a texel with alpha 1. `blocks` holds ceil(width / 4) *
 * ceil(height / 4) blocks, by row.
 */
export function decodeBc6h(isSigned: boolean): DecodeImage {
  return (blocks, width, height) => {
    const out = new Uint16Array(width * height * 4);
    let at = 0;
    for (let y = 0; y < height; y += 4) {
      for (let x = 0; x < width; x += 4, at += BLOCK_BYTES) {
        decodeBlock(blocks.subarray(at, at + BLOCK_BYTES), isSigned, out, x, y, width, height);
      }
    }
    return new Uint8Array(out.buffer);
  };
}

function decodeBlock(
  block: Uint8Array,
  isSigned: boolean,
  out: Uint16Array,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const short = block[0] & 3;
  const mode = BC6H_MODES[short < 2 ? short : block[0] & 31];
  bitAt = short < 2 ? 2 : 5;
  const subsets = mode?.subsets ?? 1;
  const partition = mode ? readEndpoints(block, mode, isSigned) : 0;
  const indexBits = subsets === 2 ? 3 : 4;
  for (let i = 0; i < 16; i++) {
    // Partition shapes and anchor texels are those of BC7.
    const isAnchor = subsets === 2 ? isBc7Anchor(2, partition, i) : i === 0;
    const weight = BC7_WEIGHTS[indexBits][readBits(block, isAnchor ? indexBits - 1 : indexBits)];
    const [column, row] = [x + (i & 3), y + (i >> 2)];
    if (column >= width || row >= height) continue;
    const from = subsets === 2 ? bc7Subset(2, partition, i) * 6 : 0;
    const to = (row * width + column) * 4;
    for (let c = 0; c < 3 && mode; c++) {
      const value = (64 - weight) * endpoints[from + c] + weight * endpoints[from + 3 + c] + 32;
      out[to + c] = halfOf(value >> 6, isSigned);
    }
    out[to + 3] = ONE;
  }
}

/** Reads the endpoints and returns the partition. */
function readEndpoints(block: Uint8Array, mode: Bc6hMode, isSigned: boolean): number {
  const { bits, deltaBits, isDelta, subsets, fields } = mode;
  endpoints.fill(0);
  for (let at = 0; at < fields.length; at += 4) {
    const endpoint = "wxyz".indexOf(fields[at + 1]);
    const first = Number.parseInt(fields[at + 2], 16);
    const count = Number.parseInt(fields[at + 3], 16);
    endpoints[endpoint * 3 + "rgb".indexOf(fields[at])] |= readBits(block, count) << first;
  }
  const partition = subsets === 2 ? readBits(block, 5) : 0;
  for (let c = 0; c < 3; c++) {
    if (isSigned) endpoints[c] = signed(endpoints[c], bits);
    for (let e = 1; e < subsets * 2; e++) {
      const at = e * 3 + c;
      if (isDelta || isSigned) endpoints[at] = signed(endpoints[at], deltaBits[c]);
      if (!isDelta) continue;
      const sum = (endpoints[c] + endpoints[at]) & ((1 << bits) - 1);
      endpoints[at] = isSigned ? signed(sum, bits) : sum;
    }
  }
  for (let i = 0; i < subsets * 6; i++) endpoints[i] = widen(endpoints[i], bits, isSigned);
  return partition;
}

/** Sign-extends a number of `bits` bits. */
function signed(value: number, bits: number): number {
  return (value << (32 - bits)) >> (32 - bits);
}

/** Widens a value to 16 bits, or to 15 and a sign. 0 and the maximum are preserved. */
function widen(value: number, bits: number, isSigned: boolean): number {
  if (!isSigned) {
    if (bits >= 15 || value === 0) return value;
    return value === (1 << bits) - 1 ? 0xffff : ((value << 16) + 0x8000) >> bits;
  }
  if (bits >= 16 || value === 0) return value;
  const size = Math.abs(value);
  const wide = size >= (1 << (bits - 1)) - 1 ? 0x7fff : ((size << 15) + 0x4000) >> (bits - 1);
  return value < 0 ? -wide : wide;
}

/** Scales a value to a half. The maximum becomes the largest finite half. */
function halfOf(value: number, isSigned: boolean): number {
  if (!isSigned) return (value * 31) >> 6;
  const size = (Math.abs(value) * 31) >> 5;
  return value < 0 && size > 0 ? 0x8000 | size : size;
}

/** Reads up to 10 bits, lowest first. */
function readBits(block: Uint8Array, count: number): number {
  const byte = bitAt >> 3;
  const word = block[byte] | ((block[byte + 1] ?? 0) << 8) | ((block[byte + 2] ?? 0) << 16);
  const value = (word >> (bitAt & 7)) & ((1 << count) - 1);
  bitAt += count;
  return value;
}
