/**
 * Computes the box that a model's shadow occupies along its direction, as
 * `BuildRenderToTextureShadow` of Valve's public `clientshadowmgr.cpp` does from the model's box.
 */

import { cross, dot, normalize } from "../../math/vec3.ts";

/** Texels per inch of the model: `TEXEL_SIZE_PER_CASTER_SIZE`. */
export const TEXELS_PER_INCH = 2;
/** Lightening of the shadow at its end, of 255. */
const MAX_FALLOFF = 240;

export interface ShadowFrame {
  /** Point of depth 0 at the centre of the shadow texture, 3 numbers. */
  readonly origin: Float64Array;
  /**
   * Unit vectors along which s and t increase, 3 numbers each; `direction` is where the shadow
   * falls.
   */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly direction: readonly [number, number, number];
  /** Size in inches. */
  readonly width: number;
  readonly height: number;
  /** Depth at which the shadow starts to fade; it ends at `depth`. */
  readonly falloffStart: number;
  readonly depth: number;
  /**
   * Planes (4 numbers each) with the space behind the model where dot(xyz, p) >= w. Points in front
   * of the lit sides of the model's box are never shadowed by it.
   */
  readonly behind: Float64Array;
}

/**
 * @param mins lower corner of the model's box in model space, inches; `maxs` is the upper corner
 * @param worldFromModel 3x4 row-major, rotation and uniform scale
 * @param distance length of the shadow beyond the sphere around the model, inches
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
  /** The model's axes, and their components along the direction. */
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
  // For a box without size, any axis will do.
  y = normalize(y, [0, 1, 0]);
  const x = cross(y, direction);
  const reach = (to: readonly number[]) =>
    axes.reduce((sum, axis, c) => sum + size[c] * Math.abs(dot(axis, to)), 0) + 2 * TEXELS_PER_INCH;

  const middle = [0, 1, 2].map((c) => ((mins[c] + maxs[c]) / 2) * scale);
  // Distance from the centre back to the start of the box.
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
 * Returns how much lighter a shadow is at a depth, 0 to 1. It is 0 up to `falloffStart`, then
 * increases per inch as set by the shadow manager. The engine's exact curve is not public and
 * assumed to be linear.
 */
export function falloffAt({ falloffStart, depth }: ShadowFrame, at: number): number {
  const part = (at - falloffStart) / Math.max(1e-3, depth - falloffStart);
  return (Math.min(1, Math.max(0, part)) * MAX_FALLOFF) / 255;
}

/** Returns the depth at which the shadow has faded by `falloff`, or the depth at which it ends. */
export function depthOfFalloff({ falloffStart, depth }: ShadowFrame, falloff: number): number {
  const part = Math.min(1, (falloff * 255) / MAX_FALLOFF);
  return falloffStart + part * (depth - falloffStart);
}
