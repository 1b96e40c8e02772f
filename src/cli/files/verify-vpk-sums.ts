/** Checks a VPK's MD5 sums: of the pieces of its parts, and of its directory file. */

import { createHash } from "node:crypto";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { FormatError } from "../../core/errors.ts";
import {
  VPK_PIECE_BYTES,
  VPK_SUM_BYTES,
  VPK_SUM_MD5,
  type VpkSections,
  type VpkSums,
} from "../../formats/vpk/parse-vpk-sums.ts";
import { VPK_IN_DIRECTORY, type VpkDirectory } from "../../formats/vpk/types.ts";
import { vpkError } from "../../formats/vpk/vpk-file.ts";

// Ranges of an archive's parts, part by part in order of offset.

/** Limit of bytes read from a part, in multiples of its size, since records may overlap. */
const MOST_READS = 4;
const PIECE_BYTES = 1 << 20;

/** Calls `use` with an open part. If the part is missing, reports that and does not call `use`. */
export type WithPart = (archive: number, use: (part: ByteSource) => Promise<void>) => Promise<void>;

/** Returns the row numbers of each part, sorted by part and offset. */
export function rowsByPart(
  archive: ArrayLike<number>,
  offset: ArrayLike<number>,
  byteLength: ArrayLike<number>,
): Map<number, number[]> {
  const rows = Array.from({ length: archive.length }, (_, row) => row);
  rows.sort(
    (a, b) => archive[a] - archive[b] || offset[a] - offset[b] || byteLength[a] - byteLength[b],
  );
  const parts = new Map<number, number[]>();
  for (const row of rows) {
    const inPart = parts.get(archive[row]);
    if (inPart) inPart.push(row);
    else parts.set(archive[row], [row]);
  }
  return parts;
}

/** Reads ranges of one part in pieces, up to the limit of `MOST_READS`. */
export class PartReader {
  readonly part: ByteSource;
  #left: number;

  constructor(part: ByteSource) {
    this.part = part;
    this.#left = part.byteLength * MOST_READS;
  }

  /** Reads a range, which must lie inside the part. Rejects with FormatError (VPK) `too-large`. */
  async read(
    where: string,
    offset: number,
    byteLength: number,
    use: (bytes: Uint8Array) => void,
  ): Promise<void> {
    this.#left -= byteLength;
    if (this.#left < 0) {
      const expected = `ranges that cover ${this.part.label} at most ${MOST_READS} times`;
      throw vpkError("too-large", where, offset, expected, "more");
    }
    for (let done = 0; done < byteLength; done += PIECE_BYTES) {
      const bytes = Math.min(PIECE_BYTES, byteLength - done);
      use(await this.part.read(offset + done, bytes));
    }
  }
}

export interface PieceCounts {
  readonly count: number;
  readonly sound: number;
  /** Pieces with a hash other than MD5, as in later games, which were not checked. */
  readonly otherSums: number;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** Verifies the pieces; faults are added to `faults`. */
export async function verifyVpkPieces(
  vpk: VpkDirectory,
  sums: VpkSums,
  withPart: WithPart,
  faults: FormatError[],
): Promise<PieceCounts> {
  const { pieceCount: count, pieceArchive, pieceKind, pieceOffset, pieceByteLength } = sums;
  let sound = 0;
  let otherSums = 0;
  const { dataOffset, dataByteLength } = vpk.header;
  for (const [archive, rows] of rowsByPart(pieceArchive, pieceOffset, pieceByteLength)) {
    await withPart(archive, async (part) => {
      const isInDirectory = archive === VPK_IN_DIRECTORY;
      const limit = isInDirectory ? dataByteLength : part.byteLength;
      const reader = new PartReader(part);
      for (const row of rows) {
        if (pieceKind[row] !== VPK_SUM_MD5) {
          otherSums++;
          continue;
        }
        const [offset, byteLength] = [pieceOffset[row], pieceByteLength[row]];
        const where = `${part.label}, piece ${row}`;
        if (offset + byteLength > limit) {
          const found = `${byteLength} up to byte ${offset + byteLength}`;
          faults.push(vpkError("bad-offset", where, offset, `data inside ${limit} bytes`, found));
          continue;
        }
        const stated = sums.pieceSum.subarray(row * VPK_SUM_BYTES, (row + 1) * VPK_SUM_BYTES);
        const start = offset + (isInDirectory ? dataOffset : 0);
        const range = { where, offset: start, byteLength, stated };
        const found = await sumOf(reader, range, faults);
        if (found === null) return;
        if (isSame(found, range, faults)) sound++;
      }
    });
  }
  return { count, sound, otherSums };
}

/** @returns the names of the directory file's sums that match */
export async function verifyDirectorySums(
  vpk: VpkDirectory,
  directory: ByteSource,
  sections: VpkSections,
  sums: VpkSums,
  faults: FormatError[],
): Promise<string[]> {
  const { treeOffset, treeByteLength } = vpk.header;
  const pieces = sums.pieceCount * VPK_PIECE_BYTES;
  const wholeByteLength = sections.sumsOffset + 2 * VPK_SUM_BYTES;
  const agreeing: string[] = [];
  for (const [name, offset, byteLength, stated] of [
    ["tree", treeOffset, treeByteLength, sums.treeSum],
    ["archive MD5", sections.piecesOffset, pieces, sums.piecesSum],
    ["whole file", 0, wholeByteLength, sums.wholeSum],
  ] as const) {
    if (stated === null) continue;
    const reader = new PartReader(directory);
    const range = { where: name, offset, byteLength, stated };
    const found = await sumOf(reader, range, faults);
    if (found === null) continue;
    if (isSame(found, range, faults)) agreeing.push(name);
  }
  return agreeing;
}

/** Bytes of a file with a stated MD5 sum. */
interface SummedRange {
  /** Name in faults. */
  readonly where: string;
  readonly offset: number;
  readonly byteLength: number;
  readonly stated: Uint8Array;
}

/** Returns the MD5 sum; null if it would cost too much, which is added to `faults`. */
async function sumOf(
  reader: PartReader,
  { where, offset, byteLength }: SummedRange,
  faults: FormatError[],
): Promise<Buffer | null> {
  const hash = createHash("md5");
  try {
    await reader.read(where, offset, byteLength, (bytes) => void hash.update(bytes));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    faults.push(error);
    return null;
  }
  return hash.digest();
}

function isSame(
  found: Buffer,
  { where, offset, byteLength, stated }: SummedRange,
  faults: FormatError[],
): boolean {
  if (found.equals(stated)) return true;
  const expected = `${byteLength} bytes of MD5 ${hex(stated)}`;
  faults.push(vpkError("mismatch", where, offset, expected, hex(found)));
  return false;
}
