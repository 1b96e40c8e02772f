/**
 * Filler bytes between a map's lumps, kept so that compressing and decompressing restores the file.
 * Some compilers write whole words, so that up to three bytes after a lump are leftovers of memory.
 * Some tools write zeros.
 */

import type { BspHeader } from "../../parse-bsp-header.ts";

const ALIGNMENT = 4;
/**
 * A disc sector: alignment of a console's pakfile, and of the pakfile in maps that Valve's tool
 * compressed.
 */
const SECTOR_BYTES = 2048;

type Endian = BspHeader["endian"];

export const alignmentOf = (slot: string, offset: number, endian: Endian): number => {
  if (slot !== "LUMP_PAKFILE") return ALIGNMENT;
  return endian === "big" || (offset > 0 && offset % SECTOR_BYTES === 0) ? SECTOR_BYTES : ALIGNMENT;
};

export interface Gap {
  /** `null` if the gap consists only of the zeros needed for alignment. */
  readonly filler: Uint8Array | null;
  /** Number of non-zero bytes in a gap too large for filler. Such a gap is left out. */
  readonly unnamedBytes: number;
}

/**
 * Classifies a gap.
 * @param gap all bytes from a lump's end to the next lump or the file's end
 */
export function tellGap(gap: Uint8Array, alignment: number): Gap {
  let end = gap.length;
  while (end > 0 && gap[end - 1] === 0) end--;
  if (end >= ALIGNMENT) {
    return { filler: null, unnamedBytes: gap.filter((byte) => byte !== 0).length };
  }
  const isPlain = end === 0 && gap.length < Math.max(alignment, 1);
  return { filler: isPlain ? null : gap, unnamedBytes: 0 };
}

/**
 * Returns the bytes to write before a lump. In a compressed map these are all of its filler,
 * followed by alignment of less than `alignment` bytes. Therefore the filler's original
 * length is the only aligned one that is shorter by less than `alignment`.
 *
 * @param end end of the preceding lump
 */
export function fillUp(
  end: number,
  filler: Uint8Array | null,
  alignment: number,
  isUnpacked: boolean,
): Uint8Array {
  const all = filler?.length ?? 0;
  const shorter = all - ((end + all) & (alignment - 1));
  const longer = all + (-(end + all) & (alignment - 1));
  const out = new Uint8Array(isUnpacked && shorter >= 0 ? shorter : longer);
  if (filler !== null) out.set(filler.subarray(0, out.length));
  return out;
}

/** End of a file. */
export interface MapEnd {
  /** Bytes after the last lump. */
  readonly filler: Uint8Array | null;
  readonly byteLength: number;
}

/**
 * Returns the bytes to write after the last lump. If the source file does not end at a multiple of
 * 4, because a tool appended its pakfile, a compressed map that would end at one gets an extra 0.
 */
export function fillEnd(
  end: number,
  { filler, byteLength }: MapEnd,
  endian: Endian,
  isUnpacked: boolean,
): Uint8Array {
  if (endian === "big") return fillUp(end, filler, SECTOR_BYTES, isUnpacked);
  const past = byteLength % ALIGNMENT;
  if (past === 0) return fillUp(end, filler, ALIGNMENT, isUnpacked);
  const bytes = filler ?? new Uint8Array(0);
  if (!isUnpacked) return (end + bytes.length) % ALIGNMENT === 0 ? withZero(bytes) : bytes;
  return past === 1 && bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes;
}

function withZero(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length + 1);
  out.set(bytes);
  return out;
}

/** Returns the minimum alignment of a file's end that `fillEnd` writes. */
export const endAlignmentOf = (byteLength: number, endian: Endian): number =>
  endian === "big" ? SECTOR_BYTES : byteLength % ALIGNMENT === 0 ? ALIGNMENT : 1;
