const decoder = new TextDecoder("utf-8");

/** The text from `start` to the next NUL, or to `end` where there is none before it. */
export function readCString(bytes: Uint8Array, start: number, end = bytes.length): string {
  // Not searched past its end: a file may have no other NUL, and ask for a thousand names.
  const room = bytes.subarray(start, end);
  const stop = room.indexOf(0);
  return decoder.decode(stop < 0 ? room : room.subarray(0, stop));
}
