/** The row of a lamp, and its values from key values of an entity. */

import { LAMP_ON, LAMP_SHADOWS, LAMP_WORLD } from "./lamps.ts";

/** Numbers of a row of `LampRows.rows`. */
export const LAMP = {
  /** 12: 3x4 row-major, world from lamp: its axes are forward, left and up; inches. */
  place: 0,
  /** 3: factor of the texture's colour, linear. */
  color: 12,
  /** Horizontal and vertical angle of the cone in degrees. */
  fovX: 15,
  fovY: 16,
  /** Distance along the axis at which the light begins, and distance at which it ends, inches. */
  nearZ: 17,
  farZ: 18,
  /** The light at d inches is constant + linear / d + quadratic / d², and at most 1. */
  constant: 19,
  linear: 20,
  quadratic: 21,
  /** Share of the light that shadows keep where the light is dim, 0 to 1. */
  shadowAttenuation: 22,
  /** `LAMP_*` bits. */
  flags: 23,
  strideFloats: 24,
} as const;

/** Texture of lamps that name none: the engine's default. */
export const DEFAULT_LAMP_TEXTURE = "effects/flashlight001";

/** Edge of a lamp's texture in texels. */
export const LAMP_TEXTURE_EDGE = 256;
/** Mips of a lamp's texture. */
export const LAMP_TEXTURE_MIPS = 9;

/** Key values of a projected texture that decide its row. */
export interface LampKeys {
  readonly color: string;
  readonly brightness: number;
  /** Degrees; a horizontal angle of 0 is the vertical one. */
  readonly fov: number;
  readonly horizontalFov: number;
  readonly nearZ: number;
  readonly farZ: number;
  /** Key values of Mapbase, each in its own unit; negative if the entity lacks them. */
  readonly constant: number;
  readonly linear: number;
  readonly quadratic: number;
  readonly shadowAttenuation: number;
  /** Whether the colour is linear, as in Mapbase and Alien Swarm, instead of gamma-encoded. */
  readonly hasLinearColor: boolean;
  readonly isOn: boolean;
  readonly hasShadows: boolean;
  readonly lightsWorld: boolean;
}

/** Attenuation of the engine: 100 / d. */
const DEFAULT_LINEAR = 100;
/** Factors from Mapbase's key values to the engine's attenuation. */
const UNITS = { constant: 0.5, linear: 100, quadratic: 10_000 } as const;
const GAMMA = 2.2;
const LEAST_NEAR = 0.5;
const [LEAST_FOV, MOST_FOV] = [1, 178];

/**
 * Writes the row of a projected texture but for its place, as `env_projectedtexture.cpp` and
 * `c_env_projectedtexture.cpp` of Source SDK 2013 and of Mapbase read the entity.
 */
export function writeLamp(out: Float32Array, row: number, keys: LampKeys): void {
  const at = row * LAMP.strideFloats;
  const [red = 0, green = 0, blue = 0, brightness = 0] = keys.color
    .trim()
    .split(/\s+/)
    .map(toNumber);
  const scale = ((brightness > 0 ? brightness : 255) / 255) * keys.brightness;
  const linear = (level: number) => (keys.hasLinearColor ? level : Math.max(level, 0) ** GAMMA);
  [red, green, blue].forEach((level, i) => {
    out[at + LAMP.color + i] = linear(level / 255) * scale;
  });
  const clamp = (degrees: number) => Math.min(Math.max(degrees, LEAST_FOV), MOST_FOV);
  out[at + LAMP.fovY] = clamp(keys.fov);
  out[at + LAMP.fovX] = clamp(keys.horizontalFov > 0 ? keys.horizontalFov : keys.fov);
  out[at + LAMP.nearZ] = Math.max(keys.nearZ, LEAST_NEAR);
  out[at + LAMP.farZ] = Math.max(keys.farZ, 2 * Math.max(keys.nearZ, LEAST_NEAR));
  out[at + LAMP.constant] = Math.max(keys.constant, 0) * UNITS.constant;
  out[at + LAMP.linear] = keys.linear < 0 ? DEFAULT_LINEAR : keys.linear * UNITS.linear;
  out[at + LAMP.quadratic] = Math.max(keys.quadratic, 0) * UNITS.quadratic;
  out[at + LAMP.shadowAttenuation] = Math.min(Math.max(keys.shadowAttenuation, 0), 1);
  out[at + LAMP.flags] =
    (keys.isOn ? LAMP_ON : 0) |
    (keys.hasShadows ? LAMP_SHADOWS : 0) |
    (keys.lightsWorld ? LAMP_WORLD : 0);
}

function toNumber(text: string): number {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : 0;
}

/** Returns a frame of a lamp's texture as `LampSet.names` has it. */
export function lampTextureName(text: string, frame = 0): string {
  const name = text
    .trim()
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(/\.vtf$/, "");
  const known = name === "" ? DEFAULT_LAMP_TEXTURE : name;
  return frame > 0 ? `${known}@${frame}` : known;
}
