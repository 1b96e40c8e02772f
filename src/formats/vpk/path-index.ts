/** Finds rows by path without keeping a string for each. */

/** Another in each session, so that no file can be made of paths that all meet in one slot. */
const HASH_START = Math.floor(Math.random() * 2 ** 32);
const HASH_PRIME = 0x01000193;

/** FNV-1a, a byte at a time. Bytes of an ASCII text are its UTF-16 units. */
export function hashByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, HASH_PRIME);
}

export function hashAscii(text: string, start = HASH_START): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = hashByte(hash, text.charCodeAt(i));
  return hash;
}

/** An open-addressed table of rows. What is in it is compared by path, which its owner knows. */
export class PathIndex {
  readonly #slots: Int32Array;
  readonly #hashes: Int32Array;
  readonly #mask: number;

  /** Never more than half full. */
  constructor(rowCount: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(rowCount, 1) * 2));
    this.#slots = new Int32Array(size).fill(-1);
    this.#hashes = new Int32Array(rowCount);
    this.#mask = size - 1;
  }

  /** A row that `isSame` finds to have the path of one that is here already is left out: false. */
  add(row: number, hash: number, isSame: (other: number) => boolean): boolean {
    let slot = this.#spread(hash);
    for (let other = this.#slots[slot]; other >= 0; other = this.#slots[slot]) {
      if (this.#hashes[other] === (hash | 0) && isSame(other)) return false;
      slot = (slot + 1) & this.#mask;
    }
    this.#slots[slot] = row;
    this.#hashes[row] = hash;
    return true;
  }

  /** The first row with this hash that `isIt` takes, or -1. */
  find(hash: number, isIt: (row: number) => boolean): number {
    for (let slot = this.#spread(hash); ; slot = (slot + 1) & this.#mask) {
      const row = this.#slots[slot];
      if (row < 0) return -1;
      if (this.#hashes[row] === (hash | 0) && isIt(row)) return row;
    }
  }

  /** FNV's low bits are its weakest. */
  #spread(hash: number): number {
    return (hash ^ (hash >>> 15)) & this.#mask;
  }
}
