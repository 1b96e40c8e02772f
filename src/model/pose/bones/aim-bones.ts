import type { AimBones } from "../../../formats/studio/rig/procedural-types.ts";
import type { Attachments } from "../../../formats/studio/rig/rig-types.ts";
import { writeMatrixFromQuaternion } from "../../../math/matrix3x4.ts";
import { dot } from "../../../math/vec3.ts";
import { normalizeVector } from "../matrix.ts";
import { FLT_EPSILON } from "../quaternion.ts";

type Vector = Float32Array;

const place = new Float32Array(3);
const aim = new Float32Array(3);
const axis = new Float32Array(3);
const own = new Float32Array(3);
const up = new Float32Array(3);
const wanted = new Float32Array(3);
const turn = new Float32Array(4);
const twist = new Float32Array(4);
const matrix = new Float32Array(12);

/** Points a bone at another bone or an attachment, and keeps its up direction: `DoAimAtBone`. */
export function aimBone(
  m: Float32Array,
  restTurn: Float32Array,
  rows: AimBones,
  attachments: Attachments,
  row: number,
): void {
  const bone = rows.bone[row];
  const parent = rows.parent[row] * 12;
  transform(place, rows.basePosition, row * 3, m, parent);
  writeAimedAt(m, rows, attachments, row);
  for (let k = 0; k < 3; k++) aim[k] -= place[k];
  normalizeVector(aim);
  copy(own, rows.aimVector, row * 3);
  cross(axis, own, aim);
  normalizeVector(axis);
  writeAxisTurn(turn, axis, Math.acos(clampCosine(dot(own, aim))));
  copy(up, rows.upVector, row * 3);
  if (1 - Math.abs(dot(up, own)) > FLT_EPSILON) {
    // Compares the current up direction with the one that the parent gives, both projected across
    // the aim.
    writeMatrixFromQuaternion(matrix, 0, restTurn, bone * 4, place, 0);
    rotate(wanted, up, matrix, 0);
    rotate(wanted, wanted, m, parent);
    flatten(wanted, aim);
    writeMatrixFromQuaternion(matrix, 0, turn, 0, place, 0);
    rotate(up, up, matrix, 0);
    flatten(up, aim);
    const cosine = dot(up, wanted);
    if (1 - Math.abs(cosine) > FLT_EPSILON) {
      cross(axis, up, wanted);
      normalizeVector(axis);
      writeAxisTurn(twist, axis, Math.acos(clampCosine(cosine)));
      multiply(turn, twist, turn);
    }
  }
  writeMatrixFromQuaternion(m, bone * 12, turn, 0, place, 0);
}

function writeAimedAt(
  m: Float32Array,
  rows: AimBones,
  attachments: Attachments,
  row: number,
): void {
  const aimed = rows.aim[row];
  if (rows.isAtAttachment[row]) {
    for (let k = 0; k < 3; k++) own[k] = attachments.local[aimed * 12 + k * 4 + 3];
    transform(aim, own, 0, m, attachments.bone[aimed] * 12);
  } else {
    for (let k = 0; k < 3; k++) aim[k] = m[aimed * 12 + k * 4 + 3];
  }
}

function copy(out: Vector, v: Float32Array, at: number): void {
  for (let k = 0; k < 3; k++) out[k] = v[at + k];
}

function cross(out: Vector, a: Vector, b: Vector): void {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

function rotate(out: Vector, v: Vector, m: Float32Array, at: number): void {
  const x = v[0];
  const y = v[1];
  const z = v[2];
  for (let k = 0; k < 3; k++) {
    out[k] = m[at + k * 4] * x + m[at + k * 4 + 1] * y + m[at + k * 4 + 2] * z;
  }
}

function transform(out: Vector, v: Float32Array, vAt: number, m: Float32Array, at: number): void {
  copy(out, v, vAt);
  rotate(out, out, m, at);
  for (let k = 0; k < 3; k++) out[k] += m[at + k * 4 + 3];
}

/** Removes the component of a direction along another, and normalizes the rest. */
function flatten(v: Vector, along: Vector): void {
  const amount = dot(v, along);
  for (let k = 0; k < 3; k++) v[k] -= along[k] * amount;
  normalizeVector(v);
}

function writeAxisTurn(out: Float32Array, axis: Vector, angle: number): void {
  const sine = Math.sin(angle / 2);
  for (let k = 0; k < 3; k++) out[k] = axis[k] * sine;
  out[3] = Math.cos(angle / 2);
}

function multiply(out: Float32Array, p: Float32Array, q: Float32Array): void {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  out[0] = p[0] * w + p[1] * z - p[2] * y + p[3] * x;
  out[1] = -p[0] * z + p[1] * w + p[2] * x + p[3] * y;
  out[2] = p[0] * y - p[1] * x + p[2] * w + p[3] * z;
  out[3] = -p[0] * x - p[1] * y - p[2] * z + p[3] * w;
}

function clampCosine(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
