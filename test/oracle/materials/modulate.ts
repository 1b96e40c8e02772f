/**
 * Modulate and DecalModulate by the engine's sources: `modulate_ps2x.fxc`, `modulate_dx9.cpp`,
 * `decalmodulate_ps2x.fxc` and `DecalModulate_dx9.cpp`.
 */

import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../light/color.ts";

export interface Modulation {
  /** As stored, 0 to 255. */
  readonly texel: readonly [number, number, number, number];
  readonly isDecal?: boolean;
  readonly isTwice?: boolean;
  /** `$color`, as written, and `$alpha`. */
  readonly color?: Rgb;
  readonly alpha?: number;
}

/** Returns the factor by which blending multiplies the target, per channel, gamma-encoded. */
export function modulationFactor(look: Modulation): Rgb {
  const { texel, color = [1, 1, 1], alpha = 1 } = look;
  const stored: Rgb = [texel[0] / 255, texel[1] / 255, texel[2] / 255];
  if (look.isDecal) {
    // Alpha test: greater than 0. Blending adds destination * source and source * destination.
    return texel[3] > 0 ? mapRgb(stored, (value) => value * 2) : [1, 1, 1];
  }
  const opacity = Math.min((texel[3] / 255) * alpha, 1);
  return mapRgb(stored, (value, k) => {
    const lit = Math.min(Math.max(value * color[k], 0), 1);
    return (0.5 + (lit - 0.5) * opacity) * (look.isTwice ? 2 : 1);
  });
}

/** Multiplies display values on an 8-bit target, as in the engine. */
export function modulatedOnDisplay(behind: Rgb, look: Modulation): Rgb {
  const factor = modulationFactor(look);
  return mapRgb(behind, (value, k) => Math.min(value * factor[k], 255));
}

/** Multiplies linear light by the same factors, decoded by the engine's gamma 2.2. */
export function modulatedLight(behind: Rgb, look: Modulation): Rgb {
  const factor = modulationFactor(look);
  return mapRgb(behind, (value, k) => encodeSrgb(decodeSrgb(value) * factor[k] ** 2.2));
}
