import type { FoundTable, MdlReader } from "../mdl-reader.ts";
import { ANIMATION_BLOCK, HEADER_TABLES } from "../mdl-tables.ts";
import { StudioReader } from "../studio-reader.ts";

/** "IDAG", little-endian. */
const ANI_ID = 0x47414449;
const HEADER_BYTES = 8;

/** Where an MDL says that the blocks of its `.ani` file lie: read with it, as the file may come long after. */
export interface BlockTable {
  readonly mdl: MdlReader;
  readonly table: FoundTable;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/** Bytes of an `.ani` file, and where in it they lie. */
export interface AniPart {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** @throws FormatError of the format MDL */
export function readBlockTable(mdl: MdlReader): BlockTable {
  const table = mdl.find(HEADER_TABLES.animationBlocks);
  return { mdl, table, ...mdl.columns(table, ANIMATION_BLOCK) };
}

/** Whether there is such a block: compilers write a block of -1 where they left an animation's data out. */
function hasBlock({ table }: BlockTable, block: number): boolean {
  return block > 0 && block < table.count;
}

/**
 * What is read of an `.ani` file so that some of its blocks are there: its header, and they.
 * @throws FormatError (MDL) of blocks that do not lie in it
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
 * An `.ani` file, or parts of it: animation data in blocks, whose places the MDL has. Each is read by itself, as the
 * engine loads it, so that it is the same whether the others are there.
 */
export class AnimationBlocks {
  readonly #table: BlockTable;
  readonly #parts: readonly AniPart[];
  /** By block; those that nothing was read of yet have none. */
  readonly #readers: (StudioReader | undefined)[];

  /**
   * @param parts the first is where the file begins; blocks that lie in none are not there
   * @param fileBytes of all of it
   * @throws FormatError for what is no ANI, and for blocks that do not lie in it
   */
  constructor(table: BlockTable, parts: readonly AniPart[], fileBytes: number) {
    const header = new StudioReader("ANI", parts[0].bytes);
    header.header("studiohdr_t", HEADER_BYTES);
    if (header.i32(0) !== ANI_ID) {
      throw header.error("bad-magic", "studiohdr_t", 0, "IDAG", header.fixedString(0, 4));
    }
    checkBlocks(table, fileBytes);
    this.#table = table;
    this.#parts = parts;
    this.#readers = new Array(table.table.count);
  }

  /** Blocks that the MDL names: the first is none. */
  get count(): number {
    return this.#table.table.count;
  }

  has(block: number): boolean {
    return hasBlock(this.#table, block) && this.#find(block) !== undefined;
  }

  /** What reads a block that is there: offsets are from where it begins. */
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

  /** Checks that a place is in a block. @throws FormatError (ANI) */
  place(block: number, index: number): number {
    const reader = this.open(block);
    const size = reader.bytes.length;
    if (index >= 0 && index < size) return index;
    const expected = `a place in the ${size} bytes of block ${block}`;
    throw reader.error("bad-offset", "mstudioanimblock_t", 0, expected, index);
  }

  #find(block: number): AniPart | undefined {
    const [start, end] = [this.#table.start[block], this.#table.end[block]];
    return this.#parts.find(({ at, bytes }) => at <= start && end <= at + bytes.length);
  }
}
