/** Metal: teal plates, tread, grate, corrugated sheet, lamps, and textures of props. */

import { clamp, lerp, mix, PALETTE, type Rgb, scale, smoothstep } from "../textures/color.ts";
import { cells, fbm, gradientNoise } from "../textures/noise.ts";
import { bevel, boxDistance, brickAt, cover } from "../textures/patterns.ts";
import { paint, type Surface, shadeRelief } from "../textures/surface.ts";

/** Returns paint that is chipped at edges and in spots, with rust below. `worn`: 0 to 1. */
function paintedMetal(u: number, v: number, color: Rgb, worn: number, seed: number): Rgb {
  const spots = fbm(u, v, 7, 7, 5, seed);
  const scratch = gradientNoise(u, v, 6, 90, seed + 1);
  const bare = smoothstep(0.62, 0.82, spots + worn * 0.75);
  const rust = smoothstep(0.5, 0.75, spots + worn * 0.75) * (1 - bare * 0.55);
  const tone = scale(color, 1 + fbm(u, v, 3, 3, 3, seed + 2) * 0.12 + scratch * 0.04);
  const below = mix(PALETTE.steel, PALETTE.rust, clamp(0.55 + spots * 0.5));
  return mix(mix(tone, PALETTE.rust, rust * 0.7), below, bare);
}

/** Teal plates with rivets around their edges. */
export function metalPlate(): Surface {
  const wall = paint(256, 256, (u, v) => {
    const plate = brickAt(u, v, 2, 2, 0, 1, 501);
    const face = bevel(plate.edge, 0.008, 0.02);
    const x = 0.5 - Math.abs(plate.s - 0.5);
    const y = 0.5 - Math.abs(plate.t - 0.5);
    // Rivets at every fifth of an edge, 7 % inside.
    const alongS = Math.abs(((plate.s * 5) % 1) - 0.5) / 5;
    const alongT = Math.abs(((plate.t * 5) % 1) - 0.5) / 5;
    const rivetDistance = Math.min(Math.hypot(alongS, y - 0.07), Math.hypot(alongT, x - 0.07));
    const rivet = 1 - smoothstep(0.014, 0.027, rivetDistance);
    const ring = smoothstep(0.05, 0.026, rivetDistance) * (1 - rivet);
    const brushed = gradientNoise(u, v, 4, 120, 511) * 0.03;
    const worn = 0.12 + (1 - smoothstep(0.0, 0.09, plate.edge)) * 0.3 + rivet * 0.12;
    const tone = mix(PALETTE.teal, PALETTE.tealDark, plate.id * 0.35);
    const color = paintedMetal(u, v, tone, worn, 521);
    const shade = (1 + brushed) * lerp(0.4, 1, face) * (1 + rivet * 0.18) * (1 - ring * 0.22);
    return { color: scale(color, shade), height: face * 0.5 + rivet * 0.35 + brushed * 0.4 };
  });
  return shadeRelief(wall, 3, 0.35);
}

/** Painted steel for machines and lamps, without a pattern. */
export function machineMetal(tone: Rgb, seed: number): Surface {
  const side = paint(128, 128, (u, v) => {
    const hammered = fbm(u, v, 24, 24, 3, seed + 5);
    const color = paintedMetal(u, v, tone, 0.08, seed);
    return { color: scale(color, 1 + hammered * 0.08), height: 0.5 + hammered * 0.2 };
  });
  return shadeRelief(side, 3, 0.3);
}

/** Tread plate: short bars, each row at right angles to the next. */
export function metalTread(): Surface {
  const floor = paint(256, 256, (u, v) => {
    const column = Math.floor(u * 8);
    const row = Math.floor(v * 8);
    const s = u * 8 - column - 0.5;
    const t = v * 8 - row - 0.5;
    const turn = (column + row) % 2 === 0 ? 1 : -1;
    const along = (s + t * turn) * Math.SQRT1_2;
    const across = (t - s * turn) * Math.SQRT1_2;
    const bar = cover(Math.hypot(Math.max(Math.abs(along) - 0.27, 0), across) - 0.12, 0.05);
    const dirtIn = fbm(u, v, 6, 6, 4, 531);
    const tone = mix(PALETTE.steelDark, PALETTE.steel, 0.5 + dirtIn * 0.3);
    const bright = mix(PALETTE.steel, PALETTE.cream, 0.24);
    return {
      color: mix(mix(tone, PALETTE.rust, smoothstep(0.45, 0.9, dirtIn) * 0.5), bright, bar * 0.75),
      height: 0.3 + bar * 0.5 + dirtIn * 0.03,
    };
  });
  return shadeRelief(floor, 4, 0.5);
}

