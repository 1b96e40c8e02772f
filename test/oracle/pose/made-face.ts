/**
 * Where the made face (`support/made-face.ts`) is in a picture: its rules by the engine's stack machine, its shapes
 * added to its corners, seen by a pinhole of Source's `fov`, which is across a picture of 4:3.
 */

import { type FlexStep, rampTarget, runProgram } from "./flex.ts";

/** Inches, as the compiler turns them: y to the right of who looks along -x, and z. */
const CORNERS = [
  [-8, 0],
  [8, 0],
  [8, 16],
  [-8, 16],
] as const;
/** What a shape adds to each corner. */
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
/** Of a flex that says nothing of its targets. */
const TARGETS = [0, 1, 10, 11];

/** The face's corners. @param brow, smile its controllers, 0 to 1 and 0 to 2 */
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
  /** Inches before the face's plane, and above its floor. */
  readonly distance: number;
  readonly z: number;
  readonly fov: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Pixels of a picture that differ from what the face's outline covers, but for those that it goes through or
 * nearly. The camera looks along -x.
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

/** Pixels from the nearest line of a convex outline; below 0: outside. */
function insideBy(outline: readonly (readonly number[])[], x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [row, [ax, ay]] of outline.entries()) {
    const [bx, by] = outline[(row + 1) % outline.length];
    const length = Math.hypot(bx - ax, by - ay);
    least = Math.min(least, ((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / length);
  }
  return least;
}
