/** Light of a single model: three studio lamps and the ambient light of the studio's walls. */

import { NO_BAKED_LIGHT, type PropLight } from "../../map/props.ts";
import {
  LIGHTS_PER_PROP,
  NO_WORLD_LIGHT,
  WORLD_LIGHT_ROW,
  WORLD_LIGHT_SUN,
} from "../../map/world-lights.ts";
import { writeForward } from "../../math/angles.ts";

type Rgb = readonly [r: number, g: number, b: number];

/** Directional light. */
export interface StudioLamp {
  /** Direction of the light in degrees, like a camera's angles: pitch is positive downwards. */
  readonly pitch: number;
  readonly yaw: number;
  /** Linear; 1 is full light. */
  readonly color: Rgb;
}

/** Studio light with at most `LIGHTS_PER_PROP` lamps. */
export interface StudioLight {
  readonly lamps: readonly StudioLamp[];
  /** Linear, for +x, −x, +y, −y, +z, −z. */
  readonly ambient: readonly [Rgb, Rgb, Rgb, Rgb, Rgb, Rgb];
}

/**
 * Default light. Models face +x: the key light is in front, to the side and above, the rim light
 * behind.
 */
export const STUDIO_LIGHT: StudioLight = {
  lamps: [
    { pitch: 38, yaw: 145, color: [0.95, 0.91, 0.85] },
    { pitch: 14, yaw: -130, color: [0.2, 0.24, 0.3] },
    { pitch: 30, yaw: -15, color: [0.5, 0.54, 0.6] },
  ],
  ambient: [
    ...([
      [0.16, 0.17, 0.18],
      [0.14, 0.15, 0.17],
      [0.15, 0.16, 0.18],
      [0.15, 0.16, 0.18],
    ] as const),
    ...([
      [0.24, 0.26, 0.29],
      [0.09, 0.085, 0.08],
    ] as const),
  ],
};

/**
 * Builds the light of one instance, rotated by `yaw` degrees about z so that it can follow the
 * camera.
 */
export function buildStudioLight(
  { lamps, ambient }: StudioLight = STUDIO_LIGHT,
  yaw = 0,
): PropLight {
  const shown = lamps.slice(0, LIGHTS_PER_PROP);
  const worldLights = new Uint32Array((shown.length * WORLD_LIGHT_ROW.strideBytes) / 4);
  const floats = new Float32Array(worldLights.buffer);
  const normal = new Float32Array(3);
  for (const [row, lamp] of shown.entries()) {
    const at = (row * WORLD_LIGHT_ROW.strideBytes) / 4;
    writeForward(normal, lamp.pitch, lamp.yaw + yaw);
    floats.set(normal, at + WORLD_LIGHT_ROW.normal / 4);
    floats.set(lamp.color, at + WORLD_LIGHT_ROW.intensity / 4);
    worldLights[at + WORLD_LIGHT_ROW.flags / 4] = WORLD_LIGHT_SUN;
  }
  const lights = new Uint32Array(LIGHTS_PER_PROP).fill(NO_WORLD_LIGHT);
  for (let i = 0; i < shown.length; i++) lights[i] = i;
  return {
    ambient: Float32Array.from(ambient.flat()),
    baked: new Uint32Array(0),
    bakedBase: Uint32Array.of(NO_BAKED_LIGHT),
    worldLights,
    lights,
    flags: new Uint32Array(1),
  };
}
