/**
 * Spotlight beams and light glows by the engine's sources: `view_beams.cpp` (`DrawBeamWithHalo`,
 * `DrawBeam`), `beamdraw.cpp` (`DrawSegs`, `DrawHalo`) and `point_spotlight.cpp`; `c_lightglow.cpp`
 * and `glow_overlay.cpp` (`CalcBasis`).
 */

import { decodeSrgb, type Rgb } from "../light/color.ts";
import type { Vector } from "./sprites.ts";

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vector, s: number, b: Vector): Vector => [
  a[0] + s * b[0],
  a[1] + s * b[1],
  a[2] + s * b[2],
];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector => plus([0, 0, 0], 1 / Math.hypot(...a), a);

/** `RemapVal`, and `RemapValClamped`. */
const remap = (value: number, a: number, b: number, c: number, d: number) =>
  a === b ? (value >= b ? d : c) : c + ((d - c) * (value - a)) / (b - a);
const clamp = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most);
function remapClamped(value: number, a: number, b: number, c: number, d: number): number {
  if (a === b) return value >= b ? d : c;
  return c + (d - c) * clamp((value - a) / (b - a), 0, 1);
}

export interface Spotlight {
  readonly start: Vector;
  readonly end: Vector;
  readonly width: number;
  /** `rendercolor`, 0 to 255. */
  readonly color: Rgb;
}

function distanceToLine({ start, end }: Spotlight, eye: Vector): number {
  const direction = unit(minus(end, start));
  const closest = plus(start, dot(minus(eye, start), direction), direction);
  return Math.hypot(...minus(eye, closest));
}

/**
 * Returns the light that a beam with a one-color texture adds on black at a fraction of its length.
 */
export function beamLight(light: Spotlight, eye: Vector, part: number, texel: Vector): Vector {
  const threshold = light.width * 4;
  const distance = distanceToLine(light, eye);
  const near =
    distance < threshold ? clamp(remap(distance, threshold, light.width, 1, 0), 0, 1) : 1;
  // Two vertices; the second is past its fade.
  const shade = 1 - part;
  return [0, 1, 2].map((k) => {
    const stored = (light.color[k] / 255) * (64 / 255) * near;
    return decodeSrgb(texel[k]) * stored ** 2.2 * shade;
  }) as unknown as Vector;
}

/**
 * Returns a corner at fraction `part` of the length and side −1 or 1. The texture starts on the
 * left.
 */
export function beamCorner(light: Spotlight, eye: Vector, part: number, side: number): Vector {
  const { start, end, width } = light;
  const normal = unit(cross(minus(start, end), minus(start, eye)));
  // Each segment is twice the width wide, half on either side.
  return plus(plus(start, part, minus(end, start)), -side * 0.5 * (width * 2), normal);
}

/** Returns a halo's stored brightness and half its edge. */
export function halo(
  light: Spotlight,
  eye: Vector,
): { readonly fade: number; readonly half: number } {
  const facing = dot(unit(minus(light.end, light.start)), unit(minus(eye, light.start)));
  const fade = facing < 0 ? 0 : facing * 2;
  const scale = remap(distanceToLine(light, eye), light.width * 4, light.width * 0.5, 1, 2);
  return { fade: clamp(fade * fade, 0, 1), half: clamp(scale, 1, 2) * 60 };
}

export interface LightGlow {
  readonly origin: Vector;
  readonly direction: Vector;
  readonly isOneSided: boolean;
  readonly distances: readonly [least: number, most: number, outer: number];
}

/** Returns the factor of the stored color. */
export function lightGlowFade(glow: LightGlow, eye: Vector): number {
  const toEye = minus(eye, glow.origin);
  const away = Math.hypot(...toEye);
  if (glow.isOneSided && dot(toEye, glow.direction) < 0) return 0;
  const [least, most, outer] = glow.distances;
  if (outer > most && away > most) return remapClamped(away, most, outer, 1, 0);
  return remapClamped(away, least, most, 0, 1);
}

/** Returns a corner of the glow's picture, 100 inches in front of the eye. */
export function lightGlowCorner(
  origin: Vector,
  eye: Vector,
  size: readonly [number, number],
  [s, t]: readonly [number, number],
): Vector {
  const toGlow = unit(minus(origin, eye));
  const right = unit(cross(toGlow, [0, 0, 1]));
  const up = unit(cross(right, toGlow));
  return plus(plus(plus(eye, 100, toGlow), s * size[0], right), t * size[1], up);
}
