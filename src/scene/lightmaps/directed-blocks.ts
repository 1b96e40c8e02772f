/**
 * Writes the directional blocks of bumped faces. The mean of the three stored directions is two
 * thirds to nine tenths of the face's flat light, because each direction is tilted from the face's
 * normal by 55 degrees. The engine rescales them per channel when it loads a map. Its own routine
 * is closed: the source here is the compiler's copy (`LinearToBumpedLightmap` and
 * `ColorClampBumped` in the public `utils/vrad/lightmap.cpp`).
 *
 * HDR light is scaled until the mean is the flat light. LDR light is scaled by the flat light
 * *after gamma* over the mean before gamma, and the GPU then decodes the texture as sRGB. So a
 * direction has flat × (stored / mean)^2.2, limited by the range of a byte.
 */

import type { LightSideName } from "../../map/lightmap.ts";
import { MAX_EXPONENT, MAX_MANTISSA, MIN_EXPONENT } from "./rgb9e5.ts";

const DIRECTIONS = 3;
/** Gamma of LDR lightmaps (`BuildGammaTable` in `mathlib/color_conversion.cpp`). */
const GAMMA = 2.2;
/**
 * Light of an LDR lightmap byte of 255, in units of a sample. Half of the byte's range is
 * overbright.
 */
const FULL_BYTE = 255 * 2 ** GAMMA;

/** Largest c * 2^e of LDR light, see `encodeLdrRgb9e5`. */
const MAX_LDR_VALUE = 4 * 255;
/** 2^e by the last byte of a stored sample. */
const SCALES = Float64Array.from({ length: 256 }, (_, byte) => 2 ** ((byte << 24) >> 24));
/** Steps of `POWERS` per 1; the error is below 4e-7 of the flat light. */
const POWER_STEPS = 1024;
/**
 * x^2.2 for x from 0 to 3, the largest ratio of a direction to the mean. A table, because `**` took
 * most of an atlas's build time.
 */
const POWERS = Float64Array.from(
  { length: DIRECTIONS * POWER_STEPS + 2 },
  (_, step) => (step / POWER_STEPS) ** GAMMA,
);

const MAX_VALUE = MAX_MANTISSA * 2 ** MAX_EXPONENT;

/** 2^-e by e − `MIN_EXPONENT`. */
const INVERSES = Float64Array.from(
  { length: MAX_EXPONENT - MIN_EXPONENT + 1 },
  (_, row) => 2 ** -(row + MIN_EXPONENT),
);
const DOUBLE = new Float64Array(1);
const DOUBLE_WORDS = new Uint32Array(DOUBLE.buffer);
/** Word of a double that has its exponent: the second of two on little-endian machines. */
const HIGH_WORD = new Uint8Array(Uint16Array.of(1).buffer)[0];

/**
 * Returns the texel nearest to three non-negative values, in units of c * 2^e. Values that are too
 * large saturate.
 */
export function encodeRgb9e5Floats(r: number, g: number, b: number): number {
  const most = Math.min(Math.max(r, g, b), MAX_VALUE);
  if (!(most > 0)) return 0;
  DOUBLE[0] = most;
  // The smallest exponent with which the rounded maximum fits nine bits.
  const log2 = ((DOUBLE_WORDS[HIGH_WORD] >>> 20) & 0x7ff) - 1023;
  let row = Math.max(log2 - 8 - MIN_EXPONENT, 0);
  if (Math.round(most * INVERSES[row]) > MAX_MANTISSA) row++;
  const scale = INVERSES[row];
  const red = Math.min(MAX_MANTISSA, Math.round(r * scale));
  const green = Math.min(MAX_MANTISSA, Math.round(g * scale));
  const blue = Math.min(MAX_MANTISSA, Math.round(b * scale));
  return (red | (green << 9) | (blue << 18) | (row << 27)) >>> 0;
}

/** Returns a channel of a stored sample: c * 2^e. */
function channelOf(sample: number, shift: number): number {
  return ((sample >>> shift) & 255) * SCALES[sample >>> 24];
}

