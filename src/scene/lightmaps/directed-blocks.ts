/**
 * Writes the blocks of a bumped face that hold its light by direction. The mean of the three stored directions is two
 * thirds to nine tenths of the face's flat light, because each direction is turned away from the face by 55 degrees.
 * The engine scales them, channel by channel, when it loads a map. Its own routine is closed: the source of the
 * arithmetic here is the compiler's copy of it (`LinearToBumpedLightmap` and `ColorClampBumped` in the public
 * `utils/vrad/lightmap.cpp`).
 *
 * HDR light is scaled until the mean is the flat light. LDR light is scaled by the flat light *after gamma*, over the
 * mean before gamma, and the GPU then decodes the texture as sRGB. So a direction has flat × (stored / mean)^2.2,
 * as far as a byte reaches.
 */

import type { LightSideName } from "../../map/lightmap.ts";
import { encodeRgb9e5Floats, MAX_LDR_VALUE } from "./rgb9e5.ts";

const DIRECTIONS = 3;
/** Exponent between light and what an LDR lightmap stores of it (`BuildGammaTable` in `mathlib/color_conversion.cpp`). */
const GAMMA = 2.2;
/** Light of an LDR lightmap's byte of 255, in a sample's unit: half of the byte's range is overbright. */
const FULL_BYTE = 255 * 2 ** GAMMA;

/** 2^e by the last byte of a stored sample. */
const SCALES = Float64Array.from({ length: 256 }, (_, byte) => 2 ** ((byte << 24) >> 24));
/** Steps of 1 in `POWERS`: a direction is wrong by less than 4e-7 of the flat light. */
const POWER_STEPS = 1024;
/** x^2.2 for x of 0 to 3, the most that a direction can have of the mean. A table saves two thirds of the time. */
const POWERS = Float64Array.from(
  { length: DIRECTIONS * POWER_STEPS + 2 },
  (_, step) => (step / POWER_STEPS) ** GAMMA,
);

/** A channel of a stored sample: c * 2^e. */
function channelOf(sample: number, shift: number): number {
  return ((sample >>> shift) & 255) * SCALES[sample >>> 24];
}

/** Returns x^2.2 of 0 to 3. */
function powerOf(x: number): number {
  const at = x * POWER_STEPS;
  const step = Math.floor(at);
  return POWERS[step] + (at - step) * (POWERS[step + 1] - POWERS[step]);
}

/** Scales three directions, in `light`, until their mean is `flat`. */
function balanceHdr(light: Float64Array, channel: number, flat: number): void {
  const sum = light[channel] + light[channel + 3] + light[channel + 6];
  const scale = sum > 0 ? (flat * DIRECTIONS) / sum : 0;
  for (let k = 0; k < DIRECTIONS; k++) light[k * 3 + channel] *= scale;
}

/** Scales three directions, in `light`, as an LDR lightmap's bytes would hold them if they had no end. */
function balanceLdr(light: Float64Array, channel: number, flat: number): void {
  const sum = light[channel] + light[channel + 3] + light[channel + 6];
  const perMean = sum > 0 ? DIRECTIONS / sum : 0;
  const goal = Math.min(flat, MAX_LDR_VALUE);
  for (let k = 0; k < DIRECTIONS; k++) {
    const at = k * 3 + channel;
    light[at] = goal * powerOf(light[at] * perMean);
  }
}

/** Returns the largest channel of a direction. */
function brightestOf(light: Float64Array, direction: number): number {
  const at = direction * 3;
  return Math.max(light[at], light[at + 1], light[at + 2]);
}

/**
 * Fits three directions into bytes, as `ColorClampBumped` does: after gamma, from the brightest direction to the
 * darkest, half of what is beyond a byte goes to each of the two others, and what is beyond it then is lost.
 */
function fitBytes(light: Float64Array): void {
  for (let i = 0; i < light.length; i++) light[i] = (light[i] / FULL_BYTE) ** (1 / GAMMA);
  const [first, second, third] = [0, 1, 2].map((k) => brightestOf(light, k));
  // Directions that are equally bright are taken from the last.
  const top = third >= first && third >= second ? 2 : second >= first ? 1 : 0;
  const [low, high] = [(top + 1) % 3, (top + 2) % 3].sort();
  const bright = [first, second, third];
  const order = bright[high] >= bright[low] ? [top, high, low] : [top, low, high];
  for (let i = 0; i < DIRECTIONS; i++) {
    const brightest = brightestOf(light, order[i]);
    if (brightest <= 1) continue;
    const excess = (brightest - 1) / brightest;
    for (let channel = 0; channel < 3; channel++) {
      const moved = light[order[i] * 3 + channel] * excess;
      light[order[i] * 3 + channel] -= moved;
      light[order[(i + 1) % 3] * 3 + channel] += moved / 2;
      light[order[(i + 2) % 3] * 3 + channel] += moved / 2;
    }
  }
  for (let k = 0; k < DIRECTIONS; k++) {
    const scale = 1 / Math.max(1, brightestOf(light, k));
    for (let channel = 0; channel < 3; channel++) {
      light[k * 3 + channel] = FULL_BYTE * (light[k * 3 + channel] * scale) ** GAMMA;
    }
  }
}

/**
 * Writes the three blocks that follow a flat one.
 * @param flat row of `samples` of the flat block; the others follow it
 * @param corner row of `texels` of the flat block; the others stand beside it
 */
export function writeDirectedBlocks(
  side: LightSideName,
  texels: Uint32Array,
  corner: number,
  pageWidth: number,
  samples: Uint32Array,
  flat: number,
  width: number,
  height: number,
): void {
  const luxels = width * height;
  const light = new Float64Array(DIRECTIONS * 3);
  const isLdr = side === "ldr";
  for (let luxel = 0; luxel < luxels; luxel++) {
    let brightest = 0;
    for (let channel = 0; channel < 3; channel++) {
      const shift = channel * 8;
      for (let k = 0; k < DIRECTIONS; k++) {
        light[k * 3 + channel] = channelOf(samples[flat + (k + 1) * luxels + luxel], shift);
      }
      const goal = channelOf(samples[flat + luxel], shift);
      if (isLdr) balanceLdr(light, channel, goal);
      else balanceHdr(light, channel, goal);
      for (let k = 0; k < DIRECTIONS; k++) {
        if (light[k * 3 + channel] > brightest) brightest = light[k * 3 + channel];
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
