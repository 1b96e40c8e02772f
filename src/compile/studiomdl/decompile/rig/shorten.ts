import type { QcVector } from "../../qc/qc-types.ts";

/** Returns the shortest decimal of a 32-bit float: 0.2, not 0.20000000298. */
export function shorten(value: number): number {
  const short = Number(value.toPrecision(7));
  return Math.fround(short) === Math.fround(value) ? short + 0 : Number(value.toPrecision(9)) + 0;
}

export function shortVector([x, y, z]: QcVector): QcVector {
  return [shorten(x), shorten(y), shorten(z)];
}
