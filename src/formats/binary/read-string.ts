/** Reads zero-terminated strings. */

const decoder = new TextDecoder("utf-8");

/** Returns the text from `start` to the next NUL, or to `end` if there is none before it. */
export function readCString(bytes: Uint8Array, start: number, end = bytes.length): string {
  // Searches only up to `end`: a file without NULs would be scanned completely for each of its
  // names.
  const room = bytes.subarray(start, end);
  const stop = room.indexOf(0);
  return decoder.decode(stop < 0 ? room : room.subarray(0, stop));
}
