/** Detects bzip2 files. */

export function isBz2(bytes: Uint8Array): boolean {
  return (
    bytes.length >= 4 &&
    bytes[0] === 0x42 &&
    bytes[1] === 0x5a &&
    bytes[2] === 0x68 &&
    bytes[3] >= 0x31 &&
    bytes[3] <= 0x39
  );
}
