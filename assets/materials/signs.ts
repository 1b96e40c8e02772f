/** Overlays for walls and floors: signs, arrows, stripes, stains. Alpha is the opacity. */

import { clamp, mix, PALETTE, type Rgb, scale, smoothstep } from "../textures/color.ts";
import { cells, fbm, gradientNoise } from "../textures/noise.ts";
import { boxDistance, cover, leafDistance } from "../textures/patterns.ts";
import { textAspect, textDistance } from "../textures/stroke-font.ts";
import { paint, type Surface } from "../textures/surface.ts";

/** Returns how much paint is left on a worn floor: 1 intact, 0 gone. */
function worn(u: number, v: number, seed: number): number {
  const patches = fbm(u, v, 6, 6, 5, seed);
  const grains = gradientNoise(u, v, 90, 90, seed + 1);
  return 1 - smoothstep(0.15, 0.6, patches + grains * 0.35) * 0.7;
}

/** An arrow that points to the right, painted on the wall. */
export function arrow(): Surface {
  return paint(256, 128, (u, v) => {
    const x = u * 2 - 1;
    const y = v - 0.5;
    const shaft = boxDistance(x + 0.28, y, 0.5, 0.11);
    const head = Math.max(Math.abs(y) + (x - 0.82) * 0.62, 0.16 - x);
    const shape = cover(Math.min(shaft, head), 0.008);
    return { color: scale(PALETTE.orange, 0.96), alpha: shape * worn(u, v, 601) };
  });
}

/** Stripes of orange and ink, slanting: repeats along u. */
export function stripes(): Surface {
  return paint(256, 64, (u, v) => {
    const wave = Math.abs(((u * 4 + v) % 1) - 0.5) * 2;
    const color = mix(PALETTE.ink, PALETTE.orange, smoothstep(0.46, 0.54, wave));
    const rim = cover(Math.abs(v - 0.5) - 0.47, 0.01);
    return { color, alpha: rim * worn(u, v, 611) };
  });
}

/** An enamel board, four times as wide as high, with a word on it. */
export function wordSign(word: string): Surface {
  const height = Math.min(0.46, 3.4 / textAspect(word));
  return paint(512, 128, (u, v) => {
    const x = (u - 0.5) * 4;
    const y = v - 0.5;
    const board = boxDistance(x, y, 1.9, 0.4) - 0.06;
    const rim = Math.abs(board + 0.07) - 0.012;
    const letter = textDistance(word, x / height, y / height, 0.17) * height;
    const bar = boxDistance(x, y - 0.335, 1.74, 0.012);
    const chipped = smoothstep(
      0.45,
      0.7,
      fbm(u, v, 24, 6, 4, 661) + cover(-board - 0.05, 0.05) * 0.25,
    );
    let color: Rgb = scale(PALETTE.tealDark, 0.95 + fbm(u, v, 8, 2, 4, 671) * 0.08);
    color = mix(color, PALETTE.orange, Math.max(cover(rim, 0.008), cover(bar, 0.006)));
    color = mix(color, PALETTE.cream, cover(letter, 0.01));
    return { color: mix(color, PALETTE.rust, chipped * 0.8), alpha: cover(board, 0.01) };
  });
}

/** The project's emblem: a leaf that a plane divides into a visible and a hidden part. */
export function emblem(): Surface {
  return paint(256, 256, (u, v) => {
    const x = u - 0.5;
    const y = v - 0.5;
    const disc = Math.hypot(x, y) - 0.47;
    const ring = Math.abs(disc + 0.04) - 0.008;
    const lx = (x - y) * Math.SQRT1_2;
    const ly = (x + y) * Math.SQRT1_2;
    const leaf = leafDistance(lx, ly, 0.36, 0.19);
    const stem = boxDistance(lx, ly - 0.36, 0.009, 0.06);
    const side = Math.abs(((ly + lx * lx * 2 + Math.abs(lx) + 0.42) % 0.105) - 0.0525) - 0.005;
    const vein = Math.min(Math.abs(lx) - 0.008, Math.max(side, leaf + 0.03));
    const fill = lx > 0 ? PALETTE.orange : PALETTE.tealLight;
    let color: Rgb = scale(PALETTE.tealDark, 0.9 + fbm(u, v, 5, 5, 4, 621) * 0.1);
    color = mix(color, PALETTE.orange, cover(ring, 0.004));
    color = mix(color, fill, cover(Math.min(leaf, stem), 0.004));
    color = mix(color, PALETTE.tealDark, cover(Math.max(vein, leaf), 0.003) * 0.85);
    return { color, alpha: cover(disc, 0.005) };
  });
}

/** A dark stain on a floor. */
export function stain(): Surface {
  return paint(128, 128, (u, v) => {
    const warp = fbm(u, v, 4, 4, 4, 631) * 0.16;
    const radius = Math.hypot(u - 0.5, v - 0.5) + warp;
    const pool = 1 - smoothstep(0.22, 0.36, radius);
    const ring = Math.exp(-(((radius - 0.3) / 0.03) ** 2)) * 0.4;
    const drop = cells(u, v, 7, 7, 641);
    const spots = drop.id > 0.6 ? 1 - smoothstep(0.1, 0.2, drop.near) : 0;
    const reach = 1 - smoothstep(0.34, 0.46, Math.hypot(u - 0.5, v - 0.5));
    const tone = mix(scale(PALETTE.rust, 0.35), PALETTE.ink, 0.6 + warp * 2);
    return { color: tone, alpha: clamp(Math.max(pool * 0.75, ring, spots * 0.55)) * reach };
  });
}

/** Fallen leaves for floors. */
export function litter(): Surface {
  return paint(256, 256, (u, v) => {
    const leaf = cells(u, v, 9, 9, 645);
    const reach = Math.hypot(u - 0.5, v - 0.5);
    const there = leaf.id > 0.35 && reach < 0.3 + (leaf.id - 0.35) * 0.22;
    const shape = cover(leaf.near - 0.2 - gradientNoise(u, v, 40, 40, 646) * 0.1, 0.03);
    const tone = mix(PALETTE.orangeDark, PALETTE.grassDry, (leaf.id * 7) % 1);
    const shade = 0.7 + fbm(u, v, 20, 20, 2, 651) * 0.2;
    return { color: scale(tone, shade), alpha: there ? shape : 0 };
  });
}
