import type { BlendAxis, MdlSequence } from "../../formats/studio/animation/animation-types.ts";
import type { PoseParameters } from "../../formats/studio/rig/rig-types.ts";
import type { Motions } from "../studio-model.ts";

/** Where pose parameters stand in a sequence's grid of blends. */
export interface GridPlace {
  column: number;
  row: number;
  /** 0 to 1: towards the next column, and the next row. */
  s0: number;
  s1: number;
}

/** @param settings of all pose parameters, 0 to 1 */
export function placeInGrid(
  out: GridPlace,
  { blendAxes, blendSize }: MdlSequence,
  parameters: PoseParameters,
  settings: Float32Array,
): void {
  out.s0 = placeOnAxis(blendAxes[0], blendSize[0], parameters, settings);
  out.column = indexOf(blendAxes[0], blendSize[0], out.s0);
  out.s0 -= out.column;
  out.s1 = placeOnAxis(blendAxes[1], blendSize[1], parameters, settings);
  out.row = indexOf(blendAxes[1], blendSize[1], out.s1);
  out.s1 -= out.row;
}

/** Blends from the first: `Studio_LocalPoseParameter`, its index and setting in one. */
function placeOnAxis(
  axis: BlendAxis | null,
  size: number,
  { start, end }: PoseParameters,
  settings: Float32Array,
): number {
  if (axis === null) return 0;
  const { poseParameter, keys } = axis;
  if (!(poseParameter < settings.length)) return 0;
  const first = start[poseParameter];
  const range = end[poseParameter] - first;
  if (keys === null) {
    const from = (axis.start - first) / range;
    const to = (axis.end - first) / range;
    const place = clamp((settings[poseParameter] - from) / (to - from));
    return size > 2 ? place * (size - 1) : place;
  }
  if (size < 2) return 0;
  const value = settings[poseParameter] * range + first;
  for (let index = 0; ; index++) {
    const place = (value - keys[index]) / (keys[index + 1] - keys[index]);
    if (index >= size - 2 || !(place > 1)) return index + clamp(place);
  }
}

function indexOf(axis: BlendAxis | null, size: number, place: number): number {
  if (axis === null || size <= 2) return 0;
  return Math.min(Math.floor(place), size - 2);
}

/** What is no number is none of it. */
function clamp(value: number): number {
  return value > 0 ? Math.min(1, value) : 0;
}

/** The animation of a place in the grid; past its ends, the last one. */
export function animationAt(
  { blends, blendSize }: MdlSequence,
  column: number,
  row: number,
): number {
  const x = Math.min(column, blendSize[0] - 1);
  const y = Math.min(row, blendSize[1] - 1);
  return blends[y * blendSize[0] + x];
}

/**
 * Writes the four animations around a place, and how much it is of each: `Studio_SeqAnims`. All weights are 0 in an
 * empty sequence.
 */
export function weighCorners(
  animations: Int32Array,
  weights: Float64Array,
  sequence: MdlSequence,
  { column, row, s0, s1 }: GridPlace,
): void {
  if (sequence.blends.length === 0) {
    animations.fill(0);
    weights.fill(0);
    return;
  }
  animations[0] = animationAt(sequence, column, row);
  weights[0] = (1 - s0) * (1 - s1);
  animations[1] = animationAt(sequence, column + 1, row);
  weights[1] = s0 * (1 - s1);
  animations[2] = animationAt(sequence, column, row + 1);
  weights[2] = (1 - s0) * s1;
  animations[3] = animationAt(sequence, column + 1, row + 1);
  weights[3] = s0 * s1;
}

/** Cycles a second: `Studio_CPS`. */
export function cyclesPerSecond(
  { animations: infos }: Pick<Motions, "animations">,
  animations: Int32Array,
  weights: Float64Array,
): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    if (!(weights[i] > 0)) continue;
    const { fps, frameCount } = infos[animations[i]];
    if (frameCount > 1) sum += (fps / (frameCount - 1)) * weights[i];
  }
  return sum;
}
