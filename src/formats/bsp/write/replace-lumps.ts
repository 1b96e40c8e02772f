/** Replaces the bytes of some lumps in a file and keeps the rest of the file. */

import { concatBytes } from "../../binary/encode-bytes.ts";
import { isValveLzma } from "../../lzma/valve-lzma-header.ts";
import { bspError } from "../bsp-error.ts";
import { withDialect } from "../detect-dialect.ts";
import { LUMP, LUMP_NAMES } from "../lumps.ts";
import { BSP_HEADER_BYTES, type BspHeader, parseBspHeader } from "../parse-bsp-header.ts";
import { mendGameLumpOffsets } from "./mend-game-lump-offsets.ts";
import { recipher } from "./recipher.ts";

export interface LumpReplacement {
  /** Bytes to store. For a compressed lump they begin with Valve's LZMA header. */
  readonly bytes: Uint8Array;
  /** Version for the directory; unchanged if undefined. */
  readonly version?: number;
}

/** Data after a replaced lump moves by multiples of this. */
const ALIGNMENT = 4;
/** Alignment in console maps, which are read in disc sectors. */
const CONSOLE_ALIGNMENT = 2048;
const LUMP_ENTRY_BYTES = 16;
/** Maximum file size: offsets are signed. */
const MAX_BYTES = 0x7fffffff;

/** A range of the old file and its replacement. */
interface Cut {
  readonly slot: number;
  readonly start: number;
  readonly end: number;
  /** The lump, the unreferenced bytes after it, and zeros. */
  readonly parts: readonly Uint8Array[];
}

/**
 * Replaces lumps in a map file of any dialect, byte order and header order. Everything else stays
 * the same, byte for byte and in order: data after a lump that grows or shrinks moves by a multiple
 * of 4 bytes (2048 in big-endian files), and its offsets in the directory and in game lumps that
 * count from the file's start are adjusted. Padding after the lump is rewritten. A lump that was
 * empty, or that shares its bytes with another, is appended at the file's end. A lump that becomes
 * empty gets offset 0. Replacing a lump with its own bytes gives the same file. An enciphered map
 * stays enciphered.
 *
 * @param replacements by slot of the directory. Offsets in a LUMP_GAME_LUMP are relative to the old
 * lump's offset, or 0 if there was none
 * @returns new bytes; the file itself if nothing is replaced
 * @throws FormatError (BSP): as `parseBspHeader` and `recipher`; `bad-offset`, `bad-count` or
 * `truncated` if a lump is outside the file, or game lumps cannot be moved
 * @throws RangeError for 2 GB and more
 */
export function replaceLumps(
  file: Uint8Array,
  replacements: ReadonlyMap<number, LumpReplacement>,
): Uint8Array {
  return recipher(file, (plain) => replaceInPlain(plain, replacements));
}

function replaceInPlain(
  file: Uint8Array,
  replacements: ReadonlyMap<number, LumpReplacement>,
): Uint8Array {
  const header = withDialect(parseBspHeader(file));
  for (let slot = 0; slot < LUMP_NAMES.length; slot++) checkPlace(file, header, slot);
  if (replacements.size === 0) return file;

  const { cuts, appended } = planCuts(file, header, replacements);
  const pieces: Uint8Array[] = [];
  const offsets = Int32Array.from(header.offset);
  let taken = 0;
  let length = 0;
  const put = (bytes: Uint8Array) => {
    pieces.push(bytes);
    length += bytes.length;
    if (length > MAX_BYTES) throw new RangeError("a map of 2 GB");
  };
  for (const { slot, start, end, parts } of cuts) {
    put(file.subarray(taken, start));
    offsets[slot] = length;
    parts.forEach(put);
    taken = end;
    for (let other = 0; other < offsets.length; other++) {
      if (header.length[other] > 0 && header.offset[other] >= end) {
        offsets[other] = header.offset[other] + length - end;
      }
    }
  }
  put(file.subarray(taken));
  for (const [slot, { bytes }] of appended) {
    put(new Uint8Array(-length & (alignmentOf(header) - 1)));
    offsets[slot] = length;
    put(bytes);
  }
  const out = concatBytes(pieces);
  writeDirectory(out, header, offsets, replacements);
  const slot = LUMP.LUMP_GAME_LUMP;
  const gameLump = out.subarray(
    offsets[slot],
    offsets[slot] + (replacements.get(slot)?.bytes.length ?? header.length[slot]),
  );
  if (gameLump.length > 0 && offsets[slot] !== header.offset[slot]) {
    mendGameLumpOffsets(gameLump, header, offsets[slot]);
  }
  return out;
}

