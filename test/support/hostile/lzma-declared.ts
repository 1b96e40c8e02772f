/** Builds a .lzma file that declares a much larger size than its data unpack to. */

import { compress } from "lzma1";

export function lzmaDeclared(byteLength: number, dataBytes: number): Uint8Array {
  let state = 1;
  const noise = Uint8Array.from({ length: dataBytes }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state >>> 24;
  });
  const file = compress(noise, 1).slice();
  new DataView(file.buffer).setBigUint64(5, BigInt(byteLength), true);
  return file;
}
