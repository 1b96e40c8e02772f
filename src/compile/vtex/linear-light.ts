/** Stored 8-bit colours and linear light. */

/** sRGB byte to linear light, 0..1. */
export const LINEAR_FROM_BYTE: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Bytes by linear light, in steps that are a fifth of the narrowest byte. */
const STEPS = 16384;
const BYTE_FROM_STEP = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const linear = step / STEPS;
  const encoded = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
});

/** Linear light to the nearest sRGB byte, within a tenth of a step more; clamped to 0..1. */
export function byteFromLinear(value: number): number {
  const linear = Math.min(Math.max(value, 0), 1);
  return BYTE_FROM_STEP[Math.round(linear * STEPS)];
}

/** 0..1 to the nearest byte. */
export function byteFromUnit(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), 1) * 255);
}
