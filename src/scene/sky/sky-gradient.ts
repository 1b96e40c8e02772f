/**
 * Builds a sky gradient for missing sky textures from the map's light. `_ambient` is the light that
 * an open place gets from the whole sky, so it is the sky's mean; scattered sunlight is added.
 * Below the horizon it fades into haze.
 */

import {
  numberOf,
  parseDirection,
  parseLightColour,
  type Rgb,
  scaled,
} from "../../formats/bsp/layouts/light-values.ts";
import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import { QUIET_SKY, type SkyGradient } from "../../map/sky-gradient.ts";

/** Share of sunlight that a clear sky scatters. */
const SCATTERED: Rgb = [0.055, 0.08, 0.12];
/** Limits: mappers' ambient light may be brighter and more colourful than a sky should be. */
const MAX_LUMINANCE = 0.5;
const AMBIENT_COLORFULNESS = 0.7;

const luminanceOf = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const add = (a: Rgb, b: Rgb): Rgb => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const times = (a: Rgb, b: Rgb): Rgb => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
/** Scales the saturation of a colour: 1 keeps it, 0 makes it grey. */
const colorful = (color: Rgb, by: number): Rgb => {
  const grey = luminanceOf(color) * (1 - by);
  return add([grey, grey, grey], scaled(color, by));
};

/** Builds the gradient. A map without `light_environment` gets a dim evening sky. */
export function buildSkyGradient(bsp: BspWorld, side: LightSideName | null): SkyGradient {
  const sun = bsp.entities.find(
    (entity) => (entity.get("classname") ?? "").toLowerCase() === "light_environment",
  );
  if (sun === undefined) return QUIET_SKY;
  const direct = readLight(sun, "_light", "_lightscaleHDR", side) ?? [0, 0, 0];
  // Default of vrad.
  const given = readLight(sun, "_ambient", "_AmbientScaleHDR", side) ?? scaled(direct, 0.5);
  const ambient = colorful(given, AMBIENT_COLORFULNESS);
  const unbound = add(ambient, times(direct, SCATTERED));
  const mean = scaled(unbound, Math.min(1, MAX_LUMINANCE / Math.max(luminanceOf(unbound), 1e-6)));
  const [x, y, z] = parseDirection(sun);
  const brightest = Math.max(...direct, 1e-6);
  return {
    zenith: times(mean, [0.4, 0.5, 0.65]),
    horizon: scaled(colorful(mean, 0.6), 1.2),
    ground: scaled(colorful(mean, 0.6), 0.9),
    glow: scaled(direct, (luminanceOf(mean) * 0.5) / brightest),
    // The light's angles are the direction in which it shines.
    toSun: [0 - x, 0 - y, 0 - z],
  };
}

/**
 * Reads a light as linear RGB, where 1 is full; `null` if missing. Missing or negative HDR values
 * fall back to the LDR value.
 */
function readLight(
  sun: Entity,
  key: string,
  scale: string,
  side: LightSideName | null,
): Rgb | null {
  const isHdr = side === "hdr";
  const hdr = isHdr ? parseLightColour(sun.get(`${key}HDR`), true) : null;
  const light = hdr ?? parseLightColour(sun.get(key), isHdr);
  if (light === null) return null;
  const factor = isHdr ? Math.max(numberOf(sun, scale, 1), 0) : 1;
  const bound = (value: number) => Math.min(value, 1e4);
  return scaled([bound(light[0]), bound(light[1]), bound(light[2])], factor / 255);
}
