/** A map's light as a model alone has it, which stands at the origin of its own space. */

import type { PropLight } from "../../map/props.ts";
import type { LightPatterns, LightStyles } from "../../map/types.ts";
import { WORLD_LIGHT_ROW, WORLD_LIGHT_STYLE_MASK } from "../../map/world-lights.ts";

const ROW_WORDS = WORLD_LIGHT_ROW.strideBytes / 4;
const ORIGIN = WORLD_LIGHT_ROW.origin / 4;
const FLAGS = WORLD_LIGHT_ROW.flags / 4;
const INTENSITY = WORLD_LIGHT_ROW.intensity / 4;
const NORMAL = WORLD_LIGHT_ROW.normal / 4;
const CUBE_FLOATS = 18;

/** Letters of light patterns: dark, and steps up to the compiled brightness. */
const DARK_LETTER = 97;
const FULL_LETTERS = 12;

/** Returns the brightness of a style at time 0. */
export function brightnessAtFirst(
  styles: LightStyles,
  patterns: LightPatterns | null,
  style: number,
): number {
  const pattern = patterns?.[style];
  if (!pattern) return styles[style];
  return Math.max(0, pattern.charCodeAt(0) - DARK_LETTER) / FULL_LETTERS;
}

/**
 * Moves the light so that `at` becomes the origin. Style brightness is multiplied into the lamps,
 * which then have no style.
 * @param at inches
 */
export function lightFromOrigin(
  light: PropLight,
  at: readonly [number, number, number],
  brightnessOf: (style: number) => number,
): PropLight {
  const worldLights = light.worldLights.slice();
  const floats = new Float32Array(worldLights.buffer);
  for (let row = 0; row < worldLights.length; row += ROW_WORDS) {
    const brightness = brightnessOf(worldLights[row + FLAGS] & WORLD_LIGHT_STYLE_MASK);
    for (let k = 0; k < 3; k++) {
      floats[row + ORIGIN + k] -= at[k];
      floats[row + INTENSITY + k] *= brightness;
    }
    worldLights[row + FLAGS] &= ~WORLD_LIGHT_STYLE_MASK;
  }
  return { ...light, worldLights };
}

/**
 * Rotates the light about z, as if the model were turned the opposite way. At angles other than
 * right angles, the sides of the ambient cube are sampled from the cube, since nothing else is
 * known.
 * @param yaw degrees
 */
export function turnLight(light: PropLight, yaw: number): PropLight {
  if (yaw === 0) return light;
  const angle = (yaw * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const worldLights = light.worldLights.slice();
  const floats = new Float32Array(worldLights.buffer);
  for (let row = 0; row < worldLights.length; row += ROW_WORDS) {
    for (const column of [ORIGIN, NORMAL]) {
      const [x, y] = [floats[row + column], floats[row + column + 1]];
      floats[row + column] = c * x - s * y;
      floats[row + column + 1] = s * x + c * y;
    }
  }
  const ambient = light.ambient.slice();
  // Directions before the rotation of the sides +x, −x, +y, −y.
  const before = [
    [c, -s],
    [-c, s],
    [s, c],
    [-s, -c],
  ];
  for (const [side, [x, y]] of before.entries()) {
    const [atX, atY] = [x >= 0 ? 0 : 3, y >= 0 ? 6 : 9];
    for (let k = 0; k < 3; k++) {
      ambient[side * 3 + k] = x * x * light.ambient[atX + k] + y * y * light.ambient[atY + k];
    }
  }
  return { ...light, ambient: ambient.subarray(0, CUBE_FLOATS), worldLights };
}
