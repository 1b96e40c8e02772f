/**
 * Converts ColorRGBExp32 to `rgb9e5ufloat`.
 *
 * A stored sample is c * 2^e with an 8-bit c and a signed 8-bit e. A texel is m * 2^(E - 24) with a
 * 9-bit m and a 5-bit E (15 is the exponent's bias, 9 the mantissa's bits). So E = e + 24 and m = c
 * are exact for e in -24..7, and for e = 8 with the mantissa doubled. Larger samples are doubled
 * until 9 bits are full and then saturate at 511 * 2^7 (256 times full light). Smaller ones are
 * halved and rounded (below 2^-24, 1e-10 of full light).
 */

import type { LightSideName } from "../../map/lightmap.ts";

export const MIN_EXPONENT = -24;
export const MAX_EXPONENT = 7;
export const MAX_MANTISSA = 511;

/** Returns the texel of a sample whose exponent is outside -24..7. */
export function encodeOutlier(r: number, g: number, b: number, exponent: number): number {
  const high = exponent > MAX_EXPONENT;
  const scale = 2 ** (exponent - (high ? MAX_EXPONENT : MIN_EXPONENT));
  const mantissa = (c: number) => Math.min(MAX_MANTISSA, Math.round(c * scale));
  const biased = (high ? MAX_EXPONENT : MIN_EXPONENT) + 24;
  return (mantissa(r) | (mantissa(g) << 9) | (mantissa(b) << 18) | (biased << 27)) >>> 0;
}

/** Converts one sample, given as the little-endian word of its four bytes. */
export function encodeRgb9e5(sample: number): number {
  const exponent = sample >> 24;
  if (exponent < MIN_EXPONENT || exponent > MAX_EXPONENT) {
    return encodeOutlier(sample & 255, (sample >> 8) & 255, (sample >> 16) & 255, exponent);
  }
  return (
    ((sample & 0xff) |
      ((sample & 0xff00) << 1) |
      ((sample & 0xff0000) << 2) |
      ((exponent + 24) << 27)) >>>
    0
  );
}

/** Exponent at which an 8-bit channel's maximum is four times full light. */
const LDR_EXPONENT = 2;

/**
 * Converts a sample of LDR light, which the engine limits to four times full light per channel
 * (`LinearToVertexLight` in the public `mathlib/mathlib.h`, which `utils/vrad/lightmap.cpp` says
 * the engine matches).
 */
export function encodeLdrRgb9e5(sample: number): number {
  const over = (sample >> 24) - LDR_EXPONENT;
  if (over <= 0) return encodeRgb9e5(sample);
  const cut = (shift: number) => Math.min(((sample >>> shift) & 255) * 2 ** over, 255) << shift;
  return encodeRgb9e5(cut(0) | cut(8) | cut(16) | (LDR_EXPONENT << 24));
}

/** Converts a row of samples into a row of texels. */
export function writeRgb9e5Row(
  side: LightSideName,
  out: Uint32Array,
  outOffset: number,
  samples: Uint32Array,
  sampleOffset: number,
  count: number,
): void {
  // Nearly all samples have an exponent that needs no conversion.
  const highest = side === "ldr" ? LDR_EXPONENT : MAX_EXPONENT;
  for (let i = 0; i < count; i++) {
    const sample = samples[sampleOffset + i];
    const exponent = sample >> 24;
    out[outOffset + i] =
      exponent >= MIN_EXPONENT && exponent <= highest
        ? (sample & 0xff) |
          ((sample & 0xff00) << 1) |
          ((sample & 0xff0000) << 2) |
          ((exponent - MIN_EXPONENT) << 27)
        : side === "ldr"
          ? encodeLdrRgb9e5(sample)
          : encodeRgb9e5(sample);
  }
}

/** Returns the three values c * 2^e of a texel, as the GPU decodes it. */
export function decodeRgb9e5(texel: number): [number, number, number] {
  const scale = 2 ** ((texel >>> 27) - 24);
  return [
    (texel & MAX_MANTISSA) * scale,
    ((texel >>> 9) & MAX_MANTISSA) * scale,
    ((texel >>> 18) & MAX_MANTISSA) * scale,
  ];
}
