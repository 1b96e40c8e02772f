/** The lumps of materials' names, which compilers write near a map's end. */

import { LUMP, type LumpName } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import type { LumpReader } from "../read/lump-reader.ts";

// Changes a map's header in place.

const ENTRY_BYTES = 16;
/** Contagion's header has a word more before its directory. */
const LONG_HEADER_VERSION = 27;

export class LumpDirectory {
  readonly header: BspHeader;
  readonly #view: DataView;

  /** @param image the map, which is written to; so are the header's columns */
  constructor(image: Uint8Array, header: BspHeader) {
    this.#view = new DataView(image.buffer, image.byteOffset, image.byteLength);
    this.header = {
      ...header,
      offset: header.offset.slice(),
      length: header.length.slice(),
      uncompressedLength: header.uncompressedLength.slice(),
    };
  }

  /** A lump's length; its place stays. */
  shorten(name: LumpName, length: number): void {
    this.place(name, this.header.offset[LUMP[name]], length);
  }

  /** An empty lump is nowhere. Its version stays, as compilers leave it. */
  drop(name: LumpName): void {
    this.place(name, 0, 0);
    this.header.uncompressedLength[LUMP[name]] = 0;
    this.#write(name, 3, 0);
  }

  place(name: LumpName, offset: number, length: number): void {
    const first = this.header.headerOrder === "standard" ? 0 : 1;
    this.header.offset[LUMP[name]] = offset;
    this.header.length[LUMP[name]] = length;
    this.#write(name, first, offset);
    this.#write(name, first + 1, length);
  }

  #write(name: LumpName, field: number, value: number): void {
    const { version, endian } = this.header;
    const base = version === LONG_HEADER_VERSION ? 12 : 8;
    this.#view.setInt32(base + LUMP[name] * ENTRY_BYTES + field * 4, value, endian === "little");
  }
}

export interface LumpChange {
  readonly lump: LumpName;
  /** "kept": it is damaged in part, and left as it is. */
  readonly action: "dropped" | "shortened" | "rebuilt" | "kept";
  /** What was wrong, in one line. */
  readonly message: string;
}

// Names of materials of which the file's end cut some, and the table of where each begins.

export interface MendedNames {
  /** Of the names: up to the zero of the last one that is whole; 0: none is. */
  readonly length: number;
  /** Where each name begins. */
  readonly starts: Int32Array;
  /** Of these so many have letters. */
  readonly keptCount: number;
}

/**
 * Keeps the names that are whole. Rows of the others lead to the zero that ends the last one, which is a name
 * of no letters: engines do not look whether a name is there.
 *
 * @param names as much as is there of LUMP_TEXDATA_STRING_DATA
 * @param starts LUMP_TEXDATA_STRING_TABLE; where that is lost, the number of its rows: compilers write
 *   the names in the order of their rows, one behind the other, as all of the real maps that were looked at have them
 */
function mendNames(names: Uint8Array, starts: Int32Array | number): MendedNames {
  const length = names.lastIndexOf(0) + 1;
  const rows = typeof starts === "number" ? listStarts(names, length, starts) : starts;
  let keptCount = 0;
  const mended = rows.map((start) => {
    if (start < 0 || start >= length) return Math.max(0, length - 1);
    keptCount++;
    return start;
  });
  return { length, starts: mended, keptCount };
}

function listStarts(names: Uint8Array, length: number, count: number): Int32Array {
  const starts = new Int32Array(count).fill(-1);
  let at = 0;
  for (let row = 0; row < count && at < length; row++) {
    starts[row] = at;
    at = names.indexOf(0, at) + 1;
  }
  return starts;
}

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
