/** Targets with faults of known kinds, to hold the fuzzer to. */

import type { Target } from "../targets/target.ts";

const toy = (name: string, read: Target["read"], seed: Uint8Array = new Uint8Array(8)): Target => ({
  name,
  does: "a fault of a known kind",
  code: ["test/fuzz/session/toy-"],
  form: "bytes",
  seeds: () => [seed],
  sentences: /^a sentence of its own$/,
  read,
});

/** A word that stands here, and three bytes of which one in 16 will do: by chance together one in 2^44. */
function walkMaze(bytes: Uint8Array): void {
  if (bytes.length < 8 || new DataView(bytes.buffer).getUint32(0, true) !== 0x455a414d) return;
  if (bytes[4] >> 4 !== 0xa) return;
  if (bytes[5] >> 4 !== 0x5) return;
  if (bytes[6] >> 4 !== 0x3) return;
  throw new TypeError("the maze's end");
}

export const TOYS: readonly Target[] = [
  toy("maze", walkMaze, new Uint8Array(16)),
  toy("thrower", (bytes) => {
    if (bytes.length > 3 && bytes[3] !== 0) throw new RangeError(`byte ${bytes[3]}`);
  }),
  toy("talker", () => {
    throw new Error("a sentence of its own");
  }),
  toy("stray", (bytes) => {
    if (bytes[0] === 1) void Promise.reject(new TypeError("nobody waits"));
  }),
  toy("writer", (bytes) => {
    if (bytes[0] === 1) bytes[1]++;
  }),
  toy("whole", (bytes, _, part) => {
    if (bytes.length === 0 || bytes[0] < 128) return;
    if (part === null) throw new TypeError("all of the work");
  }),
  toy("hanger", (bytes) => {
    while (bytes[0] === 1) bytes[1] = 0;
  }),
  toy("sleeper", (bytes) => new Promise((wake) => setTimeout(wake, bytes[0] * 100))),
];
