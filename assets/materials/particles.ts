/** Textures of particles: smoke, drops of water. */

import { clamp, PALETTE, smoothstep } from "../textures/color.ts";
import { fbm } from "../textures/noise.ts";
import { paint, type Surface } from "../textures/surface.ts";

/** A puff of smoke that is soft at its edge. */
export function smoke(): Surface {
  return paint(128, 128, (u, v) => {
    const radius = Math.hypot(u - 0.5, v - 0.5) * 2;
    const billow = fbm(u, v, 4, 4, 4, 701);
    const edge = 1 - smoothstep(0.25, 1, radius - billow * 0.22);
    const tone = 0.78 + billow * 0.3;
    return { color: [tone, tone, tone], alpha: clamp(edge * (0.6 + billow * 0.35)) };
  });
}

/** A drop of water: bright in the middle. */
export function droplet(): Surface {
  return paint(32, 32, (u, v) => {
    const radius = Math.hypot(u - 0.5, v - 0.5) * 2;
    const [r, g, b] = PALETTE.cream;
    return { color: [r * 0.92, g, Math.min(1, b * 1.15)], alpha: clamp(1 - radius) ** 1.5 };
  });
}
