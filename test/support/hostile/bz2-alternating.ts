/** Builds empty streams of 14 bytes each, with alternating small and large block sizes. */
export function bz2Alternating(streams: number): Uint8Array {
  const end = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 0, 0, 0, 0];
  const bytes = new Uint8Array(streams * 14);
  for (let i = 0; i < streams; i++) {
    const level = i % 2 === 0 ? 0x31 : 0x39;
    bytes.set([0x42, 0x5a, 0x68, level, ...end], i * 14);
  }
  return bytes;
}