/** Returns x^2.2 for x from 0 to 3, interpolated from the table. */
function powerOf(x: number): number {
  const at = x * POWER_STEPS;
  const step = Math.floor(at);
  return POWERS[step] + (at - step) * (POWERS[step + 1] - POWERS[step]);
}

/** Returns the largest channel of a direction. */
const brightestOf = (light: Float64Array, direction: number): number =>
  Math.max(light[direction * 3], light[direction * 3 + 1], light[direction * 3 + 2]);

/** Directions of the luxel that `fitBytes` works on, from the brightest to the darkest. */
const order = new Uint8Array(DIRECTIONS);

/** Writes `order`. Directions of equal brightness are processed from the last. */
function orderDirections(light: Float64Array): void {
  for (let k = 0; k < DIRECTIONS; k++) {
    const brightness = brightestOf(light, k);
    let at = k;
    for (; at > 0 && brightestOf(light, order[at - 1]) <= brightness; at--) {
      order[at] = order[at - 1];
    }
    order[at] = k;
  }
}

/**
 * Fits three directions into bytes, as `ColorClampBumped` does after gamma. From the brightest
 * direction to the darkest, half of the excess over a byte is added to each of the other two; a
 * remaining excess is lost.
 */
function fitBytes(light: Float64Array): void {
  for (let i = 0; i < 9; i++) light[i] = (light[i] / FULL_BYTE) ** (1 / GAMMA);
  orderDirections(light);
  for (let at = 0; at < DIRECTIONS; at++) {
    const k = order[at];
    const excess = 1 - 1 / Math.max(brightestOf(light, k), 1);
    for (let channel = 0; channel < 3; channel++) {
      const moved = light[k * 3 + channel] * excess;
      for (let i = 0; i < 3; i++) light[i * 3 + channel] += i === k ? -moved : moved / 2;
    }
  }
  for (let k = 0; k < 3; k++) {
    const scale = 1 / Math.max(brightestOf(light, k), 1);
    for (let i = k * 3; i < k * 3 + 3; i++) light[i] = FULL_BYTE * (light[i] * scale) ** GAMMA;
  }
}

/** Place of a face's flat block in a page. */
export interface FlatBlock {
  readonly texels: Uint32Array;
  /** Row of `texels`. The blocks by direction are to the right of it. */
  readonly corner: number;
  readonly pageWidth: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Writes the three blocks that follow a flat one.
 * @param flat row of `samples` of the flat block; the others follow it
 */
export function writeDirectedBlocks(
  side: LightSideName,
  samples: Uint32Array,
  flat: number,
  { texels, corner, pageWidth, width, height }: FlatBlock,
): void {
  const luxels = width * height;
  const light = new Float64Array(DIRECTIONS * 3);
  const isLdr = side === "ldr";
  for (let luxel = 0; luxel < luxels; luxel++) {
    let brightest = 0;
    for (let channel = 0; channel < 3; channel++) {
      let sum = 0;
      for (let k = 0; k < DIRECTIONS; k++) {
        const stored = channelOf(samples[flat + (k + 1) * luxels + luxel], channel * 8);
        light[k * 3 + channel] = stored;
        sum += stored;
      }
      const perMean = sum > 0 ? DIRECTIONS / sum : 0;
      const goal = channelOf(samples[flat + luxel], channel * 8);
      for (let k = 0; k < DIRECTIONS; k++) {
        const share = light[k * 3 + channel] * perMean;
        const own = isLdr ? Math.min(goal, MAX_LDR_VALUE) * powerOf(share) : goal * share;
        light[k * 3 + channel] = own;
        if (own > brightest) brightest = own;
      }
    }
    if (isLdr && brightest > FULL_BYTE) fitBytes(light);
    const x = luxel % width;
    const at = corner + ((luxel - x) / width) * pageWidth + x;
    for (let k = 0; k < DIRECTIONS; k++) {
      texels[at + (k + 1) * width] = encodeRgb9e5Floats(
        light[k * 3],
        light[k * 3 + 1],
        light[k * 3 + 2],
      );
    }
  }
}
