/** Mutations of any little-endian file: words laid over the like words of other records. */

import type { Random } from "../../../src/compile/generate/random.ts";

/** Sizes of records in models, textures and archives, and of their fields. */
const STRIDES = [2, 4, 8, 9, 12, 16, 20, 25, 27, 28, 30, 32, 33, 35, 46, 48, 64, 72, 100];
const LARGE_STRIDES = [116, 128, 148, 212, 216];
const MOST_ROWS = 4096;

interface Folded {
  readonly bytes: Uint8Array;
  readonly label: string;
}

/** One change: a word made every record's, a count multiplied, or a stretch repeated at the end. */
export function foldWords(original: Uint8Array, random: Random): Folded {
  const bytes = original.slice();
  if (bytes.length < 16) return { bytes, label: "nothing" };
  const kind = random.next();
  if (kind < 0.4) return multiplyCount(bytes, random);
  if (kind < 0.8) return spreadWord(bytes, random);
  return repeatEnd(bytes, random);
}

/** A small number, as counts are, becomes a large one. */
function multiplyCount(bytes: Uint8Array, random: Random): Folded {
  const data = new DataView(bytes.buffer);
  const size = random.pick([2, 4, 4]);
  for (let tries = 0; tries < 64; tries++) {
    // Headers, where most counts are, are tried as often as all that follows.
    const end = random.next() < 0.5 ? Math.min(bytes.length, 512) : bytes.length;
    const at = random.index(end - 4) & ~1;
    const value = size === 2 ? data.getUint16(at, true) : data.getUint32(at, true);
    if (value === 0 || value > 5000) continue;
    const large = Math.min(value * 2 ** (1 + random.index(12)), 2 ** (size * 8) - 1);
    if (size === 2) data.setUint16(at, large, true);
    else data.setUint32(at, large, true);
    return { bytes, label: `word at ${at} is ${large}` };
  }
  return { bytes, label: "nothing" };
}

/** The bytes of one field, in all records from there on. */
function spreadWord(bytes: Uint8Array, random: Random): Folded {
  const stride = random.pick(random.next() < 0.8 ? STRIDES : LARGE_STRIDES);
  const size = random.pick([2, 4, 4, 8, stride]);
  const from = random.index(bytes.length - Math.min(size, bytes.length - 1));
  const rows = 1 + random.index(MOST_ROWS);
  const word = bytes.slice(from, from + size);
  let row = 1;
  for (; row <= rows && from + row * stride + size <= bytes.length; row++) {
    bytes.set(word, from + row * stride);
  }
  return { bytes, label: `${size} bytes at ${from} over ${row - 1} more, ${stride} apart` };
}

/** The file goes on with copies of its last bytes. */
function repeatEnd(bytes: Uint8Array, random: Random): Folded {
  const size = Math.min(bytes.length, random.pick([...STRIDES, ...LARGE_STRIDES]));
  const count = 2 ** random.index(14);
  const out = new Uint8Array(bytes.length + size * count);
  out.set(bytes);
  const end = bytes.subarray(bytes.length - size);
  for (let i = 0; i < count; i++) out.set(end, bytes.length + i * size);
  return { bytes: out, label: `the last ${size} bytes ${count} times more` };
}
