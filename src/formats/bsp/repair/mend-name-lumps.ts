/** The lumps of materials' names, which compilers write near a map's end. */

import { LUMP } from "../lumps.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import type { LumpChange } from "./lump-change.ts";
import type { LumpDirectory } from "./lump-directory.ts";
import { mendNames } from "./mend-names.ts";

const NAMES = "LUMP_TEXDATA_STRING_DATA";
const TABLE = "LUMP_TEXDATA_STRING_TABLE";
const ROW_BYTES = 4;

export interface MendedNameLumps {
  readonly changes: readonly LumpChange[];
  /** The table of names, where it is to be written behind all else; it is out of the directory till then. */
  readonly table: Uint8Array | null;
}

/**
 * Keeps the names that are whole, and their table, or one made anew of them. Neither lump is packed.
 *
 * @param image the map, in which names are shortened and rows of the table written over
 * @param lumps of the map as it came
 * @returns null where both are there, or nothing is left
 */
export function mendNameLumps(
  image: Uint8Array,
  directory: LumpDirectory,
  lumps: LumpReader,
): MendedNameLumps | null {
  const { header } = directory;
  const isPacked = (lump: typeof NAMES | typeof TABLE) =>
    header.uncompressedLength[LUMP[lump]] !== 0;
  const [names, table] = [lumps.entry(NAMES), lumps.entry(TABLE)];
  const isSound = names.problem === undefined && table.problem === undefined;
  if (isSound || table.length <= 0 || isPacked(NAMES) || isPacked(TABLE)) return null;
  const there = lumps.storedPart(NAMES);
  const isTableThere = table.problem === undefined;
  const count = Math.floor(table.length / ROW_BYTES);
  if (!isTableThere && count > image.length) return null;
  const stored = new DataView(image.buffer, image.byteOffset + (isTableThere ? table.offset : 0));
  const readRows = () =>
    Int32Array.from({ length: count }, (_, row) =>
      stored.getInt32(row * ROW_BYTES, lumps.littleEndian),
    );
  const { length, starts, keptCount } = mendNames(there, isTableThere ? readRows() : count);
  if (length === 0) return null;
  const rows = isTableThere
    ? image.subarray(table.offset, table.offset + count * ROW_BYTES)
    : new Uint8Array(count * ROW_BYTES);
  const view = new DataView(rows.buffer, rows.byteOffset);
  for (const [row, start] of starts.entries()) {
    view.setInt32(row * ROW_BYTES, start, lumps.littleEndian);
  }
  const changes: LumpChange[] = [];
  if (names.problem !== undefined) {
    directory.shorten(NAMES, length);
    const kept = `${keptCount} of ${count} names of materials are kept, the others are empty`;
    changes.push({ lump: NAMES, action: "shortened", message: `${kept}: ${names.problem}` });
  }
  if (isTableThere) return { changes, table: null };
  directory.drop(TABLE);
  changes.push({
    lump: TABLE,
    action: "rebuilt",
    message: `by the order of the names: ${table.problem}`,
  });
  return { changes, table: rows };
}
