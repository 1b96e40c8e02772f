/** Textures of models: crate, barrel, leaves, bark, cloth, and tufts of grass. */

import { clamp, lerp, mix, PALETTE, type Rgb, ramp, scale, smoothstep } from "../textures/color.ts";
import { cells, fbm, gradientNoise, hash } from "../textures/noise.ts";
import { bevel, boxDistance, cover, leafDistance } from "../textures/patterns.ts";
import { paint, type Surface, shadeRelief } from "../textures/surface.ts";

/** One side of a crate: boards in a frame, with a brace across; `stops` from dark to light wood. */
export function crate(stops: readonly Rgb[]): Surface {
  const side = paint(256, 256, (u, v) => {
    const x = u - 0.5;
    const y = v - 0.5;
    const isFrame = Math.max(Math.abs(x), Math.abs(y)) > 0.385;
    const isUpright = isFrame && Math.abs(x) > Math.abs(y);
    const brace = Math.abs(x - y) * Math.SQRT1_2 - 0.062;
    const isBrace = !isFrame && brace < 0;
    const [along, across] = isBrace ? [u + v, u - v] : isUpright ? [v, u] : [u, v];
    const board = isFrame || isBrace ? 40 : Math.floor(v * 6.5);
    const seam =
      isFrame || isBrace ? 1 : bevel(Math.abs(((v * 6.5) % 1) - 0.5) * -1 + 0.5, 0.03, 0.05);
    const fibre = gradientNoise(along, across, 7, 90, 701);
    const grain = fbm(along + board * 0.37, across, 3, 14, 3, 711);
    const tone = ramp(stops, 0.5 + grain * 0.3 + (hash(board, 0, 721) - 0.5) * 0.25);
    const border = isFrame
      ? Math.min(
          0.5 - Math.max(Math.abs(x), Math.abs(y)),
          Math.max(Math.abs(x), Math.abs(y)) - 0.385,
        )
      : isBrace
        ? -brace
        : Math.min(brace, 0.385 - Math.max(Math.abs(x), Math.abs(y)));
    const rim = smoothstep(0, 0.014, border);
    const nail = cover(Math.hypot(Math.abs(x) - 0.44, Math.abs(y) - 0.44) - 0.016, 0.005);
    const height = (isFrame ? 0.75 : isBrace ? 0.65 : 0.35) + grain * 0.06;
    const shade =
      (1 + fibre * 0.12) * lerp(0.55, 1, rim) * lerp(0.35, 1, seam) * (isFrame ? 1.05 : 0.92);
    return {
      color: mix(scale(tone, shade), PALETTE.steelDark, nail),
      height: height * lerp(0.5, 1, seam),
    };
  });
  return shadeRelief(side, 5, 0.35);
}

/** A barrel's side, u around it: a painted drum, two ribs, a band of cream. */
export function barrel(tone: Rgb): Surface {
  const side = paint(256, 256, (u, v) => {
    const rib = [0.33, 0.67].map((at) => Math.exp(-(((v - at) / 0.022) ** 2)));
    const rim = smoothstep(0.465, 0.48, Math.abs(v - 0.5));
    const height = Math.max(rib[0], rib[1], rim);
    const band = cover(Math.abs(v - 0.5) - 0.08, 0.004);
    const wear = fbm(u, v, 7, 7, 5, 731) + height * 0.25 - 0.05;
    const paintTone: Rgb = mix(tone, PALETTE.cream, band * 0.85);
    const drip = smoothstep(0.2, 0.8, fbm(u, v, 26, 2, 3, 741)) * 0.3;
    const below = mix(PALETTE.rust, PALETTE.steelDark, smoothstep(0.6, 0.95, wear));
    const color = mix(scale(paintTone, 1 - drip), below, smoothstep(0.42, 0.6, wear));
    return { color: scale(color, 1 + fbm(u, v, 4, 4, 3, 751) * 0.12), height };
  });
  return shadeRelief(side, 5, 0.5);
}

/** A twig of leaves for a card, in colours of `stops`; alpha-tested. */
export function leaves(stops: readonly Rgb[]): Surface {
  const all: { x: number; y: number; turn: number; size: number; tone: number }[] = [];
  for (let i = 0; i < 90; i++) {
    const reach = Math.sqrt(hash(i, 1, 761)) * 0.38;
    const angle = hash(i, 2, 761) * Math.PI * 2;
    all.push({
      x: 0.5 + Math.cos(angle) * reach,
      y: 0.5 + Math.sin(angle) * reach,
      turn: angle + (hash(i, 3, 761) - 0.5) * 1.8 - Math.PI / 2,
      size: 0.065 + hash(i, 4, 761) * 0.035,
      tone: hash(i, 5, 761),
    });
  }
  return paint(256, 256, (u, v) => {
    let alpha = 0;
    let color: Rgb = stops[0];
    for (const leaf of all) {
      const [dx, dy] = [u - leaf.x, v - leaf.y];
      if (Math.abs(dx) > 0.1 || Math.abs(dy) > 0.1) continue;
      const x = Math.cos(leaf.turn) * dx + Math.sin(leaf.turn) * dy;
      const y = Math.cos(leaf.turn) * dy - Math.sin(leaf.turn) * dx;
      const shape = cover(leafDistance(x, y, leaf.size, leaf.size * 0.42), 0.004);
      if (shape <= 0) continue;
      const vein = 1 - smoothstep(0.001, 0.006, Math.abs(x));
      const light = 0.82 + (x > 0 ? 0.16 : 0) + vein * 0.18;
      const tone = ramp(stops, leaf.tone);
      color = mix(color, scale(tone, light), shape);
      alpha = Math.max(alpha, shape);
    }
    return { color, alpha };
  });
}

