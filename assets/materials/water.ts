/** Water waves; only their relief is used. */

import { PALETTE, scale } from "../textures/color.ts";
import { fbm, gradientNoise } from "../textures/noise.ts";
import { paint, type Surface } from "../textures/surface.ts";

/** Swell with smaller waves across it. */
export function waves(): Surface {
  return paint(256, 256, (u, v) => {
    const warp = fbm(u, v, 3, 3, 3, 901) * 0.06;
    const swell = gradientNoise(u + warp, v, 4, 6, 902);
    const cross = gradientNoise(u, v + warp, 7, 5, 903);
    const chop = fbm(u + warp, v + warp, 14, 17, 3, 904);
    const height = 0.5 + swell * 0.25 + cross * 0.2 + chop * 0.22;
    return { color: scale(PALETTE.teal, 0.5 + height * 0.5), height };
  });
}
