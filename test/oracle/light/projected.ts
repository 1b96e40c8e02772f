/**
 * Light of projected textures by the engine's formulas, from an entity's place to linear light,
 * independent of the shaders and the key reader. Sources: `BuildPerspectiveWorldToFlashlightMatrix`
 * of `clientshadowmgr.cpp`, `MatrixBuildPerspective` of `vmatrix.cpp`, `flashlight_ps2x.fxc`,
 * `DoFlashlight` of `common_flashlight_fxc.h` and `SetFlashLightColorFromState` of `BaseVSShader.h`
 * of the Source SDK 2013.
 */

import type { Rgb } from "./color.ts";

type Vector = readonly [number, number, number];

export interface ProjectedLight {
  readonly origin: Vector;
  /** Pitch, yaw and roll in degrees. */
  readonly angles: Vector;
  readonly fov: number;
  readonly nearZ: number;
  readonly farZ: number;
  /** Red, green, blue and brightness, 0 to 255. */
  readonly color: readonly [number, number, number, number];
  /** Returns a texel in linear light; u to the right and v down, 0 to 1. */
  readonly texture: (u: number, v: number) => Rgb;
}

const RADIANS = Math.PI / 180;
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The engine's `AngleVectors`. */
function axesOf([pitch, yaw, roll]: Vector): { forward: Vector; right: Vector; up: Vector } {
  const [sp, cp] = [Math.sin(pitch * RADIANS), Math.cos(pitch * RADIANS)];
  const [sy, cy] = [Math.sin(yaw * RADIANS), Math.cos(yaw * RADIANS)];
  const [sr, cr] = [Math.sin(roll * RADIANS), Math.cos(roll * RADIANS)];
  return {
    forward: [cp * cy, cp * sy, -sp],
    right: [-sr * sp * cy + cr * sy, -sr * sp * sy - cr * cy, -sr * cp],
    up: [cr * sp * cy + sr * sy, cr * sp * sy - sr * cy, cr * cp],
  };
}

/** Returns linear light that a white surface reflects, without shadows. */
export function projectedLight(
  light: ProjectedLight,
  place: Vector,
  normal: Vector,
  { isHdr = false, isModel = false } = {},
): Rgb {
  const delta = place.map((at, i) => at - light.origin[i]) as unknown as Vector;
  const { forward, right, up } = axesOf(light.angles);
  const along = dot(delta, forward);
  const width = along * Math.tan((light.fov / 2) * RADIANS);
  const u = 0.5 + (0.5 * dot(delta, right)) / width;
  const v = 0.5 - (0.5 * dot(delta, up)) / width;
  const distance = Math.sqrt(dot(delta, delta));
  if (along < light.nearZ || u < 0 || u > 1 || v < 0 || v > 1) return [0, 0, 0];
  const saturate = (value: number) => Math.min(Math.max(value, 0), 1);
  const end = saturate((light.farZ - distance) / (light.farZ - 0.6 * light.farZ));
  const linear = 100 / distance;
  const attenuation = isModel ? saturate(linear) * end : saturate(linear * end);
  const facing = saturate(-dot(delta, normal) / distance);
  const scale = (isHdr ? 0.25 : 2) * 2.5;
  const texel = light.texture(u, v);
  return [0, 1, 2].map(
    (k) =>
      texel[k] *
      (light.color[k] / 255) ** 2.2 *
      (light.color[3] / 255) *
      scale *
      attenuation *
      facing,
  ) as unknown as Rgb;
}
