/** UnlitTwoTexture and MonitorScreen, from `unlittwotexture_ps2x.fxc` and `monitorscreen_ps2x.fxc`. */

import { decodeSrgb, mapRgb, type Rgb } from "../light/color.ts";
import { linearOf } from "./proxies.ts";

export interface TwoTextures {
  /** As stored, 0 to 255. */
  readonly base: Rgb;
  readonly second: Rgb;
  /** `$color`, as written. */
  readonly color?: Rgb;
}

/** Returns the linear colour, with alpha 1. */
export function unlitTwoTexture({ base, second, color = [1, 1, 1] }: TwoTextures): Rgb {
  return mapRgb(base, (value, k) => decodeSrgb(value) * decodeSrgb(second[k]) * linearOf(color[k]));
}

export interface Monitor extends TwoTextures {
  readonly contrast?: number;
  readonly saturation?: number;
  readonly tint?: Rgb;
}

/** Returns the linear colour; $color and $tint are used as written. */
export function monitorScreen(look: Monitor): Rgb {
  const { base, second, color = [1, 1, 1], contrast = 0, saturation = 1, tint = [1, 1, 1] } = look;
  const both = mapRgb(base, (value, k) => decodeSrgb(value) * color[k] * decodeSrgb(second[k]));
  const harder = mapRgb(both, (value) => value + (value * value - value) * contrast);
  const grey = (harder[0] + harder[1] + harder[2]) / 3;
  return mapRgb(harder, (value, k) => (grey + (value - grey) * saturation) * tint[k]);
}
