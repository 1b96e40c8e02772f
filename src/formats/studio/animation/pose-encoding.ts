/**
 * Encodings of the poses of bones in animations, and of rotations: Valve's `studio.h` and
 * `compressed_vector.h`.
 */

// `mstudioanim_t.flags`.

/** A constant position, three 16-bit floats. */
export const STUDIO_ANIM_RAWPOS = 0x01;
/** A constant rotation, `Quaternion48`. */
export const STUDIO_ANIM_RAWROT = 0x02;
/** Run-length coded values for each axis. */
export const STUDIO_ANIM_ANIMPOS = 0x04;
export const STUDIO_ANIM_ANIMROT = 0x08;
/** Values are not added to the bind pose. */
export const STUDIO_ANIM_DELTA = 0x10;
/** A constant rotation, `Quaternion64`. */
export const STUDIO_ANIM_RAWROT2 = 0x20;
/** Bone number in the single record of a block without animated bones. */
export const NO_BONE = 255;

// `STUDIO_FRAME_*` of `mstudio_frame_anim_t`, a byte a bone.

/** Constant position, three 16-bit floats. */
export const FRAME_CONST_POS = 0x01;
/** Constant rotation, `Quaternion48`. */
export const FRAME_CONST_ROT = 0x02;
/** Position in each frame's row, three 16-bit floats. */
export const FRAME_ANIM_POS = 0x04;
/** Rotation in each frame's row, `Quaternion48`. */
export const FRAME_ANIM_ROT = 0x08;
/** Position in each frame's row, three floats. */
export const FRAME_ANIM_POS2 = 0x10;
/** Constant position, three floats. */
export const FRAME_CONST_POS2 = 0x20;
/** Constant rotation, `Quaternion48S`. */
export const FRAME_CONST_ROT2 = 0x40;
/** Rotation in each frame's row, `Quaternion48S`. */
export const FRAME_ANIM_ROT2 = 0x80;

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

/** Writes a unit quaternion from `x, y, z` and the sign of w. */
function writeUnit(
  out: Float32Array,
  offset: number,
  x: number,
  y: number,
  z: number,
  isNegative: boolean,
): void {
  const w = Math.sqrt(Math.max(0, 1 - x * x - y * y - z * z));
  out[offset] = x;
  out[offset + 1] = y;
  out[offset + 2] = z;
  out[offset + 3] = isNegative ? -w : w;
}

/** Decodes `Quaternion48`: 16, 16 and 15 bits, and the sign of w. */
export function decodeQuaternion48(
  view: DataView,
  at: number,
  out: Float32Array,
  offset: number,
): void {
  const x = (view.getUint16(at, true) - 0x8000) / 0x8000;
  const y = (view.getUint16(at + 2, true) - 0x8000) / 0x8000;
  const last = view.getUint16(at + 4, true);
  writeUnit(out, offset, x, y, ((last & 0x7fff) - 0x4000) / 0x4000, last >= 0x8000);
}

/** Steps from 0 to 1 of a `Quaternion48S`, and the step that means 0. */
const SCALE48S = 23168;
const SHIFT48S = 0x4000;

/**
 * Decodes `Quaternion48S`, the "sorted" one: three 15-bit numbers are the components after the
 * largest one, in the circular order x, y, z, w. Two bits give the index of the first of them, one
 * bit the sign of the largest.
 */
export function decodeQuaternion48S(
  view: DataView,
  at: number,
  out: Float32Array,
  offset: number,
): void {
  const words = [view.getUint16(at, true), view.getUint16(at + 2, true)];
  const last = view.getUint16(at + 4, true);
  const first = (words[0] >>> 15) * 2 + (words[1] >>> 15);
  const unit = (word: number) => ((word & 0x7fff) - SHIFT48S) / SCALE48S;
  const [a, b, c] = [unit(words[0]), unit(words[1]), unit(last)];
  const largest = Math.sqrt(Math.max(0, 1 - a * a - b * b - c * c));
  out[offset + first] = a;
  out[offset + ((first + 1) & 3)] = b;
  out[offset + ((first + 2) & 3)] = c;
  out[offset + ((first + 3) & 3)] = last >= 0x8000 ? -largest : largest;
}

/** Decodes `Quaternion64`: three 21-bit numbers, and the sign of w. */
export function decodeQuaternion64(
  view: DataView,
  at: number,
  out: Float32Array,
  offset: number,
): void {
  const low = view.getUint32(at, true);
  const high = view.getUint32(at + 4, true);
  const x = low & 0x1fffff;
  const y = ((low >>> 21) | (high << 11)) & 0x1fffff;
  const z = (high >>> 10) & 0x1fffff;
  const unit = (bits: number) => (bits - 0x100000) / 1048576.5;
  writeUnit(out, offset, unit(x), unit(y), unit(z), high >>> 31 === 1);
}

/** Returns a `Quaternion64` as two 32-bit words, low first. */
export function encodeQuaternion64(
  x: number,
  y: number,
  z: number,
  w: number,
): [low: number, high: number] {
  const bits = (value: number) =>
    Math.min(0x1fffff, Math.max(0, Math.round(value * 1048576.5) + 0x100000));
  const [bx, by, bz] = [bits(x), bits(y), bits(z)];
  const low = (bx | (by << 21)) >>> 0;
  const high = ((by >>> 11) | (bz << 10) | (w < 0 ? 0x80000000 : 0)) >>> 0;
  return [low, high];
}

/** Decodes Valve's `float16`, in which the largest exponent does not mean infinity. */
export function decodeHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const mantissa = bits & 0x3ff;
  if (exponent === 0) return (sign * mantissa) / 0x1000000;
  if (exponent === 0x1f) return mantissa === 0 ? sign * 65504 : 0;
  return sign * (1 + mantissa / 1024) * 2 ** (exponent - 15);
}

/** Returns a number as a 16-bit float, or `null` if that would lose precision. */
export function encodeExactHalf(value: number): number | null {
  const size = Math.abs(value);
  const sign = value < 0 ? 0x8000 : 0;
  if (size === 0) return 0;
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  const mantissa = size / 2 ** (exponent - 10);
  if (exponent > 15 || !Number.isInteger(mantissa)) return null;
  const bits = sign | (mantissa + (exponent + 14) * 1024);
  return decodeHalf(bits) === value ? bits : null;
}
