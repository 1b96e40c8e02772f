/**
 * Byte arrays that only the reader holds, so that they may be transferred to another thread. Bytes
 * from archives and servers may instead be views of cached data, and must be copied.
 */
const given = new WeakSet<Uint8Array>();

export function giveBytes(bytes: Uint8Array): Uint8Array {
  given.add(bytes);
  return bytes;
}

export function isGiven(bytes: Uint8Array): boolean {
  return given.has(bytes);
}
