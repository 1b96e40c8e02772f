/** Converts single floats to half floats (1 sign, 5 exponent, 10 mantissa bits). */

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** Rounds to nearest, ties away from zero. Too large values become infinity, NaN stays NaN. */
export function halfFromFloat(value: number): number {
  float[0] = value;
  const word = bits[0];
  const sign = (word >>> 16) & 0x8000;
  const magnitude = word & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  if (magnitude >= 0x47800000) return sign | 0x7c00;
  if (magnitude >= 0x38800000) {
    // Changes the exponent's bias from 127 to 15. A carry out of the mantissa increments it.
    return sign | ((magnitude - 0x38000000 + 0x1000) >>> 13);
  }
  const shift = 126 - (magnitude >>> 23);
  if (shift > 24) return sign;
  const mantissa = (magnitude & 0x7fffff) | 0x800000;
  return sign | ((mantissa + (1 << (shift - 1))) >>> shift);
}