/** Bark, its furrows running up. */
export function bark(): Surface {
  const trunk = paint(128, 256, (u, v) => {
    const warp = u + fbm(u, v, 4, 4, 3, 771) * 0.07;
    const plate = cells(warp, v, 7, 5, 781);
    const furrow = smoothstep(0.02, 0.32, plate.next - plate.near);
    const grain = fbm(u, v, 24, 6, 3, 791);
    const tone = mix(PALETTE.woodDark, PALETTE.rock, clamp(0.25 + plate.id * 0.35 + grain * 0.3));
    return { color: scale(tone, lerp(0.45, 1, furrow)), height: furrow * 0.7 + grain * 0.1 };
  });
  return shadeRelief(trunk, 4, 0.5);
}

/** A banner: teal cloth with cream borders and an orange leaf, fringed below. */
export function banner(): Surface {
  return paint(128, 256, (u, v) => {
    const x = u - 0.5;
    const y = (v - 0.42) * 2;
    const weave =
      1 + Math.sin(u * 64 * Math.PI * 2) * 0.04 + Math.sin(v * 128 * Math.PI * 2) * 0.04;
    const fold = fbm(u, v, 3, 2, 4, 801) * 0.1;
    const border = Math.abs(Math.abs(x) - 0.42) - 0.014;
    const leaf = leafDistance(x, y, 0.34, 0.19);
    const vein = Math.abs(x) - 0.009;
    let color: Rgb = mix(PALETTE.teal, PALETTE.tealDark, v * 0.5);
    color = mix(
      color,
      PALETTE.cream,
      Math.max(cover(border, 0.006), cover(Math.abs(v - 0.86) - 0.008, 0.003)),
    );
    color = mix(color, PALETTE.orange, cover(leaf, 0.006));
    color = mix(color, PALETTE.orangeDark, cover(Math.max(vein, leaf), 0.006));
    const fringe = v > 0.93 ? 0.6 + 0.4 * Math.sin(u * 40 * Math.PI * 2) : 1;
    if (v > 0.93) color = PALETTE.orange;
    return { color: scale(color, weave * (0.95 + fold) * fringe) };
  });
}

/** Fired clay, turned on a wheel. */
export function pot(): Surface {
  return paint(128, 128, (u, v) => {
    const groove = Math.sin((v * 9 + fbm(u, v, 2, 4, 2, 861) * 0.2) * Math.PI * 2);
    const bloom = smoothstep(0.1, 0.8, fbm(u, v, 4, 3, 4, 871));
    const tone = mix(scale(PALETTE.brick, 1.15), PALETTE.plaster, bloom * 0.4);
    return { color: scale(tone, 1 + groove * 0.06 + fbm(u, v, 20, 20, 3, 881) * 0.1) };
  });
}

interface Tuft {
  readonly blades: number;
  /** Heights of the lowest and the highest blade as shares of the sprite, 0 to 1. */
  readonly low: number;
  readonly high: number;
  /** Colour at the tips of the blades, and the share of blades with it. */
  readonly tip: Rgb;
  readonly tipped: number;
  readonly stops: readonly Rgb[];
}

const { grassDark, grass, grassDry } = PALETTE;

/** Four sprites, a quarter of the sheet each: tall grass, short grass, flowers, dry grass. */
const TUFTS: readonly Tuft[] = [
  {
    blades: 34,
    low: 0.5,
    high: 0.96,
    tip: PALETTE.sand,
    tipped: 0.45,
    stops: [grassDark, grass, grassDry],
  },
  { blades: 46, low: 0.3, high: 0.72, tip: grass, tipped: 0, stops: [grassDark, grass, grassDry] },
  {
    blades: 30,
    low: 0.35,
    high: 0.8,
    tip: PALETTE.orange,
    tipped: 0.5,
    stops: [grassDark, grassDark, grass],
  },
  {
    blades: 40,
    low: 0.4,
    high: 0.85,
    tip: PALETTE.sand,
    tipped: 0.3,
    stops: [PALETTE.dirt, grassDry, PALETTE.sand],
  },
];

/** A sheet of four sprites for detail objects; alpha-tested. */
export function grassSprites(): Surface {
  return paint(256, 256, (u, v) => {
    const sprite = (v < 0.5 ? 0 : 2) + (u < 0.5 ? 0 : 1);
    return tuftTexel(TUFTS[sprite], (u * 2) % 1, (v * 2) % 1, 811 + sprite * 10);
  });
}

