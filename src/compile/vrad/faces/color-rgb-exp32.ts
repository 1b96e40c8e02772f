/** `ColorRGBExp32`: three mantissas and a shared power of two, as vrad writes it. */

const floatBits = new Float32Array(1);
const wordBits = new Uint32Array(floatBits.buffer);

/**
 * Writes a color, 4 bytes. The brightest channel's mantissa is in 128..255. All mantissas are
 * truncated, not rounded. Fact from Valve's `color_conversion.cpp`.
 */
export function writeColorRgbExp32(
  out: Uint8Array,
  offset: number,
  r: number,
  g: number,
  b: number,
): void {
  floatBits[0] = Math.max(r, g, b, 0);
  // Zero and values too small for a signed exponent are black.
  const exponent = floatBits[0] < MIN_VALUE ? 0 : ((wordBits[0] >>> 23) & 255) - 127 - 7;
  const scale = floatBits[0] < MIN_VALUE ? 0 : 2 ** -exponent;
  out[offset] = Math.min(255, Math.max(0, r) * scale);
  out[offset + 1] = Math.min(255, Math.max(0, g) * scale);
  out[offset + 2] = Math.min(255, Math.max(0, b) * scale);
  out[offset + 3] = exponent & 255;
}

const MIN_VALUE = 2 ** -120;
