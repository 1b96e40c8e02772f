/**
 * Writes the quaternion (x, y, z, w) of a studio rotation (`RadianEuler`): three angles in radians,
 * applied about x, then y, then z. Like Valve's `AngleQuaternion`.
 */
export function writeQuaternionFromEuler(
  out: Float32Array | Float64Array,
  offset: number,
  x: number,
  y: number,
  z: number,
): void {
  const sx = Math.sin(x / 2);
  const cx = Math.cos(x / 2);
  const sy = Math.sin(y / 2);
  const cy = Math.cos(y / 2);
  const sz = Math.sin(z / 2);
  const cz = Math.cos(z / 2);
  out[offset] = sx * cy * cz - cx * sy * sz;
  out[offset + 1] = cx * sy * cz + sx * cy * sz;
  out[offset + 2] = cx * cy * sz - sx * sy * cz;
  out[offset + 3] = cx * cy * cz + sx * sy * sz;
}