/** Corrugated sheet, rusting from below. */
export function metalCorrugated(): Surface {
  const wall = paint(256, 256, (u, v) => {
    const wave = Math.sin(u * 10 * Math.PI * 2);
    const sheet = brickAt(u, v, 1, 2, 0, 2, 541);
    const overlap = 1 - smoothstep(0.0, 0.03, sheet.t);
    const drip = smoothstep(0.15, 0.75, fbm(u, v, 20, 2, 4, 551)) * 0.35;
    const color = paintedMetal(u, v, PALETTE.tealLight, 0.14 + drip, 561);
    const shade = lerp(0.68, 1.06, 0.5 + 0.5 * wave) * (1 - overlap * 0.45);
    return { color: scale(color, shade), height: 0.35 + wave * 0.3 - overlap * 0.2 };
  });
  return shadeRelief(wall, 3, 0.15);
}

/** A walkway grate: load-bearing bars, thinner cross bars, and gaps. */
export function grate(): Surface {
  const floor = paint(256, 256, (u, v) => {
    const s = Math.abs(((u * 8) % 1) - 0.5);
    const t = Math.abs(((v * 4) % 1) - 0.5);
    const bearer = cover(0.5 - s - 0.1, 0.02);
    const cross = cover(0.5 - t - 0.055, 0.015);
    const frame = cover(-boxDistance(u - 0.5, v - 0.5, 0.474, 0.474), 0.004);
    const alpha = Math.max(bearer, cross, frame);
    const wear = fbm(u, v, 10, 10, 4, 571);
    const round = 1 - Math.min(1, (0.5 - s) / 0.1) * 0.35;
    const tone = mix(PALETTE.steel, PALETTE.rust, smoothstep(0.15, 0.8, wear) * 0.7);
    const shade = bearer >= cross ? round : 0.72;
    return { color: scale(tone, shade * (1 + wear * 0.15)), alpha, height: bearer };
  });
  return floor;
}

/** A lamp behind ribbed glass in a dark frame. Alpha marks the emissive parts. */
export function lamp(glow: Rgb): Surface {
  return paint(128, 128, (u, v) => {
    const frame = boxDistance(u - 0.5, v - 0.5, 0.41, 0.41) - 0.02;
    const pane = cover(frame, 0.008);
    const rib = 0.5 + 0.5 * Math.cos(u * 14 * Math.PI * 2);
    const tube = Math.exp(-(((v - 0.5) / 0.26) ** 2));
    const light = clamp(0.62 + tube * 0.5 - rib * 0.14);
    const hot = mix(scale(glow, light), PALETTE.cream, smoothstep(0.72, 1.1, light) * 0.8);
    const edge = cover(Math.abs(frame - 0.02) - 0.008, 0.006);
    const metal = scale(PALETTE.steelDark, 1 + fbm(u, v, 8, 8, 3, 581) * 0.2 + edge * 0.5);
    return { color: mix(metal, hot, pane), alpha: pane, height: 1 - pane };
  });
}

/** A soft spot of light for an additive sprite. */
export function glow(color: Rgb): Surface {
  return paint(128, 128, (u, v) => {
    const radius = Math.hypot(u - 0.5, v - 0.5) * 2;
    const halo = clamp(1 - radius) ** 2.4;
    const core = Math.exp(-((radius / 0.16) ** 2));
    return { color: mix(scale(color, halo), PALETTE.cream, core * 0.9) };
  });
}

/** Glass with smears. Alpha is its opacity. */
export function glass(): Surface {
  return paint(128, 128, (u, v) => {
    const smear = smoothstep(0, 0.9, fbm(u + fbm(u, v, 2, 2, 2, 591) * 0.1, v, 3, 9, 4, 592));
    const dust = cells(u, v, 60, 60, 593);
    const speck = dust.id > 0.85 ? 1 - smoothstep(0.05, 0.15, dust.near) : 0;
    const streak = smoothstep(0.55, 0.9, gradientNoise(u + v, v, 5, 1, 594));
    const color = mix(PALETTE.tealLight, PALETTE.cream, smear * 0.4 + streak * 0.4 + speck * 0.3);
    return { color, alpha: 0.16 + smear * 0.1 + streak * 0.1 + speck * 0.14 };
  });
}