const alignmentOf = ({ endian }: BspHeader) => (endian === "big" ? CONSOLE_ALIGNMENT : ALIGNMENT);

/**
 * Throws FormatError for a lump outside the file, because moving data would put other bytes there.
 */
function checkPlace(file: Uint8Array, header: BspHeader, slot: number): void {
  const [offset, length] = [header.offset[slot], header.length[slot]];
  if (length === 0) return;
  const at = entryAt(header, slot);
  const name = LUMP_NAMES[slot];
  if (length < 0) throw bspError("bad-count", name, at, "a length of 0 or more", length);
  if (offset < BSP_HEADER_BYTES) {
    throw bspError("bad-offset", name, at, `an offset from ${BSP_HEADER_BYTES}`, offset);
  }
  if (offset + length > file.length) {
    const end = `${offset} + ${length}`;
    throw bspError("truncated", name, at, `an end within ${file.length} bytes`, end);
  }
}

/** Returns the replaced ranges in file order, and the lumps to append. */
function planCuts(
  file: Uint8Array,
  header: BspHeader,
  replacements: ReadonlyMap<number, LumpReplacement>,
) {
  const cuts: Cut[] = [];
  const appended: [number, LumpReplacement][] = [];
  const alignment = alignmentOf(header);
  for (const [slot, replacement] of replacements) {
    const { bytes } = replacement;
    const start = header.offset[slot];
    const lumpEnd = start + header.length[slot];
    let next = file.length;
    let isShared = false;
    for (let other = 0; other < header.offset.length; other++) {
      if (other === slot || header.length[other] === 0) continue;
      const at = header.offset[other];
      if (at < lumpEnd && at + header.length[other] > start) isShared = true;
      if (at >= lumpEnd) next = Math.min(next, at);
    }
    if (lumpEnd === start || isShared) {
      if (bytes.length > 0) appended.push([slot, replacement]);
      continue;
    }
    // The gap to the next lump: unreferenced bytes, as some compilers leave them, then padding.
    let gapEnd = next;
    while (gapEnd > lumpEnd && file[gapEnd - 1] === 0) gapEnd--;
    const filling = (next - gapEnd) & (alignment - 1);
    const gap = file.subarray(lumpEnd, next - filling);
    const padding = (header.length[slot] + filling - bytes.length) & (alignment - 1);
    cuts.push({ slot, start, end: next, parts: [bytes, gap, new Uint8Array(padding)] });
  }
  cuts.sort((a, b) => a.start - b.start);
  appended.sort(([a], [b]) => a - b);
  return { cuts, appended };
}

function entryAt({ version }: BspHeader, slot: number): number {
  // Contagion's header has one more word after the version.
  return (version === 27 ? 12 : 8) + slot * LUMP_ENTRY_BYTES;
}

function writeDirectory(
  out: Uint8Array,
  header: BspHeader,
  offsets: Int32Array,
  replacements: ReadonlyMap<number, LumpReplacement>,
): void {
  const data = new DataView(out.buffer, out.byteOffset, out.byteLength);
  const little = header.endian === "little";
  const [place, version] = header.headerOrder === "standard" ? [0, 8] : [4, 0];
  for (let slot = 0; slot < offsets.length; slot++) {
    const at = entryAt(header, slot);
    const replacement = replacements.get(slot);
    if (replacement === undefined) {
      data.setInt32(at + place, offsets[slot], little);
      continue;
    }
    const { bytes } = replacement;
    const wasEmpty = header.length[slot] === 0 && bytes.length === 0;
    data.setInt32(at + place, bytes.length > 0 || wasEmpty ? offsets[slot] : 0, little);
    data.setInt32(at + place + 4, bytes.length, little);
    data.setInt32(at + version, replacement.version ?? header.lumpVersion[slot], little);
    data.setInt32(at + 12, unpackedLength(bytes), little);
  }
}

/** Returns the decompressed size from a lump's LZMA header; 0 if it is not compressed. */
function unpackedLength(bytes: Uint8Array): number {
  if (!isValveLzma(bytes)) return 0;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getInt32(4, true);
}
