/**
 * Position of the generated face (`support/made-face.ts`) in a picture: rules by the engine's stack
 * machine, shapes added to its corners, seen by a pinhole camera whose `fov` is horizontal for 4:3
 * as in Source.
 */

import { type FlexStep, rampTarget, runProgram } from "./flex.ts";

/** Corners in inches after compilation: y to the right as seen along −x, and z. */
const CORNERS = [
  [-8, 0],
  [8, 0],
  [8, 16],
  [-8, 16],
] as const;
/** Offset of each corner by the shape. */
const BROW = [
  [0, 0],
  [0, 0],
  [0, 16],
  [0, 16],
] as const;
const CHEEK = [
  [0, 0],
  [8, 0],
  [0, 0],
  [0, 0],
] as const;
const BROW_RULE: readonly FlexStep[] = [["fetch1", 0]];
const CHEEK_RULE: readonly FlexStep[] = [
  ["fetch1", 1],
  ["const", 1],
  ["fetch2", 0],
  ["sub"],
  ["mul"],
];
/** Default targets of a flex. */
const TARGETS = [0, 1, 10, 11];

/**
 * Returns the face's corners.
 * @param brow, smile its controllers, 0 to 1 and 0 to 2
 */
export function placeFace(brow: number, smile: number): number[][] {
  const controllers = [
    { min: 0, max: 1, value: brow },
    { min: 0, max: 2, value: smile },
  ];
  const raw = [runProgram(BROW_RULE, controllers, [])];
  raw.push(runProgram(CHEEK_RULE, controllers, raw));
  const [up, aside] = raw.map((weight) => rampTarget(TARGETS, weight));
  return CORNERS.map((corner, row) =>
    corner.map((place, axis) => place + up * BROW[row][axis] + aside * CHEEK[row][axis]),
  );
}

export interface FaceView {
  /** Inches in front of the face's plane, and above its floor. */
  readonly distance: number;
  readonly z: number;
  readonly fov: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Counts pixels that differ from the face's outline, except those near its edges. The camera looks
 * along −x.
 */
export function countWrong(
  isFace: readonly boolean[],
  corners: readonly (readonly number[])[],
  { distance, z, fov, width, height }: FaceView,
): number {
  const halfTan = Math.tan((fov * Math.PI) / 360) * 0.75;
  const scale = height / 2 / (halfTan * distance);
  const outline = corners.map(([y, up]) => [width / 2 + y * scale, height / 2 - (up - z) * scale]);
  let wrong = 0;
  for (let i = 0; i < width * height; i++) {
    const inside = insideBy(outline, (i % width) + 0.5, Math.floor(i / width) + 0.5);
    if (Math.abs(inside) > 1 && inside > 0 !== isFace[i]) wrong++;
  }
  return wrong;
}

/** Returns the distance to a convex outline in pixels, negative outside. */
function insideBy(outline: readonly (readonly number[])[], x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [row, [ax, ay]] of outline.entries()) {
    const [bx, by] = outline[(row + 1) % outline.length];
    const length = Math.hypot(bx - ax, by - ay);
    least = Math.min(least, ((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / length);
  }
  return least;
}
