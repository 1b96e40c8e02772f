/** Bones that follow others by a rule: `CalcProceduralBone` and what it calls, in the model's space. */

import type {
  AxisInterpolations,
  InterpolationTriggers,
  QuaternionInterpolations,
} from "../../../formats/studio/rig/procedural-types.ts";
import { multiply3x4, writeMatrixFromQuaternion } from "../../../math/matrix3x4.ts";
import { copyMatrix, invertRigid } from "../matrix.ts";
import { normalizeQuaternion, slerpQuaternion, writeQuaternionOf } from "../quaternion.ts";

const local = new Float32Array(12);
const turn = new Float32Array(4);
const place = new Float32Array(3);

/** Where a bone is, seen from its parent. */
function writeLocal(m: Float32Array, parents: Int32Array, bone: number): void {
  const parent = parents[bone];
  if (parent < 0) {
    copyMatrix(local, 0, m, bone * 12);
    return;
  }
  invertRigid(local, 0, m, parent * 12);
  multiply3x4(local, 0, local, 0, m, bone * 12);
}

/** Writes a bone of `turn` and `place`, relative to its parent. */
function writeBone(m: Float32Array, parents: Int32Array, bone: number): void {
  writeMatrixFromQuaternion(m, bone * 12, turn, 0, place, 0);
  const parent = parents[bone];
  if (parent >= 0) multiply3x4(m, bone * 12, m, parent * 12, m, bone * 12);
}

/** `DoAxisInterpBone` */
export function interpolateByAxis(
  m: Float32Array,
  parents: Int32Array,
  rows: AxisInterpolations,
  row: number,
): void {
  const { position, quaternion } = rows;
  writeLocal(m, parents, rows.control[row]);
  const axis = rows.axis[row];
  const x = local[axis];
  const y = local[4 + axis];
  const z = local[8 + axis];
  const a = Math.abs(x);
  const b = Math.abs(y);
  const c = Math.abs(z);
  const first = row * 6;
  const ix = first + (x >= 0 ? 0 : 1);
  const iy = first + (y >= 0 ? 2 : 3);
  const iz = first + (z >= 0 ? 4 : 5);
  if (a + b > 0) {
    const sum = a + b + c;
    slerpQuaternion(turn, 0, quaternion, iy * 4, quaternion, ix * 4, a / (a + b));
    slerpQuaternion(turn, 0, turn, 0, quaternion, iz * 4, c / sum);
    for (let k = 0; k < 3; k++) {
      place[k] =
        (a * position[ix * 3 + k] + b * position[iy * 3 + k] + c * position[iz * 3 + k]) / sum;
    }
  } else {
    for (let k = 0; k < 4; k++) turn[k] = quaternion[iz * 4 + k];
    for (let k = 0; k < 3; k++) place[k] = position[iz * 3 + k];
  }
  writeBone(m, parents, rows.bone[row]);
}

/** `DoQuatInterpBone` */
export function interpolateByTurn(
  m: Float32Array,
  parents: Int32Array,
  rows: QuaternionInterpolations,
  triggers: InterpolationTriggers,
  row: number,
): void {
  const first = rows.firstTrigger[row];
  const end = first + rows.triggerCount[row];
  const q = triggers.quaternion;
  if (end === first) return;
  writeLocal(m, parents, rows.control[row]);
  writeQuaternionOf(control, 0, local, 0);
  let sum = 0;
  for (let i = first; i < end; i++) sum += triggerWeight(triggers, i);
  if (sum <= 0.001) {
    for (let k = 0; k < 4; k++) turn[k] = q[first * 4 + k];
    for (let k = 0; k < 3; k++) place[k] = triggers.position[first * 3 + k];
  } else {
    turn.fill(0);
    place.fill(0);
    for (let i = first; i < end; i++) {
      const s = triggerWeight(triggers, i) / sum;
      if (s === 0) continue;
      let dot = 0;
      for (let k = 0; k < 4; k++) dot += turn[k] * q[i * 4 + k];
      // What there is turns to the side of the next.
      for (let k = 0; k < 4; k++) turn[k] = (dot < 0 ? -turn[k] : turn[k]) + s * q[i * 4 + k];
      for (let k = 0; k < 3; k++) place[k] += s * triggers.position[i * 3 + k];
    }
    normalizeQuaternion(turn, 0);
  }
  writeBone(m, parents, rows.bone[row]);
}

const control = new Float32Array(4);

function triggerWeight({ trigger, inverseTolerance }: InterpolationTriggers, i: number): number {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += trigger[i * 4 + k] * control[k];
  const angle = 2 * Math.acos(Math.min(1, Math.abs(dot)));
  return Math.max(0, 1 - angle * inverseTolerance[i]);
}
