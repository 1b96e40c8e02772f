/**
 * Area portal windows by the engine's sources: `GetDistanceBlend` of `c_func_areaportalwindow.cpp`
 * and `IsWindowOpen` of `func_areaportalwindow.cpp`, with `CalcDistanceFromPoint` of
 * `collisionproperty.cpp` and `RemapValClamped` of `mathlib.h`.
 */

type Point = readonly [number, number, number];

export interface OracleWindow {
  readonly mins: Point;
  readonly maxs: Point;
  readonly start: number;
  readonly end: number;
  readonly least: number;
}

export function windowDistance({ mins, maxs }: OracleWindow, eye: Point): number {
  const nearest = eye.map((at, axis) => Math.min(Math.max(at, mins[axis]), maxs[axis]));
  return Math.hypot(...eye.map((at, axis) => at - nearest[axis]));
}

export function windowBlend(window: OracleWindow, eye: Point): number {
  const { start, end, least } = window;
  const distance = windowDistance(window, eye);
  if (start === end) return distance >= end ? 1 : least;
  const share = Math.min(Math.max((distance - start) / (end - start), 0), 1);
  return least + (1 - least) * share;
}

export const isWindowOpen = (window: OracleWindow, eye: Point) =>
  windowDistance(window, eye) <= window.end + 10;
