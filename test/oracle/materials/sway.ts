/**
 * Position of a swaying vertex, by `tree_sway.h` of the engine's public SDK, independent of the
 * shaders.
 */

import { dot, scaled, sumOf, type Triple, unitOf } from "./model.ts";

const saturate = (v: number) => Math.min(Math.max(v, 0), 1);

export interface SwayLook {
  readonly hangs?: boolean;
  readonly height: number;
  readonly startHeight: number;
  readonly radius: number;
  readonly startRadius: number;
  readonly speed: number;
  readonly strength: number;
  readonly frequency: number;
  readonly flutter: number;
  readonly fastScale: number;
  readonly flutterExponent: number;
  readonly exponent: number;
  readonly flutterSpeed: number;
  readonly lerpStart: number;
  readonly lerpEnd: number;
}

/** Returns the position in model space. `matrix`: 3x4, row-major. */
export function swayedVertex(
  at: Triple,
  matrix: readonly number[],
  wind: readonly [number, number],
  time: number,
  look: SwayLook,
): Triple {
  const blows = Math.hypot(...wind);
  const root = matrix[3] + matrix[7] + matrix[11];
  const inModel = [0, 1, 2].map(
    (k) => matrix[k] * wind[0] + matrix[4 + k] * wind[1],
  ) as never as Triple;
  const still = look.height * look.startHeight;
  const high = saturate((at[2] - still) / ((1 - look.startHeight) * look.height));
  const off = look.radius * look.startRadius;
  const far = saturate(
    Math.hypot(at[0] - off, at[1] - off) / ((1 - look.startRadius) * look.radius),
  );
  const above = at[2] - still >= 0 ? 1 : 0;
  const moves = look.hangs ? (at[2] - still <= 0 ? 1 : 0) : above;
  const flat: Triple = [at[0], at[1], 0];
  const facing = Math.abs(dot(inModel, flat));
  const across =
    1 -
    saturate(
      facing / (Math.max(Math.hypot(...inModel), 1e-4) * Math.max(Math.hypot(...flat), 1e-4)),
    );
  const trunk = look.strength * high ** look.exponent;
  const branch = look.hangs ? 0 : look.strength * across * far * moves;
  const later = root * 19;
  const moment = (time + later) * look.speed;
  const between = saturate((blows - look.lerpStart) / (look.lerpEnd - look.lerpStart));
  const fast = between * between * (3 - 2 * between);
  const lerp = (a: number, b: number) => a + (b - a) * fast;
  const first = lerp(Math.sin(moment), Math.sin(look.fastScale * moment));
  const second = lerp(Math.sin(2.31 * moment), Math.sin(2.14 * look.fastScale * moment));
  const leaf = far ** look.flutterExponent * look.flutter * moves;
  const unit = unitOf(at);
  const by = look.hangs ? [0.5, 0.5, 1] : [1, 1, 1];
  const flutter = [1, 2, 0].map(
    (axis, k) =>
      blows *
      leaf *
      by[k] *
      Math.sin(look.flutterSpeed * time + unit[axis] * look.frequency + later),
  ) as never as Triple;
  return sumOf(at, scaled(inModel, trunk * (first + 0.1) + branch * (second + 0.4)), flutter);
}
