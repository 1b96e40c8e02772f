/** BC6H to half floats, after Direct3D 11's description of the format: exact, as GPUs must be. */

import { BC6H_MODES, type Bc6hMode } from "./bc6h-tables.ts";
import { BC7_WEIGHTS, bc7Subset, isBc7Anchor } from "./bc7-tables.ts";
import type { DecodeImage } from "./decode-rare-texels.ts";

const BLOCK_BYTES = 16;
const ONE = 0x3c00;

/** Of the block that is being read: at which of its 128 bits. */
let bitAt = 0;
/** Red, green, blue of up to four endpoints. */
const endpoints = new Int32Array(4 * 3);

/** Four halves a texel, alpha 1; `blocks` holds ceil(width / 4) * ceil(height / 4) blocks, by row. */
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
    // A partition's shapes and the texels with a bit less are BC7's.
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

/** Returns the partition. */
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

/** A number of so many bits, of which the highest is its sign. */
function signed(value: number, bits: number): number {
  return (value << (32 - bits)) >> (32 - bits);
}

/** To 16 bits, or to 15 and a sign: 0 and the largest stay what they are. */
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

/** The largest comes to the largest finite half. */
function halfOf(value: number, isSigned: boolean): number {
  if (!isSigned) return (value * 31) >> 6;
  const size = (Math.abs(value) * 31) >> 5;
  return value < 0 && size > 0 ? 0x8000 | size : size;
}

/** Up to 10 bits, lowest first. */
function readBits(block: Uint8Array, count: number): number {
  const byte = bitAt >> 3;
  const word = block[byte] | ((block[byte + 1] ?? 0) << 8) | ((block[byte + 2] ?? 0) << 16);
  const value = (word >> (bitAt & 7)) & ((1 << count) - 1);
  bitAt += count;
  return value;
}
