/**
 * Fog by the engine's formulas, from an entity's keys to visible light, independent of the shaders
 * and the key reader. Sources: `game/client/viewrender.cpp` (`GetFogColor`, `EnableWorldFog`,
 * `Enable3dSkyboxFog`), `MatrixBuildPerspectiveZRange`, and `CalcPixelFogFactor` and
 * `BlendPixelFog` of `common_ps_fxc.h` in its public SDK.
 */

export type Triple = readonly [number, number, number];

/** Entity keys: colours 0 to 255, distances in inches. */
export interface FogKeys {
  readonly color: Triple;
  readonly color2?: Triple;
  /** Direction of the first colour; omitted for a single color. */
  readonly toward?: Triple;
  readonly start: number;
  readonly end: number;
  readonly maxDensity?: number;
  readonly isRadial?: boolean;
}

/** Near and far plane of the engine's views, in inches. */
export const WORLD = { near: 7, far: 16384 * 1.73205080757 };
export const SKYBOX = { near: 2, far: 1.732050807569 * 2 * 16384 };

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Returns the fog's linear light for a unit view direction `forward`. */
export function fogColor(fog: FogKeys, forward: Triple): Triple {
  const { color, color2 = color, toward } = fog;
  const share =
    toward === undefined ? 1 : 0.5 * dot(forward, toward) * (1 / Math.hypot(...toward)) + 0.5;
  return color.map((c, k) => ((c * share + color2[k] * (1 - share)) / 255) ** 2.2) as never;
}

/**
 * Returns the share of the surface's light that fog replaces.
 * @param toPoint from the eye to the surface
 * @param scale of a 3D sky camera
 */
export function fogShare(
  fog: FogKeys,
  toPoint: Triple,
  forward: Triple,
  { near, far } = WORLD,
  scale = 1,
): number {
  const start = fog.start / scale;
  const range = (fog.end - fog.start) / scale;
  const depth = dot(toPoint, forward);
  const projected = (depth * far) / (far - near) - (near * far) / (far - near);
  const distance = fog.isRadial ? Math.hypot(...toPoint) : projected;
  const factor = Math.min(fog.maxDensity ?? 1, distance / range - start / range);
  return Math.min(Math.max(factor, 0), 1) ** 2;
}

/** Returns the visible light of a surface behind fog, linear. */
export function behindFog(light: Triple, fog: Triple, share: number): Triple {
  return light.map((c, k) => c + (fog[k] - c) * share) as never;
}
