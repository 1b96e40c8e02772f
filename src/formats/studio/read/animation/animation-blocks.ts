/** Reads the animation blocks of an `.ani` file. */

import { STUDIOHDR } from "../../records/header.ts";
import { ANIM_BLOCK } from "../../records/motion.ts";
import { ANIM_BLOCK_LAYOUT, type MdlReader } from "../mdl-reader.ts";
import { type FoundTable, StudioReader } from "../studio-reader.ts";

/** "IDAG", little-endian. */
const ANI_ID = 0x47414449;
/** Size of the part of `studiohdr_t` that an `.ani` file begins with. */
const HEADER_BYTES = STUDIOHDR.at.checksum;

/**
 * Places of the blocks in the `.ani` file, stored in the MDL. Read with the MDL, because the `.ani`
 * file may be loaded much later.
 */
export interface BlockTable {
  readonly mdl: MdlReader;
  readonly table: FoundTable;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/** A range of bytes of an `.ani` file, with its offset. */
export interface AniPart {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** @throws FormatError of the format MDL */
export function readBlockTable(mdl: MdlReader): BlockTable {
  const table = mdl.find(STUDIOHDR.tables.animblockindex);
  return { mdl, table, ...mdl.columns(table, ANIM_BLOCK_LAYOUT) };
}

/** Whether the block exists. Compilers write block −1 if they left out an animation's data. */
function hasBlock({ table }: BlockTable, block: number): boolean {
  return block > 0 && block < table.count;
}

/**
 * Lists the ranges of an `.ani` file to read for some of its blocks: its header, and the blocks.
 * @throws FormatError (MDL) for blocks outside the file
 */
export function listBlockParts(
  blocks: BlockTable,
  wanted: readonly number[],
  fileBytes: number,
): { at: number; byteLength: number }[] {
  checkBlocks(blocks, fileBytes);
  const { start, end } = blocks;
  const found = [...new Set(wanted)].filter((block) => hasBlock(blocks, block));
  const header = { at: 0, byteLength: Math.min(HEADER_BYTES, fileBytes) };
  return [header, ...found.map((i) => ({ at: start[i], byteLength: end[i] - start[i] }))];
}

function checkBlocks({ mdl, table, start, end }: BlockTable, fileBytes: number): void {
  for (let block = 1; block < table.count; block++) {
    if (start[block] >= 0 && start[block] <= end[block] && end[block] <= fileBytes) continue;
    const at = table.at + block * table.bytes;
    const found = `${start[block]} to ${end[block]}`;
    throw mdl.error("bad-offset", table.where, at, `bytes of ${fileBytes}`, found);
  }
}

/**
 * An `.ani` file or parts of it: blocks of animation data, at places stored in the MDL. Each block
 * is read on its own, like in the engine, so that the result does not depend on which others are
 * loaded.
 */
export class AnimationBlocks {
  readonly #table: BlockTable;
  readonly #parts: readonly AniPart[];
  /** Readers by block; `undefined` for blocks not yet opened. */
  readonly #readers: (StudioReader | undefined)[];

  /**
   * @param parts ranges of the file, of which the first is its start. Blocks outside of all parts
   * are missing
   * @param fileBytes size of the whole file
   * @throws FormatError for a file that is not an ANI, and for blocks outside the file
   */
  constructor(table: BlockTable, parts: readonly AniPart[], fileBytes: number) {
    const header = new StudioReader("ANI", parts[0].bytes);
    header.header(STUDIOHDR.name, HEADER_BYTES);
    if (header.i32(0) !== ANI_ID) {
      throw header.error("bad-magic", STUDIOHDR.name, 0, "IDAG", header.fixedString(0, 4));
    }
    checkBlocks(table, fileBytes);
    this.#table = table;
    this.#parts = parts;
    this.#readers = new Array(table.table.count);
  }

  /** Number of blocks in the MDL. The first one is unused. */
  get count(): number {
    return this.#table.table.count;
  }

  has(block: number): boolean {
    return hasBlock(this.#table, block) && this.#find(block) !== undefined;
  }

  /** Returns a reader of an available block. Offsets are from the block's start. */
  open(block: number): StudioReader {
    const known = this.#readers[block];
    if (known !== undefined) return known;
    const { at, bytes } = this.#find(block) as AniPart;
    const start = this.#table.start[block];
    const data = bytes.subarray(start - at, this.#table.end[block] - at);
    const reader = new StudioReader("ANI", data, true, start);
    this.#readers[block] = reader;
    return reader;
  }

  /** Throws FormatError (ANI) unless an offset is inside a block. */
  place(block: number, index: number): number {
    const reader = this.open(block);
    const size = reader.bytes.length;
    if (index >= 0 && index < size) return index;
    const expected = `a place in the ${size} bytes of block ${block}`;
    throw reader.error("bad-offset", ANIM_BLOCK.name, 0, expected, index);
  }

  #find(block: number): AniPart | undefined {
    const [start, end] = [this.#table.start[block], this.#table.end[block]];
    return this.#parts.find(({ at, bytes }) => at <= start && end <= at + bytes.length);
  }
}
