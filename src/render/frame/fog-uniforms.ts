/**
 * Writes fog into a view's block of the frame uniforms, as `shaders/common/light/fog.wgsl` reads
 * it.
 *
 * In the engine's shaders, the fog's share is (z / (end - start) - start / (end - start)) squared,
 * clamped to 0 and the density. Its z is in clip space: nearly the depth from the near plane
 * (`CalcRangeFog`, `BlendPixelFog` of `common_ps_fxc.h`). The engine's near and far planes differ
 * from those used here, so the numbers include both.
 */

import type { Fog } from "../../map/fog.ts";
import type { View } from "../views/view.ts";

/** Offsets in words from the start of the fog. */
export const FOG_WORDS = {
  color: 0,
  maxDensity: 3,
  scale: 4,
  offset: 5,
  slope: 6,
  count: 8,
} as const;

/** Near and far plane of a kind of view in the engine, in inches. */
export interface FogRange {
  readonly near: number;
  readonly far: number;
}

/** `VIEW_NEARZ` of `game/client/view.h`, and the diagonal of the default `r_mapextents`. */
export const WORLD_RANGE: FogRange = { near: 7, far: 16384 * Math.sqrt(3) };
/** Planes from `CSkyboxView::DrawInternal` in `game/client/viewrender.cpp`. */
export const SKYBOX_RANGE: FogRange = { near: 2, far: 32768 * Math.sqrt(3) };

/** The engine's exponent between stored values and light. */
export const GAMMA = 2.2;

/**
 * @param floats the block's page, written from `offset` on
 * @param fog `null` if there is none
 */
export function writeFog(
  floats: Float32Array,
  offset: number,
  fog: Fog | null,
  { clipFromWorld: m }: View,
  { near, far }: FogRange,
): void {
  if (fog === null || !fog.isOn) {
    floats.fill(0, offset, offset + FOG_WORDS.count);
    return;
  }
  const { color, color2, direction, start, end, isRadial } = fog;
  // Forward direction: clip-space w is a depth.
  const toward = m[3] * direction[0] + m[7] * direction[1] + m[11] * direction[2];
  const share = fog.isBlended ? 0.5 * toward + 0.5 : 1;
  for (let i = 0; i < 3; i++) {
    const gamma = color[i] * share + color2[i] * (1 - share);
    floats[offset + FOG_WORDS.color + i] = Math.max(gamma, 0) ** GAMMA;
  }
  floats[offset + FOG_WORDS.maxDensity] = fog.maxDensity;
  // Converts between depth and clip-space z.
  const stretch = isRadial ? 1 : far / (far - near);
  const range = end === start ? 1 : end - start;
  floats[offset + FOG_WORDS.scale] = stretch / range;
  floats[offset + FOG_WORDS.offset] = (start + (isRadial ? 0 : near * stretch)) / range;
  // Tangents of half the field of view.
  floats[offset + FOG_WORDS.slope] = isRadial ? 1 / Math.hypot(m[0], m[4], m[8]) : 0;
  floats[offset + FOG_WORDS.slope + 1] = isRadial ? 1 / Math.hypot(m[1], m[5], m[9]) : 0;
}
