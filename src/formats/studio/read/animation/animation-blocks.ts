import type { FoundTable, MdlReader } from "../mdl-reader.ts";
import { ANIMATION_BLOCK, HEADER_TABLES } from "../mdl-tables.ts";
import { StudioReader } from "../studio-reader.ts";

/** "IDAG", little-endian. */
const ANI_ID = 0x47414449;

/** Where an MDL says that the blocks of its `.ani` file lie: read with it, as the file may come long after. */
export interface BlockTable {
  readonly mdl: MdlReader;
  readonly table: FoundTable;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/** @throws FormatError of the format MDL */
export function readBlockTable(mdl: MdlReader): BlockTable {
  const table = mdl.find(HEADER_TABLES.animationBlocks);
  return { mdl, table, ...mdl.columns(table, ANIMATION_BLOCK) };
}

/** Whether there is such a block: compilers write a block of -1 where they left an animation's data out. */
export function hasBlock({ table }: BlockTable, block: number): boolean {
  return block > 0 && block < table.count;
}

/** An `.ani` file: animation data in blocks, whose places the MDL has. */
export class AnimationBlocks {
  readonly reader: StudioReader;
  readonly #start: Int32Array;
  readonly #end: Int32Array;

  /** Throws FormatError for what is no ANI, and for blocks that do not lie in it. */
  constructor({ mdl, table, start, end }: BlockTable, bytes: Uint8Array) {
    this.reader = new StudioReader("ANI", bytes);
    this.reader.header("studiohdr_t", 8);
    if (this.reader.i32(0) !== ANI_ID) {
      const found = this.reader.fixedString(0, 4);
      throw this.reader.error("bad-magic", "studiohdr_t", 0, "IDAG", found);
    }
    for (let block = 1; block < table.count; block++) {
      if (start[block] >= 0 && start[block] <= end[block] && end[block] <= bytes.length) continue;
      const at = table.at + block * table.bytes;
      const found = `${start[block]} to ${end[block]}`;
      throw mdl.error("bad-offset", table.where, at, `bytes of ${bytes.length}`, found);
    }
    this.#start = start;
    this.#end = end;
  }

  has(block: number): boolean {
    return block > 0 && block < this.#start.length;
  }

  /** The byte of the file that is `index` bytes into a block. */
  find(block: number, index: number): number {
    const size = this.#end[block] - this.#start[block];
    if (index < 0 || index >= size) {
      const expected = `a place in the ${size} bytes of block ${block}`;
      throw this.reader.error(
        "bad-offset",
        "mstudioanimblock_t",
        this.#start[block],
        expected,
        index,
      );
    }
    return this.#start[block] + index;
  }
}
