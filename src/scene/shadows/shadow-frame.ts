/**
 * Where the shadow of a model lies: a box along the direction in which it falls, as
 * `BuildRenderToTextureShadow` of Valve's public `clientshadowmgr.cpp` lays it around the model's own box.
 */

import { cross, dot, normalize } from "../../math/vec3.ts";

/** Texels an inch of the model: `TEXEL_SIZE_PER_CASTER_SIZE`. */
export const TEXELS_PER_INCH = 2;
/** Of 255: by how much a shadow is lighter where it ends. */
const MAX_FALLOFF = 240;

export interface ShadowFrame {
  /** 3: where depth is 0, in the middle of the picture. */
  readonly origin: Float64Array;
  /** 3 each, unit length: where the picture's s and t rise, and where the shadow falls. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly direction: readonly [number, number, number];
  /** Inches. */
  readonly width: number;
  readonly height: number;
  /** Depth up to which it is as dark as it gets, and at which it ends. */
  readonly falloffStart: number;
  readonly depth: number;
  /**
   * 4 each: what of the world is behind the model, where dot(xyz, p) >= w. Beyond the sides of its box that face
   * where the light comes from nothing is in its shadow.
   */
  readonly behind: Float64Array;
}

/**
 * @param mins of the model's box in its own space, inches
 * @param worldFromModel 3x4 row-major: turned and scaled alike
 * @param distance inches that the shadow falls behind the sphere around the model
 */
export function frameShadow(
  mins: ArrayLike<number>,
  maxs: ArrayLike<number>,
  worldFromModel: ArrayLike<number>,
  direction: readonly [number, number, number],
  distance: number,
): ShadowFrame {
  const m = worldFromModel;
  const scale = Math.hypot(m[0], m[4], m[8]);
  /** The model's axes, and how they lie to the direction. */
  const axes = [0, 1, 2].map((c) => [m[c] / scale, m[4 + c] / scale, m[8 + c] / scale]);
  const along = axes.map((axis) => dot(axis, direction));
  const size = [0, 1, 2].map((c) => (maxs[c] - mins[c]) * scale);

  let y = [0, 0, 0];
  let longest = 0;
  for (let c = 0; c < 3; c++) {
    const across = axes[c].map((value, k) => (value - direction[k] * along[c]) * size[c]);
    const square = dot(across, across);
    if (square <= longest) continue;
    longest = square;
    y = across;
  }
  // Any axis does for a box without size.
  y = normalize(y, [0, 1, 0]);
  const x = cross(y, direction);
  const reach = (to: readonly number[]) =>
    axes.reduce((sum, axis, c) => sum + size[c] * Math.abs(dot(axis, to)), 0) + 2 * TEXELS_PER_INCH;

  const middle = [0, 1, 2].map((c) => ((mins[c] + maxs[c]) / 2) * scale);
  // From the middle back to where the box begins.
  const back = -along.reduce((sum, value, c) => sum + (Math.abs(value) * size[c]) / 2, 0);
  const origin = [0, 1, 2].map(
    (k) =>
      m[k * 4 + 3] +
      axes.reduce((sum, axis, c) => sum + axis[k] * middle[c], 0) +
      direction[k] * back,
  );
  const falloffStart = Math.hypot(...size) / 2 - back;

  const behind = new Float64Array(12);
  for (let c = 0; c < 3; c++) {
    const isAtMost = along[c] < 0;
    const side = isAtMost ? 1 : -1;
    const corner = (isAtMost ? maxs[c] : mins[c]) * scale;
    const place = [m[3], m[7], m[11]];
    behind.set(
      axes[c].map((value) => -side * value),
      c * 4,
    );
    behind[c * 4 + 3] = -side * (dot(axes[c], place) + corner);
  }
  return {
    origin: Float64Array.from(origin),
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    direction,
    width: reach(x),
    height: reach(y),
    falloffStart,
    depth: distance + falloffStart,
    behind,
  };
}

/**
 * How much lighter a shadow is at a depth, 0 to 1: nothing up to where it begins to fall off, then by so much an inch
 * as the manager tells its engine; how that goes on between the two is in no public source, and taken for linear.
 */
export function falloffAt({ falloffStart, depth }: ShadowFrame, at: number): number {
  const part = (at - falloffStart) / Math.max(1e-3, depth - falloffStart);
  return (Math.min(1, Math.max(0, part)) * MAX_FALLOFF) / 255;
}

/** The depth at which it is as light as that, or at which it ends. */
export function depthOfFalloff({ falloffStart, depth }: ShadowFrame, falloff: number): number {
  const part = Math.min(1, (falloff * 255) / MAX_FALLOFF);
  return falloffStart + part * (depth - falloffStart);
}
