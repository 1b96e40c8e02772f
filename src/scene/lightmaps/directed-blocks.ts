/**
 * The blocks of a bumped face that hold its light by direction. What the compiler stores for the three directions
 * of the bump basis does not add up to what it stores for the face itself: each is turned away from the face by 55
 * degrees, so that their mean is two thirds to nine tenths of it. The engine scales them when it loads a map, channel
 * by channel, until the mean is the flat light, as the compiler does for its own preview (`LinearToBumpedLightmap` in
 * `utils/vrad/lightmap.cpp`). Here that is done in linear light, whichever side of the map's light it is.
 */

import { encodeRgb9e5Floats } from "./rgb9e5.ts";

const DIRECTIONS = 3;

/** A channel of a stored sample: c * 2^e. */
function channelOf(sample: number, shift: number): number {
  return ((sample >>> shift) & 255) * 2 ** (sample >> 24);
}

/**
 * Writes the three blocks that follow a flat one.
 * @param flat row of `samples` of the flat block; the others follow it
 * @param corner row of `texels` of the flat block; the others stand beside it
 */
export function writeDirectedBlocks(
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
  for (let luxel = 0; luxel < luxels; luxel++) {
    for (let channel = 0; channel < 3; channel++) {
      const shift = channel * 8;
      let sum = 0;
      for (let k = 0; k < DIRECTIONS; k++) {
        const stored = channelOf(samples[flat + (k + 1) * luxels + luxel], shift);
        light[k * 3 + channel] = stored;
        sum += stored;
      }
      const scale = sum > 0 ? (channelOf(samples[flat + luxel], shift) * DIRECTIONS) / sum : 0;
      for (let k = 0; k < DIRECTIONS; k++) light[k * 3 + channel] *= scale;
    }
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
