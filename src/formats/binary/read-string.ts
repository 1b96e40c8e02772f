const decoder = new TextDecoder("utf-8");

/** The text from `start` to the next NUL, or to `end` where there is none before it. */
export function readCString(bytes: Uint8Array, start: number, end = bytes.length): string {
  let stop = bytes.indexOf(0, start);
  if (stop < 0 || stop > end) stop = end;
  return decoder.decode(bytes.subarray(start, stop));
}
