/**
 * Mends lumps of a damaged map: recovers intact entities from text that was partly overwritten or
 * cut off, and rebuilds material names, which compilers write near the end of a map.
 */

import { concatBytes } from "../../binary/encode-bytes.ts";
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

export interface MendedEntities {
  /** Text of the entities, ended by a zero; not longer than the original. */
  readonly bytes: Uint8Array;
  /** Number of intact entities. */
  readonly keptCount: number;
  /** Number of places where a damaged entity begins. */
  readonly lostCount: number;
  /** Whether an empty worldspawn replaces the map's first entity because that is damaged. */
  readonly hasNewWorld: boolean;
}

/**
 * Control characters that indicate damage. Real maps contain one or two typing errors, and escapes
 * between the parts of outputs.
 */
const DAMAGE_CONTROLS = 8;
const MAX_CONTROLS = 2;
const SPACE = 0x20;
const NEW_WORLD = '{\n"classname" "worldspawn"\n}\n';

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const CONTROLS = /[\x01-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f]/g;
const countControls = (text: string): number => text.match(CONTROLS)?.length ?? 0;

/**
 * Recovers the intact entities.
 * @param bytes the lump, or its available part
 * @param isCut whether the file ends inside the lump
 * @returns `null` if there is no sign of damage
 */
export function mendEntities(bytes: Uint8Array, isCut: boolean): MendedEntities | null {
  const text = new TextDecoder("latin1").decode(bytes);
  const goesOn = goesOnBehindZero(text);
  if (!isCut && !goesOn && countControls(text) < DAMAGE_CONTROLS) return null;
  const { blocks, lostCount } = findWhole(text);
  if (!isCut && !goesOn && lostCount === 0) return null;
  const isWorldFirst = /"classname"\s*"worldspawn"/i.test(
    blocks.length === 0 ? "" : text.slice(blocks[0].start, blocks[0].end),
  );
  const parts = blocks.map(({ start, end }) => bytes.subarray(start, end));
  const lengthOf = () => parts.reduce((sum, { length }) => sum + length, 0);
  const hasNewWorld = !isWorldFirst && NEW_WORLD.length + lengthOf() < bytes.length;
  if (hasNewWorld) parts.unshift(new TextEncoder().encode(NEW_WORLD));
  // The final zero needs a byte: the last line end, or else the whole last entity is dropped.
  let isLastLost = 0;
  const last = parts.at(-1);
  if (last !== undefined && lengthOf() === bytes.length) {
    parts.pop();
    if (last[last.length - 1] <= SPACE) parts.push(last.subarray(0, -1));
    else isLastLost = 1;
  }
  return {
    bytes: concatBytes([...parts, new Uint8Array(1)]),
    keptCount: blocks.length - isLastLost,
    lostCount: lostCount + isLastLost,
    hasNewWorld,
  };
}

function goesOnBehindZero(text: string): boolean {
  const end = text.indexOf("\0");
  return end >= 0 && text.indexOf("{", end) >= 0;
}

interface Block {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the intact entities, with each brace as a possible start. The cost is linear: parsing a
 * damaged block stops at the next brace outside of its quotes, so that each character is parsed at
 * most twice, as quoted and as unquoted text.
 */
function findWhole(text: string): {
  readonly blocks: readonly Block[];
  readonly lostCount: number;
} {
  const blocks: Block[] = [];
  let lostCount = 0;
  /** True if no entity was lost since the last intact one, or the start. */
  let isSound = true;
  for (let start = text.indexOf("{"); start >= 0; ) {
    const end = endOfPairs(text, start) ?? endOfLines(text, start);
    if (end !== null && countControls(text.slice(start, end)) <= MAX_CONTROLS) {
      blocks.push({ start, end });
      isSound = true;
    } else if (isSound) {
      lostCount++;
      isSound = false;
    }
    start = text.indexOf("{", end ?? start + 1);
  }
  return { blocks, lostCount };
}

/**
 * Returns the end of a block of quoted pairs, whose strings may contain anything but a quote;
 * `null` if it is not such a block.
 */
function endOfPairs(text: string, start: number): number | null {
  let at = start + 1;
  for (let quoted = 0; ; quoted++) {
    at = skipSpace(text, at);
    if (text[at] === "}" && quoted % 2 === 0) return skipSpace(text, at + 1);
    if (text[at] !== '"') return null;
    at++;
    while (at < text.length && text[at] !== '"' && text[at] !== "\0") at++;
    if (text[at] !== '"') return null;
    at++;
  }
}

/**
 * Returns the end of a block with quoted strings on separate lines, which may contain stray quotes,
 * as in real maps; `null` if it is not such a block.
 */
function endOfLines(text: string, start: number): number | null {
  let at = start + 1;
  while (" \t\r".includes(text[at] ?? "-")) at++;
  if (text[at] !== "\n") return null;
  const line = /[^\n]*(?:\n|$)/y;
  for (line.lastIndex = at + 1; line.lastIndex < text.length; ) {
    const words = line.exec(text)![0].trim();
    if (words === "}") return skipSpace(text, line.lastIndex);
    const isPair = words.length > 1 && words.startsWith('"') && words.endsWith('"');
    if (!isPair || words.includes("\0")) return null;
  }
  return null;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text[at])) at++;
  return at;
}
