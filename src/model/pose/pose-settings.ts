/** Values that a pose is set by: pose parameters, and controllers of bones. */

import { writeQuaternionFromEuler } from "../../formats/studio/animation/pose-encoding.ts";
import type { BoneControllers, PoseParameters } from "../../formats/studio/rig/rig-types.ts";
import type { PoseColumns } from "./blend-poses.ts";
import { multiplyUnit } from "./quaternion.ts";

/** Returns the rest values of pose parameters: 0, or the middle of ranges that exclude 0. */
export function restingPoseParameters({ count, start, end }: PoseParameters): Float32Array {
  return Float32Array.from({ length: count }, (_, i) =>
    start[i] < 0 && end[i] > 0 ? 0 : (start[i] + end[i]) / 2,
  );
}

/** Converts values from their own ranges to 0 to 1: `Studio_SetPoseParameter`. */
export function writePoseSettings(
  out: Float32Array,
  { count, start, end, loop }: PoseParameters,
  values: Float32Array,
): void {
  for (let i = 0; i < count; i++) {
    let value = values[i];
    if (loop[i] !== 0) {
      const wrap = (start[i] + end[i]) / 2 + loop[i] / 2;
      value -= loop[i] * Math.floor((value + loop[i] - wrap) / loop[i]);
    }
    const setting = (value - start[i]) / (end[i] - start[i]);
    // 0 for an empty range.
    out[i] = setting > 0 ? Math.min(1, setting) : 0;
  }
}

/** `STUDIO_X` to `STUDIO_ZR` in a controller's type. */
const MOVES = [0x1, 0x2, 0x4];
const TURNS = [0x8, 0x10, 0x20];
const STUDIO_TYPES = 0x3ffff;
const IS_TURN = 0x38;
/** Maximum number of input fields; an entity sets four, plus the mouth. */
const MAX_FIELDS = 64;

/**
 * Returns the values of controllers at rest: 0 in their own ranges, as in `InitBoneControllers`.
 */
export function restingControllers(table: BoneControllers): Float32Array {
  const { count, inputField, start, end, type } = table;
  const fields = Math.max(5, ...inputField.map((field) => (field < MAX_FIELDS ? field + 1 : 0)));
  const values = new Float32Array(fields);
  const isKnown = new Uint8Array(fields);
  for (let i = 0; i < count; i++) {
    const field = inputField[i];
    if (!(field >= 0 && field < fields) || isKnown[field]) continue;
    isKnown[field] = 1;
    let value = 0;
    // Moves an angle by full turns into the range.
    if (type[i] & IS_TURN && start[i] + 359 >= end[i]) {
      const middle = (start[i] + end[i]) / 2;
      if (value > middle + 180) value -= 360;
      if (value < middle - 180) value += 360;
    }
    const setting = (value - start[i]) / (end[i] - start[i]);
    values[field] = setting > 0 ? Math.min(1, setting) : 0;
  }
  return values;
}

const turn = new Float32Array(4);

/** Rotates and moves bones by controller values: `CalcBoneAdj`. */
export function applyControllers(
  pose: PoseColumns,
  { count, bone, type, start, end, inputField }: BoneControllers,
  values: Float32Array,
): void {
  const { position, quaternion } = pose;
  const boneCount = position.length / 3;
  for (let i = 0; i < count; i++) {
    const at = bone[i];
    const set = values[inputField[i]];
    if (!(at >= 0 && at < boneCount) || set === undefined) continue;
    const part = set > 0 ? Math.min(1, set) : 0;
    const value = (1 - part) * start[i] + part * end[i];
    const kind = type[i] & STUDIO_TYPES;
    const move = MOVES.indexOf(kind);
    if (move >= 0) position[at * 3 + move] += value;
    const axis = TURNS.indexOf(kind);
    if (axis < 0) continue;
    const angle = (value * Math.PI) / 180;
    writeQuaternionFromEuler(
      turn,
      0,
      axis === 0 ? angle : 0,
      axis === 1 ? angle : 0,
      axis === 2 ? angle : 0,
    );
    multiplyUnit(quaternion, at * 4, turn, 0, quaternion, at * 4);
  }
}
