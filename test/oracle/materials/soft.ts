/** `$depthblend`, from `DepthFeathering` in `common_ps_fxc.h`, and blending of linear light. */

import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../light/color.ts";

export interface SoftLook {
  /** Stored colour, 0 to 255. */
  readonly texel: Rgb;
  /** Alpha of the material and its texture. */
  readonly alpha: number;
  /** Inches between the surface and the one behind it, along the view's axis. */
  readonly gap: number;
  /** `$depthblendscale`, in inches. */
  readonly scale: number;
  readonly isAdditive?: boolean;
}

/** Returns the display values of a soft surface over `behind`. */
export function softLight(behind: Rgb, look: SoftLook): Rgb {
  const cover = look.alpha * Math.min(Math.abs(look.gap) / look.scale, 1);
  const kept = look.isAdditive ? 1 : 1 - cover;
  return mapRgb(behind, (value, k) =>
    encodeSrgb(Math.min(decodeSrgb(value) * kept + decodeSrgb(look.texel[k]) * cover, 1)),
  );
}
