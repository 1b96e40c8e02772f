/** How light entities write falloff. Facts from vrad's `lightmap.cpp`. */

import { numberOf } from "../../../formats/bsp/layouts/light-values.ts";
import type { Entity } from "../../../formats/bsp/types.ts";
import { NO_CAP } from "./lights.ts";

export interface Falloff {
  readonly constant: number;
  readonly linear: number;
  readonly quadratic: number;
  readonly fadeStart: number;
  readonly fadeEnd: number;
  readonly capDistance: number;
  /** What the intensity is multiplied by: attenuations are given for brightness at 100 inches. */
  readonly intensityScale: number;
}

const ATTENUATION_EPSILON = 0.001;

export function parseFalloff(entity: Entity): Falloff {
  const half = numberOf(entity, "_fifty_percent_distance");
  if (half !== 0) return solveFalloff(half, entity);
  const positive = (key: string) => {
    const value = numberOf(entity, key);
    return value < ATTENUATION_EPSILON ? 0 : value;
  };
  let constant = positive("_constant_attn");
  const linear = positive("_linear_attn");
  const quadratic = positive("_quadratic_attn");
  if (constant === 0 && linear === 0 && quadratic === 0) constant = 1;
  return {
    constant,
    linear,
    quadratic,
    fadeStart: 0,
    fadeEnd: -1,
    capDistance: NO_CAP,
    intensityScale: constant + 100 * linear + 10000 * quadratic,
  };
}

/** Half the light at one distance, 1/256 of it at another: 1 / light is quadratic in between. */
function solveFalloff(half: number, entity: Entity): Falloff {
  let none = numberOf(entity, "_zero_percent_distance");
  if (none < half) none = 2 * half;
  let [a, b, c] = solveMonotonic(half, none);
  const scale = 2 / (c + half * (b + half * a));
  a *= scale;
  b *= scale;
  c *= scale;
  let fadeStart = 0;
  let fadeEnd = -1;
  let capDistance = NO_CAP;
  if (numberOf(entity, "_hardfalloff") !== 0) {
    fadeEnd = none;
    fadeStart = 0.75 * none + 0.25 * half;
  } else if (a !== 0) {
    // Past its lowest point the light would grow again: it is faded out from there.
    const lowest = -b / (2 * a);
    if (lowest > 0) {
      capDistance = lowest;
      fadeStart = lowest;
      fadeEnd = 10 * lowest;
    }
  }
  return {
    constant: c,
    linear: b,
    quadratic: a,
    fadeStart,
    fadeEnd,
    capDistance,
    intensityScale: 1,
  };
}

/** A parabola through (0, 1), (half, 2) and (none, 256), bent towards a line until it only rises. */
function solveMonotonic(half: number, none: number): [a: number, b: number, c: number] {
  let a = 0;
  let b = 1;
  for (let step = 0; step <= 20; step++) {
    const blend = step * 0.05;
    const straight = 1 + (255 * half) / none;
    const middle = (1 - blend) * 2 + blend * straight;
    const determinant = half * none * (none - half);
    if (determinant === 0) break;
    a = (half * (256 - 1) - none * (middle - 1)) / determinant;
    b = (none * none * (middle - 1) - half * half * (256 - 1)) / determinant;
    if (2 * a + b >= 0) break;
  }
  return [a, b, 1];
}
