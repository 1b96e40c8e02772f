/** Curves that several particle functions share. */

import type { Params } from "./params.ts";

export const clamp01 = (value: number): number => Math.min(Math.max(value, 0), 1);

/** Returns where a value lies between two others, 0 to 1. If they are equal, 1 from there on. */
export function ramp(from: number, to: number, value: number): number {
  if (from === to) return value < to ? 0 : 1;
  return clamp01((value - from) / (to - from));
}

/** Returns the length of a vector. `Math.hypot` takes ten times as long, for numbers that none has. */
export const lengthOf = (x: number, y: number, z: number): number =>
  Math.sqrt(x * x + y * y + z * z);

export const smooth = (t: number): number => t * t * (3 - 2 * t);

/** Bends a ramp: 0.5 keeps it straight, more raises it, less lowers it (Schlick, 1994). */
export const bias = (t: number, amount: number): number =>
  amount === 0.5 ? t : t / ((1 / amount - 2) * (1 - t) + 1);

/** Limits a bias parameter to the open range that `bias` is defined for. */
export const clampBias = (amount: number): number => Math.min(Math.max(amount, 1e-4), 1 - 1e-4);

/** Returns a random number between two others; an exponent above 1 prefers the first. */
export function spread(random: number, from: number, to: number, exponent: number): number {
  return from + (to - from) * (exponent === 1 ? random : random ** exponent);
}

/** Times at which a function fades in and out, in seconds of its system, or of a cycle from 0 to 1. */
export interface Fade {
  readonly startIn: number;
  readonly endIn: number;
  readonly startOut: number;
  readonly endOut: number;
  /** Length of the cycle in seconds; 0 if the function fades once. */
  readonly cycle: number;
}

/** Returns null for a function that is always in full effect. */
export function readFade(params: Params): Fade | null {
  const fade = {
    startIn: params.number("operator start fadein", 0),
    endIn: params.number("operator end fadein", 0),
    startOut: params.number("operator start fadeout", 0),
    endOut: params.number("operator end fadeout", 0),
    cycle: Math.max(0, params.number("operator fade oscillate", 0)),
  };
  return fade.endIn <= 0 && fade.endOut <= 0 ? null : fade;
}

/** Returns the effect of a function, 0 to 1. A fade-out that ends at 0 is ignored. */
export function strengthAt(fade: Fade | null, seconds: number): number {
  if (fade === null) return 1;
  const time = fade.cycle > 0 ? (seconds / fade.cycle) % 1 : seconds;
  const rise = fade.endIn > 0 ? ramp(fade.startIn, fade.endIn, time) : 1;
  const fall = fade.endOut > 0 ? 1 - ramp(fade.startOut, fade.endOut, time) : 1;
  return Math.min(rise, fall);
}
