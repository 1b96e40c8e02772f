/** Luxels as light, and what of a change is seen. */

/** Powers of two of all exponents. */
const SCALE = Float64Array.from({ length: 256 }, (_, i) => 2 ** ((i << 24) >> 24));
const GAMMA = 1 / 2.2;

/** Linear, of a channel: 1 is full light. */
export const linearOf = (bytes: Uint8Array, at: number, channel: number): number =>
  (bytes[at + channel] * SCALE[bytes[at + 3]]) / 255;

/** Steps of 255 between two values as a screen shows them. */
export function levelsOf(a: number, b: number): number {
  if (a === b) return 0;
  return Math.abs(Math.min(1, a) ** GAMMA - Math.min(1, b) ** GAMMA) * 255;
}