function tuftTexel(tuft: Tuft, u: number, v: number, seed: number): { color: Rgb; alpha: number } {
  let alpha = 0;
  let color: Rgb = tuft.stops[1];
  for (let i = 0; i < tuft.blades; i++) {
    const top = lerp(tuft.low, tuft.high, hash(i, 1, seed));
    const along = (1 - v) / top;
    if (along > 1) continue;
    const spread = hash(i, 2, seed) + hash(i, 3, seed) - 1;
    const lean = spread * 0.17 + (hash(i, 4, seed) - 0.5) * 0.2;
    const centre = 0.5 + spread * 0.22 + lean * along ** 1.7;
    const isTip = hash(i, 5, seed) < tuft.tipped && along > 0.78;
    const swell = isTip ? Math.sin(((along - 0.78) / 0.22) * Math.PI) * 0.8 : 0;
    const wide = 0.012 + hash(i, 6, seed) * 0.012;
    const half = wide * (1 - along * 0.75 + swell) + 0.0025;
    const shape = cover(Math.abs(u - centre) - half, 0.005);
    if (shape <= 0) continue;
    const green = ramp(tuft.stops, hash(i, 7, seed) * 0.5 + along * 0.45);
    const tone = isTip ? mix(green, tuft.tip, 0.85) : scale(green, 0.6 + along * 0.55);
    color = mix(color, tone, shape);
    alpha = Math.max(alpha, shape);
  }
  return { color, alpha };
}

/** A door: four panels in a teal frame, an orange handle plate. One picture, not repeating. */
export function door(): Surface {
  const leaf = paint(128, 256, (u, v) => {
    const x = Math.abs(u - 0.5) - 0.2;
    const y = (Math.abs(v - 0.5) - 0.24) * 2;
    const panel = boxDistance(x, y, 0.14, 0.36);
    const groove = Math.exp(-((panel / 0.016) ** 2));
    const sunk = cover(panel, 0.012);
    const grain = fbm(u, v, 40, 5, 3, 821);
    const plate = cover(boxDistance(u - 0.9, (v - 0.52) * 2, 0.028, 0.12) - 0.008, 0.006);
    const rim = smoothstep(0, 0.025, Math.min(Math.min(u, 1 - u), Math.min(v, 1 - v) * 2));
    const tone = mix(PALETTE.teal, PALETTE.tealDark, 0.3 + sunk * 0.25 + grain * 0.25);
    const color = scale(tone, (1 - groove * 0.4) * lerp(0.6, 1, rim));
    return {
      color: mix(color, scale(PALETTE.orange, 0.82), plate),
      height: 0.6 - sunk * 0.15 - groove * 0.3 + plate * 0.2 + grain * 0.03,
    };
  });
  return shadeRelief(leaf, 3, 0.3);
}

/** A lit window. Alpha marks the emissive parts. */
export function litWindow(): Surface {
  return paint(128, 128, (u, v) => {
    const bar = Math.min(Math.abs(u - 0.5), Math.abs(v - 0.5)) - 0.018;
    const frame = boxDistance(u - 0.5, v - 0.5, 0.43, 0.43);
    const pane = cover(frame, 0.006) * (1 - cover(bar, 0.006));
    const curtain = 0.5 + 0.5 * Math.sin((u + fbm(u, v, 3, 2, 2, 831) * 0.08) * 12 * Math.PI * 2);
    const light =
      0.66 + (1 - v) * 0.3 - curtain * 0.14 * smoothstep(0.2, 0.5, Math.abs(u - 0.5) + 0.1);
    const warm = mix(scale(PALETTE.orange, light), PALETTE.cream, smoothstep(0.75, 1, light) * 0.6);
    const wood = scale(PALETTE.tealDark, 1 + fbm(u, v, 4, 30, 3, 841) * 0.25);
    return { color: mix(wood, warm, pane), alpha: pane, height: 1 - pane };
  });
}

/** Ceiling panels with small holes. */
export function ceiling(): Surface {
  const panels = paint(256, 256, (u, v) => {
    const s = Math.abs(((u * 2) % 1) - 0.5);
    const t = Math.abs(((v * 2) % 1) - 0.5);
    const face = bevel(0.5 - Math.max(s, t), 0.012, 0.02);
    const hole = 1 - smoothstep(0.16, 0.26, Math.hypot(((u * 32) % 1) - 0.5, ((v * 32) % 1) - 0.5));
    const inside = smoothstep(0.06, 0.08, 0.5 - Math.max(s, t));
    const tone = scale(PALETTE.cream, 0.86 + fbm(u, v, 4, 4, 4, 851) * 0.06);
    return {
      color: scale(tone, (1 - hole * inside * 0.3) * lerp(0.55, 1, face)),
      height: face * 0.6 - hole * inside * 0.2,
    };
  });
  return shadeRelief(panels, 3, 0.2);
}
