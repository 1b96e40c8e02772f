import { writeMatrix3x4 } from "../../src/math/angles.ts";

/** Returns a 3x4 matrix of pitch, yaw, roll and an origin. */
export function angleMatrix(
  pitch: number,
  yaw: number,
  roll: number,
  [x, y, z]: readonly [number, number, number],
): number[] {
  const out = new Float32Array(12);
  writeMatrix3x4(out, 0, pitch, yaw, roll, x, y, z);
  return [...out];
}
