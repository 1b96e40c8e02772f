/** Bit sets over `Uint32Array`: bit i is bit (i & 31) of word (i >>> 5). */

export function createBitSet(bitCount: number): Uint32Array {
  return new Uint32Array((bitCount + 31) >>> 5);
}

export function hasBit(words: Uint32Array, bit: number): boolean {
  return ((words[bit >>> 5] >>> (bit & 31)) & 1) === 1;
}

export function setBit(words: Uint32Array, bit: number): void {
  words[bit >>> 5] |= 1 << (bit & 31);
}

/** Sets bits 0 to bitCount - 1 and clears the rest of the last word. */
export function setAllBits(words: Uint32Array, bitCount: number): void {
  words.fill(0xffffffff);
  if ((bitCount & 31) !== 0) words[bitCount >>> 5] = (1 << (bitCount & 31)) - 1;
}

export function countBits(words: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < words.length; i++) {
    let word = words[i];
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return count;
}
