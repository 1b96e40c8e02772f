/** BC7 to RGBA8, after the Direct3D 11 description of the format: exact, as GPUs must be. */

import { BC7_MODES, BC7_WEIGHTS, bc7Subset, isBc7Anchor } from "./bc7-tables.ts";

const BLOCK_BYTES = 16;

/** Of the block that is being read: at which of its 128 bits. */
let bitAt = 0;

/** RGBA of up to six endpoints. */
const endpoints = new Uint8Array(6 * 4);
const indices = [new Uint8Array(16), new Uint8Array(16)];
const subsetOf = new Uint8Array(16);

/** Decodes an image; `blocks` holds ceil(width / 4) * ceil(height / 4) blocks, by row. */
export function decodeBc7(blocks: Uint8Array, width: number, height: number): Uint8Array {
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
  // The mode is the number of zeros before the first one; without any, the block is transparent black.
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

/** Channel by channel, and in each endpoint by endpoint; then the p-bits, a lowest bit for all channels. */
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

/** Up to 8 bits, lowest first. */
function readBits(block: Uint8Array, count: number): number {
  const byte = bitAt >> 3;
  const value = (block[byte] | ((block[byte + 1] ?? 0) << 8)) >> (bitAt & 7);
  bitAt += count;
  return value & ((1 << count) - 1);
}
