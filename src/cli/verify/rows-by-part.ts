/** Ranges of an archive's parts, part by part and in the order in which they lie there. */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { vpkError } from "../../formats/vpk/vpk-error.ts";

/** A part is read so many times over, at most: records may share what they name. */
const MOST_READS = 4;
const PIECE_BYTES = 1 << 20;

/** Calls back with a part open; not at all where there is none, which is told by it alone. */
export type WithPart = (archive: number, use: (part: ByteSource) => Promise<void>) => Promise<void>;

/** Row numbers of each part, parts and offsets rising. */
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

/** Reads ranges of one part in pieces, and no more of them than a sound archive has. */
export class PartReader {
  readonly part: ByteSource;
  #left: number;

  constructor(part: ByteSource) {
    this.part = part;
    this.#left = part.byteLength * MOST_READS;
  }

  /** Rejects with FormatError (VPK) `too-large`. The range lies inside the part. */
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
