/** A path of points as lines with ticks, and the height and the horizontal distance of its last leg. */

import { type LineRows, lineColor } from "../../render/lines/line-rows.ts";
import type { Vector } from "../viewer-types.ts";

const LEG = lineColor(1, 0.76, 0.2);
const HOVER = lineColor(1, 0.76, 0.2, 0.55);
const HEIGHT = lineColor(0.4, 0.72, 1, 0.8);
const LEVEL = lineColor(0.45, 0.85, 0.45, 0.8);

/** Ticks of a leg at the most: they are a power of two of units apart. */
const MOST_TICKS = 32;
/** Of a leg's length, and inches at the least and the most. */
const TICK = { ofLength: 0.01, least: 0.5, most: 4 } as const;

/** Units between ticks: 1, 2, 4, ... */
export function tickStep(length: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(length / MOST_TICKS)));
}

/** @param hover where the pointer is, as a leg that is no part of the path yet; null: nowhere */
export function writeRuler(rows: LineRows, points: readonly Vector[], hover: Vector | null): void {
  rows.clear();
  for (let i = 1; i < points.length; i++) addLeg(rows, points[i - 1], points[i], LEG);
  const last = points.at(-1);
  if (last === undefined) return;
  if (hover !== null) addLeg(rows, last, hover, HOVER);
  const from = hover === null ? points.at(-2) : last;
  if (from !== undefined) addTriangle(rows, from, hover ?? last);
}

function addLine(rows: LineRows, a: Vector, b: Vector, color: number): void {
  rows.add(a[0], a[1], a[2], b[0], b[1], b[2], color);
}

/** The way along the level of the first point, then up or down. */
function addTriangle(rows: LineRows, from: Vector, to: Vector): void {
  const corner: Vector = [to[0], to[1], from[2]];
  const isFlat = Math.abs(to[2] - from[2]) < 0.01;
  const isUpright = Math.hypot(to[0] - from[0], to[1] - from[1]) < 0.01;
  // One of the two would lie on the leg itself.
  if (isFlat || isUpright) return;
  addLine(rows, from, corner, LEVEL);
  addLine(rows, corner, to, HEIGHT);
}

function addLeg(rows: LineRows, from: Vector, to: Vector, color: number): void {
  addLine(rows, from, to, color);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  if (length < 1e-3) return;
  const [x, y, z] = [0, 1, 2].map((axis) => (to[axis] - from[axis]) / length);
  const level = Math.hypot(x, y);
  // Two ways across, so that a tick is seen from everywhere.
  const side: Vector = level < 1e-6 ? [1, 0, 0] : [y / level, -x / level, 0];
  const top: Vector = [side[1] * z, -side[0] * z, side[0] * y - side[1] * x];
  const size = Math.min(Math.max(length * TICK.ofLength, TICK.least), TICK.most);
  const addTick = (along: number, half: number): void => {
    const at = [from[0] + x * along, from[1] + y * along, from[2] + z * along];
    for (const way of [side, top]) {
      const end = (sign: number): Vector => [
        at[0] + way[0] * half * sign,
        at[1] + way[1] * half * sign,
        at[2] + way[2] * half * sign,
      ];
      addLine(rows, end(-1), end(1), color);
    }
  };
  addTick(0, size * 2);
  addTick(length, size * 2);
  const step = tickStep(length);
  for (let i = 1; i * step < length; i++) addTick(i * step, i % 4 === 0 ? size : size / 2);
}
