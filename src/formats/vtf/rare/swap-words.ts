/** Turns round every whole group of so many bytes. */
export function swapWords(bytes: Uint8Array, size: number): void {
  for (let at = 0; at + size <= bytes.length; at += size) {
    for (let i = 0, j = size - 1; i < j; i++, j--) {
      const kept = bytes[at + i];
      bytes[at + i] = bytes[at + j];
      bytes[at + j] = kept;
    }
  }
}
