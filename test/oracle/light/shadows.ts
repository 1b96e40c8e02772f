/**
 * Model shadows on a surface, by `BuildRenderToTextureShadow`, `ComputeLocalShadowOrigin` and
 * `ComputeExtraClipPlanes` of `clientshadowmgr.cpp` and by `shadow_vs20.fxc` and `shadow_ps2x.fxc`.
 */

import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "./color.ts";

export type Vector = readonly [number, number, number];

export interface Caster {
  /** Model space, inches. */
  readonly mins: Vector;
  readonly maxs: Vector;
  readonly origin: Vector;
  /** Forward, left and up of the model in the world, unit length. */
  readonly axes: readonly [Vector, Vector, Vector];
  /** Returns whether, or how much, a point of the shadow picture is covered by the model. */
  readonly isCovered: (u: number, v: number, shadow: Shadow) => boolean | number;
  readonly alpha?: number;
}

export interface Control {
  /** Unit length. */
  readonly direction: Vector;
  /** `shadow_control` colour, 0 to 255. */
  readonly color: Rgb;
  readonly distance: number;
}

export interface Shadow {
  readonly origin: Vector;
  readonly x: Vector;
  readonly y: Vector;
  readonly size: readonly [number, number];
  readonly falloffStart: number;
  readonly maxHeight: number;
}

const TEXEL_SIZE_PER_CASTER_SIZE = 2;
const MAX_FALLOFF_AMOUNT = 240;

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const add = (a: Vector, b: Vector, times: number): Vector => [
  a[0] + b[0] * times,
  a[1] + b[1] * times,
  a[2] + b[2] * times,
];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function shadowOf({ mins, maxs, origin, axes }: Caster, control: Control): Shadow {
  const { direction, distance } = control;
  const local = axes.map((axis) => dot(axis, direction));
  const box: Vector = [maxs[0] - mins[0], maxs[1] - mins[1], maxs[2] - mins[2]];
  // The side of the box that is longest across the light.
  let y: Vector = [0, 0, 0];
  axes.forEach((axis, i) => {
    const test = add(axis, direction, -local[i]);
    const scaled: Vector = [test[0] * box[i], test[1] * box[i], test[2] * box[i]];
    if (dot(scaled, scaled) > dot(y, y)) y = scaled;
  });
  y = add([0, 0, 0], y, 1 / Math.sqrt(dot(y, y)));
  const x = cross(y, direction);
  const sizeAlong = (to: Vector) =>
    box[0] * Math.abs(dot(axes[0], to)) +
    box[1] * Math.abs(dot(axes[1], to)) +
    box[2] * Math.abs(dot(axes[2], to)) +
    2 * TEXEL_SIZE_PER_CASTER_SIZE;
  const centroid = mins.map((value, i) => (value + maxs[i]) / 2) as unknown as Vector;
  let minDist = -(centroid[0] * local[0] + centroid[1] * local[1] + centroid[2] * local[2]);
  for (let i = 0; i < 3; i++) minDist += local[i] * (local[i] > 0 ? mins[i] : maxs[i]);
  let at = origin;
  for (let i = 0; i < 3; i++) at = add(at, axes[i], centroid[i] + minDist * local[i]);
  const falloffStart = Math.sqrt(dot(box, box)) / 2 - minDist;
  return {
    origin: at,
    x,
    y,
    size: [sizeAlong(x), sizeAlong(y)],
    falloffStart,
    maxHeight: distance + falloffStart,
  };
}

/** Returns whether the point lies in front of the model's box, as seen from the light. */
function isBefore({ mins, maxs, origin, axes }: Caster, { direction }: Control, point: Vector) {
  return axes.some((axis) => {
    const local = dot(axis, direction);
    const own = dot(add(point, origin, -1), axis);
    const i = axes.indexOf(axis);
    return local < 0 ? own > maxs[i] : own < mins[i];
  });
}

/**
 * Returns the factor for the linear light of a point behind the model.
 * @param edge texels of the shadow's picture, and the number of empty texels at its rim
 */
export function shadowFactor(
  caster: Caster,
  control: Control,
  point: Vector,
  edge: { readonly texels: number; readonly gutter: number },
): Rgb {
  const shadow = shadowOf(caster, control);
  const from = add(point, shadow.origin, -1);
  const depth = dot(from, control.direction);
  const u = dot(from, shadow.x) / shadow.size[0] + 0.5;
  const v = dot(from, shadow.y) / shadow.size[1] + 0.5;
  const isOutside = u < 0 || u > 1 || v < 0 || v > 1 || depth < 0 || depth > shadow.maxHeight;
  if (isOutside || isBefore(caster, control, point)) return [1, 1, 1];
  const inner = edge.texels - 2 * edge.gutter;
  const texel = (column: number, row: number) => {
    const [s, t] = [(column + 0.5 - edge.gutter) / inner, (row + 0.5 - edge.gutter) / inner];
    const isIn = s >= 0 && s <= 1 && t >= 0 && t <= 1;
    return isIn ? Number(caster.isCovered(s, t, shadow)) : 0;
  };
  const sample = (dx: number, dy: number) => {
    const [s, t] = [u * inner + edge.gutter + dx - 0.5, v * inner + edge.gutter + dy - 0.5];
    const [i, j] = [Math.floor(s), Math.floor(t)];
    const [fx, fy] = [s - i, t - j];
    return (
      (texel(i, j) * (1 - fx) + texel(i + 1, j) * fx) * (1 - fy) +
      (texel(i, j + 1) * (1 - fx) + texel(i + 1, j + 1) * fx) * fy
    );
  };
  const coverage =
    (sample(0, 0) + sample(1, 1) + sample(-1, -1) + sample(1, -1) + sample(-1, 1)) / 5;
  const part = (depth - shadow.falloffStart) / (shadow.maxHeight - shadow.falloffStart);
  const falloff = (Math.min(1, Math.max(0, part)) * MAX_FALLOFF_AMOUNT) / 255;
  const shown = Math.min(1, Math.max(0, coverage - falloff - (1 - (caster.alpha ?? 1))));
  return mapRgb(control.color, (value) => 1 + shown * ((value / 255) ** 2.2 - 1));
}

/** Multiplies a displayed colour, 0 to 255, by a linear factor. */
export const shadowed = (behind: Rgb, factor: Rgb): Rgb =>
  mapRgb(behind, (value, k) => encodeSrgb(decodeSrgb(value) * factor[k]));
