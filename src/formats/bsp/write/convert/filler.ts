/**
 * What lies between a map's lumps, so that it comes back where the map is packed and unpacked. Some compilers write
 * whole words: up to three bytes behind a lump are then what stood there in memory. Some tools leave zeros.
 */

import type { BspHeader } from "../../parse-bsp-header.ts";

const ALIGNMENT = 4;
/** A sector of a disc: where a console's pakfile begins, and that of maps that Valve's tool packed. */
const SECTOR_BYTES = 2048;

type Endian = BspHeader["endian"];

export const alignmentOf = (slot: string, offset: number, endian: Endian): number => {
  if (slot !== "LUMP_PAKFILE") return ALIGNMENT;
  return endian === "big" || (offset > 0 && offset % SECTOR_BYTES === 0) ? SECTOR_BYTES : ALIGNMENT;
};

export interface Gap {
  /** null where zeros do no more than align what follows. */
  readonly filler: Uint8Array | null;
  /** Bytes that are not 0, of what is more than a filler: that is left out. */
  readonly unnamedBytes: number;
}

/** @param gap all bytes from a lump's end to the next one, or to the file's end */
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
 * What to write before a lump. In a packed map that is all of its filler, and then what aligns the lump there: less
 * than `alignment`. So of the lengths that align it in the unpacked map one only is no more than that shorter.
 *
 * @param end where the lump before it ends
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

/** How a file ends. */
export interface MapEnd {
  /** Behind the last lump. */
  readonly filler: Uint8Array | null;
  readonly byteLength: number;
}

/**
 * What to write behind the last lump. Where a file ends at no multiple of 4, as one does whose pakfile was put there
 * by a tool, a packed map has a 0 more if it would end at one.
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

/** Least that a file's end is aligned to, of what `fillEnd` writes. */
export const endAlignmentOf = (byteLength: number, endian: Endian): number =>
  endian === "big" ? SECTOR_BYTES : byteLength % ALIGNMENT === 0 ? ALIGNMENT : 1;
