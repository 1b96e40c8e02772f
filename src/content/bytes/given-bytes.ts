/**
 * Bytes that were read for whoever asked, and that nobody else holds: they may be handed to another thread as they
 * are. Those of archives and of servers may be parts of what is kept.
 */
const given = new WeakSet<Uint8Array>();

export function giveBytes(bytes: Uint8Array): Uint8Array {
  given.add(bytes);
  return bytes;
}

export function isGiven(bytes: Uint8Array): boolean {
  return given.has(bytes);
}
