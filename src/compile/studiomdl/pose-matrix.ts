/**
 * 3x4 row-major pose matrices in double precision, because rotations are converted to matrices and
 * back to angles, which would lose precision in 32 bits.
 */

export type Pose = Float64Array;

export const POSE_FLOATS = 12;

export function identityPose(): Pose {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
}

/** Returns a pose from a rotation in radians (about x, then y, then z) and a position. */
export function createPose(
  rotation: ArrayLike<number>,
  rotationAt: number,
  position: ArrayLike<number>,
  positionAt: number,
  scale: number,
): Pose {
  const [sx, cx] = sineAndCosine(rotation[rotationAt]);
  const [sy, cy] = sineAndCosine(rotation[rotationAt + 1]);
  const [sz, cz] = sineAndCosine(rotation[rotationAt + 2]);
  return Float64Array.of(
    cy * cz,
    sx * sy * cz - cx * sz,
    cx * sy * cz + sx * sz,
    position[positionAt] * scale,
    cy * sz,
    sx * sy * sz + cx * cz,
    cx * sy * sz - sx * cz,
    position[positionAt + 1] * scale,
    -sy,
    sx * cy,
    cx * cy,
    position[positionAt + 2] * scale,
  );
}

/** Returns a pose from angles in degrees as in scripts: pitch, yaw and roll, about y, z and x. */
export function poseOf(
  position: ArrayLike<number>,
  [pitch, yaw, roll]: readonly [number, number, number],
  scale: number,
): Pose {
  const turn = [roll, pitch, yaw].map((degrees) => (degrees * Math.PI) / 180);
  return createPose(turn, 0, position, 0, scale);
}

/** Returns the angles of a pose as in scripts. */
export function anglesOf(pose: Pose): [pitch: number, yaw: number, roll: number] {
  const out = new Float64Array(3);
  writeEuler(out, 0, pose);
  const [roll, pitch, yaw] = out.map((radians) => Number(((radians * 180) / Math.PI).toFixed(6)));
  return [pitch + 0, yaw + 0, roll + 0];
}

/** Returns a pose from a unit quaternion (x, y, z, w) and a position. */
export function poseFromQuaternion(
  quaternion: ArrayLike<number>,
  at: number,
  position: ArrayLike<number>,
  positionAt: number,
): Pose {
  const length = Math.hypot(
    quaternion[at],
    quaternion[at + 1],
    quaternion[at + 2],
    quaternion[at + 3],
  );
  const [x, y, z, w] = [0, 1, 2, 3].map((i) => quaternion[at + i] / (length || 1));
  return Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    position[positionAt],
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    position[positionAt + 1],
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
    position[positionAt + 2],
  );
}

/** Returns exact results at quarter turns, so that models rotated by them keep round numbers. */
function sineAndCosine(angle: number): [sine: number, cosine: number] {
  const quarters = angle / (Math.PI / 2);
  const nearest = Math.round(quarters);
  if (Math.abs(quarters - nearest) > 1e-12) return [Math.sin(angle), Math.cos(angle)];
  const turn = ((nearest % 4) + 4) % 4;
  return [[0, 1, 0, -1][turn], [1, 0, -1, 0][turn]];
}

/** Returns a * b. */
export function multiplyPoses(a: Pose, b: Pose): Pose {
  const out = new Float64Array(POSE_FLOATS);
  for (let row = 0; row < 12; row += 4) {
    for (let column = 0; column < 4; column++) {
      out[row + column] =
        a[row] * b[column] + a[row + 1] * b[column + 4] + a[row + 2] * b[column + 8];
    }
    out[row + 3] += a[row + 3];
  }
  return out;
}

/** Returns the inverse of a pose without scale. */
export function invertPose(m: Pose): Pose {
  const out = new Float64Array(POSE_FLOATS);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) out[row * 4 + column] = m[column * 4 + row];
    out[row * 4 + 3] = -(m[row] * m[3] + m[row + 4] * m[7] + m[row + 8] * m[11]);
  }
  return out;
}

/** Writes the angles of a pose in radians, about x, then y, then z. */
export function writeEuler(out: Float32Array | Float64Array, offset: number, m: Pose): void {
  const level = Math.hypot(m[0], m[4]);
  out[offset + 1] = Math.atan2(-m[8], level) + 0;
  if (level > 1e-9) {
    out[offset] = Math.atan2(m[9], m[10]);
    out[offset + 2] = Math.atan2(m[4], m[0]);
  } else {
    // For a vertical direction only the sum of the other two angles is defined.
    out[offset] = 0;
    out[offset + 2] = Math.atan2(-m[1], m[5]);
  }
}

export function transformPoint(
  out: Float32Array | Float64Array,
  at: number,
  m: Pose,
  x: number,
  y: number,
  z: number,
): void {
  for (let row = 0; row < 3; row++) {
    const i = row * 4;
    out[at + row] = m[i] * x + m[i + 1] * y + m[i + 2] * z + m[i + 3];
  }
}

/** Rotates a vector, preserving its length. */
export function transformDirection(
  out: Float32Array,
  at: number,
  m: Pose,
  x: number,
  y: number,
  z: number,
): void {
  for (let row = 0; row < 3; row++) {
    const i = row * 4;
    out[at + row] = m[i] * x + m[i + 1] * y + m[i + 2] * z;
  }
}
