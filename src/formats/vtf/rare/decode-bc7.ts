/**
 * Decodes BC7 to RGBA8, after the Direct3D 11 description of the format: exactly, as GPUs must. The
 * tables of weights, partitions and anchors also serve BC6H.
 */

/**
 * By mode: number of subsets; bits of the partition, of the rotation, of the index selector, of a
 * colour channel, of alpha; p-bits for each endpoint, p-bits for each subset; bits of an index, of
 * a second index.
 */
const BC7_MODES: readonly (readonly number[])[] = [
  [3, 4, 0, 0, 4, 0, 1, 0, 3, 0],
  [2, 6, 0, 0, 6, 0, 0, 1, 3, 0],
  [3, 6, 0, 0, 5, 0, 0, 0, 2, 0],
  [2, 6, 0, 0, 7, 0, 1, 0, 2, 0],
  [1, 0, 2, 1, 5, 6, 0, 0, 2, 3],
  [1, 0, 2, 0, 7, 8, 0, 0, 2, 2],
  [1, 0, 0, 0, 7, 7, 1, 0, 4, 0],
  [2, 6, 0, 0, 5, 5, 1, 0, 2, 0],
];

/** By the bits of an index: weight of the second endpoint, of 64. */
export const BC7_WEIGHTS: readonly (readonly number[])[] = [
  [],
  [],
  [0, 21, 43, 64],
  [0, 9, 18, 27, 37, 46, 55, 64],
  [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
];

/**
 * Subsets of a partition, lowest bits first: a bit a texel (four digits), or two bits (eight
 * digits).
 */
const TWO =
  "cccc8888eeeeecc8c880feecfec8ec80c800ffecfe80e800ffe8ff00fff0f000" +
  "f710008e710008ce008c731031008cce088c31106666366c17e80ff0718e399c" +
  "aaaaf0f05a5a33cc3c3c55aa9696a55a73ce13c8324c3bdc6996c33c99660660" +
  "027204e44e402720c936936c39c6639c93369cc6817ee718ccf00fcc7744ee22";
const THREE =
  "aa6850506a5a50405a5a42005450a0a8a5a50000a0a050505555a0a05a5a5050" +
  "aa550000aa555500aaaa55009090909094949494a4a4a4a4a9a594502a0a4250" +
  "a59450400a425054a5a5a50055a0a0a0a8a854546a6a4040a4a450001a1a0500" +
  "0050a4a4aaa590901469691469691400a08585a0aa82141450a4a4506a5a0200" +
  "a9a580005090a0a8a8a090502424242400aa5500249249242449922450a50a50" +
  "500aa550aaaa444466660000a5a0a5a050a050a06928692844aaaa4466666600" +
  "aa44444454a854a89580958096969600a85454a880959580aa14141496960000" +
  "aaaa1414a05050a0a0a5a5a09600000040804080a9a8a9a8aaaaaa442a4a5254";

/**
 * Anchor texel of a subset other than the first, whose index has one bit less: a digit a partition.
 */
const ANCHORS: readonly (readonly string[])[] = [
  [],
  ["fffffffffffffffff282288f28228822ff6828ff28222ff66268ff22fffff22f"],
  [
    "33ff83ff88666533338f336a588685ff8f356a8ff3f5ffff3f55585a5a8dfc33",
    "f883ff38fffffff8f8f3f8f83f6affa8f3faa89a6f8f3668f3ffffffffff3ff8",
  ],
];

/** Subset by number of subsets minus one, partition, and texel (0 to 15, by rows). */
const SUBSETS = new Uint8Array(3 * 64 * 16);
/**
 * By number of subsets minus one and partition: a bit for each texel whose index lacks its highest
 * bit.
 */
const ANCHOR_BITS = new Uint16Array(3 * 64).fill(1);

for (let bits = 1; bits <= 2; bits++) {
  const digits = bits * 4;
  for (let partition = 0; partition < 64; partition++) {
    const row = bits * 64 + partition;
    const text = (bits === 1 ? TWO : THREE).slice(partition * digits, (partition + 1) * digits);
    const word = Number.parseInt(text, 16);
    for (let texel = 0; texel < 16; texel++) {
      SUBSETS[row * 16 + texel] = (word >>> (texel * bits)) & (bits * 2 - 1);
    }
    for (const list of ANCHORS[bits]) ANCHOR_BITS[row] |= 1 << Number.parseInt(list[partition], 16);
  }
}

/** Returns the subset that a texel belongs to. */
export function bc7Subset(subsets: number, partition: number, texel: number): number {
  return SUBSETS[((subsets - 1) * 64 + partition) * 16 + texel];
}

/** Whether a texel's index is stored without its highest bit, which is 0. */
export function isBc7Anchor(subsets: number, partition: number, texel: number): boolean {
  return ((ANCHOR_BITS[(subsets - 1) * 64 + partition] >> texel) & 1) === 1;
}

const BLOCK_BYTES = 16;

/** Position in the current block, in bits. */
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
