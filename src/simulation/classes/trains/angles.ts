/** Angles of trains, in degrees: mathlib and util_shared.cpp of Source SDK 2013. */

import { writeAngles } from "../../../math/angles.ts";

const RADIANS = Math.PI / 180;
const DEGREES = 180 / Math.PI;

/** Writes pitch, yaw and roll of a direction (`VectorAngles`). */
export function anglesOf(out: Float64Array, x: number, y: number, z: number): void {
  const isUpright = x === 0 && y === 0;
  out[0] = isUpright ? (z > 0 ? -90 : 90) : Math.atan2(-z, Math.hypot(x, y)) * DEGREES;
  out[1] = isUpright ? 0 : Math.atan2(y, x) * DEGREES;
  out[2] = 0;
}

/** Turn from one angle to another, -180 to 180 (`UTIL_AngleDistance`). */
export function angleBetween(from: number, to: number): number {
  const turn = (to - from) % 360;
  return turn < -180 ? turn + 360 : turn > 180 ? turn - 360 : turn;
}

/** Turn by which an angle comes nearer to another, at most `step` (`UTIL_ApproachAngle`). */
export function turnTowards(from: number, to: number, step: number): number {
  const turn = angleBetween(from, to);
  return Math.max(-Math.abs(step), Math.min(turn, Math.abs(step)));
}

function writeQuaternion(out: Float64Array, angles: Float64Array): void {
  const pitch = (angles[0] * RADIANS) / 2;
  const yaw = (angles[1] * RADIANS) / 2;
  const roll = (angles[2] * RADIANS) / 2;
  const sp = Math.sin(pitch);
  const cp = Math.cos(pitch);
  const sy = Math.sin(yaw);
  const cy = Math.cos(yaw);
  const sr = Math.sin(roll);
  const cr = Math.cos(roll);
  out[0] = sr * cp * cy - cr * sp * sy;
  out[1] = cr * sp * cy + sr * cp * sy;
  out[2] = cr * cp * sy - sr * sp * cy;
  out[3] = cr * cp * cy + sr * sp * sy;
}

const first = new Float64Array(4);
const second = new Float64Array(4);
const matrix = new Float32Array(12);

/** Writes the angles at a share of the shortest turn between two (`QuaternionSlerp`). */
export function blendAngles(
  out: Float64Array,
  from: Float64Array,
  to: Float64Array,
  share: number,
): void {
  writeQuaternion(first, from);
  writeQuaternion(second, to);
  let cosine = 0;
  for (let i = 0; i < 4; i++) cosine += first[i] * second[i];
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(Math.abs(cosine), 1));
  const sine = Math.sin(angle);
  const a = sine < 1e-6 ? 1 - share : Math.sin((1 - share) * angle) / sine;
  const b = sign * (sine < 1e-6 ? share : Math.sin(share * angle) / sine);
  for (let i = 0; i < 4; i++) first[i] = a * first[i] + b * second[i];
  const [x, y, z, w] = first;
  matrix[0] = 1 - 2 * (y * y + z * z);
  matrix[1] = 2 * (x * y - z * w);
  matrix[4] = 2 * (x * y + z * w);
  matrix[5] = 1 - 2 * (x * x + z * z);
  matrix[8] = 2 * (x * z - y * w);
  matrix[9] = 2 * (y * z + x * w);
  matrix[10] = 1 - 2 * (x * x + y * y);
  writeAngles(out, 0, matrix);
}
