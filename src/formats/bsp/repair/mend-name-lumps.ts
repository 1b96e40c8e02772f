/** Repairs the lumps with material names, which compilers write near the end of a map. */

import { LUMP, type LumpName } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import type { LumpReader } from "../read/lump-reader.ts";

// Changes to a map's header, made in place.

const ENTRY_BYTES = 16;
/** Version of Contagion's maps, whose header has one more word before the directory. */
const LONG_HEADER_VERSION = 27;

export class LumpDirectory {
  readonly header: BspHeader;
  readonly #view: DataView;

  /** @param image the map. It is modified, and so are the header's columns */
  constructor(image: Uint8Array, header: BspHeader) {
    this.#view = new DataView(image.buffer, image.byteOffset, image.byteLength);
    this.header = {
      ...header,
      offset: header.offset.slice(),
      length: header.length.slice(),
      uncompressedLength: header.uncompressedLength.slice(),
    };
  }

  /** Changes the length of a lump but not its position. */
  shorten(name: LumpName, length: number): void {
    this.place(name, this.header.offset[LUMP[name]], length);
  }

  /** Makes a lump empty, with offset 0. The version is kept, as compilers do. */
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
  /** "kept" means that the lump is partly damaged and was not changed. */
  readonly action: "dropped" | "shortened" | "rebuilt" | "kept";
  /** One line that says what was wrong. */
  readonly message: string;
}

// Material names cut off by the file's end, and the table of their offsets.

export interface MendedNames {
  /** Length of the names up to the zero of the last intact one; 0 if none is intact. */
  readonly length: number;
  /** Offset of each name. */
  readonly starts: Int32Array;
  /** Number of offsets whose name is not empty. */
  readonly keptCount: number;
}

/**
 * Keeps the intact names. Rows of lost names point to the zero that ends the last name, which reads
 * as an empty name, because engines do not check these offsets.
 *
 * @param names the available part of LUMP_TEXDATA_STRING_DATA
 * @param starts LUMP_TEXDATA_STRING_TABLE, or its number of rows if it is lost. Compilers write the
 * names in the order of the rows, without gaps, as in all real maps examined
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
  /**
   * Name table to append at the end of the map; `null` if there is none. Until then the directory
   * has no entry for it.
   */
  readonly table: Uint8Array | null;
}

/**
 * Keeps the intact names, and their table or a rebuilt one. Neither lump is compressed afterwards.
 *
 * @param image the map, modified in place: names are shortened and table rows overwritten
 * @param lumps lumps of the original map
 * @returns `null` if both lumps are intact, or if nothing is left
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
