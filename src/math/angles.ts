/**
 * Source's angles in degrees: pitch (positive looks down), yaw (counter-clockwise seen from above),
 * roll. Axes before rotation: x forward, y left, z up.
 */

const RADIANS = Math.PI / 180;

/**
 * Writes a 3x4 row-major matrix that rotates by roll about x, then pitch about y, then yaw about z,
 * scales, and translates: the engine's `AngleMatrix`.
 */
export function writeMatrix3x4(
  out: Float32Array,
  offset: number,
  pitch: number,
  yaw: number,
  roll: number,
  x: number,
  y: number,
  z: number,
  scale = 1,
): void {
  const sp = Math.sin(pitch * RADIANS);
  const cp = Math.cos(pitch * RADIANS);
  const sy = Math.sin(yaw * RADIANS);
  const cy = Math.cos(yaw * RADIANS);
  const sr = Math.sin(roll * RADIANS);
  const cr = Math.cos(roll * RADIANS);
  out[offset] = cp * cy * scale;
  out[offset + 1] = (sp * sr * cy - cr * sy) * scale;
  out[offset + 2] = (sp * cr * cy + sr * sy) * scale;
  out[offset + 3] = x;
  out[offset + 4] = cp * sy * scale;
  out[offset + 5] = (sp * sr * sy + cr * cy) * scale;
  out[offset + 6] = (sp * cr * sy - sr * cy) * scale;
  out[offset + 7] = y;
  out[offset + 8] = -sp * scale;
  out[offset + 9] = sr * cp * scale;
  out[offset + 10] = cr * cp * scale;
  out[offset + 11] = z;
}

/** Writes the direction that pitch and yaw look in. */
export function writeForward(out: Float32Array, pitch: number, yaw: number): void {
  const cp = Math.cos(pitch * RADIANS);
  out[0] = cp * Math.cos(yaw * RADIANS);
  out[1] = cp * Math.sin(yaw * RADIANS);
  out[2] = -Math.sin(pitch * RADIANS);
}

/**
 * Writes pitch, yaw and roll of a 3x4 row-major matrix that rotates and translates: the engine's
 * `MatrixAngles`. Looking straight up or down, all of the turn is yaw.
 */
export function writeAngles(out: Float64Array, outOffset: number, matrix: Float32Array): void {
  const [forwardX, leftX, , , forwardY, leftY, , , forwardZ, leftZ, upZ] = matrix;
  const level = Math.hypot(forwardX, forwardY);
  const isLevel = level > 0.001;
  out[outOffset] = Math.atan2(-forwardZ, level) / RADIANS;
  out[outOffset + 1] =
    (isLevel ? Math.atan2(forwardY, forwardX) : Math.atan2(-leftX, leftY)) / RADIANS;
  out[outOffset + 2] = isLevel ? Math.atan2(leftZ, upZ) / RADIANS : 0;
}
