/**
 * Detail textures, from `TextureCombine` and `TextureCombinePostLighting` of `common_ps_fxc.h` and
 * their use in `lightmappedgeneric_ps2_3_x.h` and `vertexlit_and_unlit_generic_ps2x.fxc`.
 */

import { decodeSrgb, mapRgb, type Rgb } from "../light/color.ts";
import { linearOf } from "./proxies.ts";

export type Rgba = readonly [number, number, number, number];

export interface DetailLook {
  /** As stored, 0 to 255. */
  readonly base: Rgba;
  readonly detail: Rgba;
  /** `$detailblendmode`, `$detailblendfactor`, `$detailtint` as written. */
  readonly mode?: number;
  readonly factor?: number;
  readonly tint?: Rgb;
  readonly isOfWorld: boolean;
}

export interface DetailedBase {
  /** Linear. */
  readonly albedo: Rgb;
  readonly alpha: number;
  /** Added after lighting. */
  readonly added: Rgb;
}

const lerp = (a: number, b: number, share: number) => a + (b - a) * share;
const saturate = (value: number) => Math.min(Math.max(value, 0), 1);

export function detailedBase(look: DetailLook): DetailedBase {
  const { base, detail, mode = 0, factor = 1, tint = [1, 1, 1], isOfWorld } = look;
  const albedo = mapRgb([base[0], base[1], base[2]], decodeSrgb);
  const alpha = base[3] / 255;
  // The sampler decodes sRGB in the additive mode of world materials and in all modes but the first
  // of model materials.
  const isColor = isOfWorld ? mode === 1 : mode !== 0;
  const texel = mapRgb([detail[0], detail[1], detail[2]], (value, k) => {
    const read = isColor ? decodeSrgb(value) : value / 255;
    return read * (isOfWorld ? tint[k] : linearOf(tint[k]));
  });
  const detailAlpha = detail[3] / 255;
  const combined = combine(mode, albedo, alpha, texel, detailAlpha, factor);
  const none: Rgb = [0, 0, 0];
  return {
    albedo: combined[0],
    // Lightmapped surfaces take their alpha from the base texture.
    alpha: isOfWorld ? alpha : combined[1],
    added: isOfWorld ? none : addedAfterLight(mode, texel, factor),
  };
}

function combine(
  mode: number,
  c: Rgb,
  a: number,
  d: Rgb,
  da: number,
  factor: number,
): readonly [Rgb, number] {
  const each = (change: (value: number, k: number) => number) => mapRgb(c, change);
  if (mode === 0) return [each((v, k) => v * lerp(1, 2 * d[k], factor)), a];
  if (mode === 1) return [each((v, k) => v + factor * d[k]), a];
  if (mode === 2) return [each((v, k) => lerp(v, d[k], factor * da)), a];
  if (mode === 3) return [each((v, k) => lerp(v, d[k], factor)), lerp(a, da, factor)];
  if (mode === 4) return [each((v, k) => lerp(v, d[k], factor * (1 - a))), da];
  if (mode === 7) return [each((v) => v * lerp(1, 2 * lerp(d[0], da, a), factor)), a];
  if (mode === 8) return [each((v, k) => lerp(v, v * d[k], factor)), lerp(a, a * da, factor)];
  if (mode === 9) return [c, lerp(a, a * da, factor)];
  if (mode === 11) return [each((v) => (v * (d[0] + d[1] + d[2]) * 2) / 3), a];
  return [c, a];
}

function addedAfterLight(mode: number, d: Rgb, factor: number): Rgb {
  if (mode === 5) return mapRgb(d, (v) => factor * v);
  if (mode !== 6) return [0, 0, 0];
  const isWide = factor - 0.5 >= 0;
  const times = isWide ? 1 / factor : 4 * factor;
  const plus = isWide ? 1 - times : -0.5 * times;
  return mapRgb(d, (v) => saturate(times * v + plus));
}
