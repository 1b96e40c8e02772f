/** Returns reproducible pseudo-random bytes: the high bytes of a linear congruential generator. */
export function seededBytes(byteLength: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: byteLength }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/** Returns BC7 blocks of all eight modes in turn. */
export function seededBc7(count: number): Uint8Array {
  const blocks = seededBytes(count * 16);
  for (let n = 0; n < count; n++) {
    const mode = n & 7;
    blocks[n * 16] = (blocks[n * 16] & ~((2 << mode) - 1)) | (1 << mode);
  }
  return blocks;
}

/** First bits of the fourteen BC6H modes and two of the four reserved ones. */
const BC6H_STARTS = [0, 1, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 31];

/** Returns BC6H blocks of all of these in turn. */
export function seededBc6h(count: number): Uint8Array {
  const blocks = seededBytes(count * 16);
  for (let n = 0; n < count; n++) {
    const start = BC6H_STARTS[n & 15];
    blocks[n * 16] = (blocks[n * 16] & ~(start < 2 ? 3 : 31)) | start;
  }
  return blocks;
}
