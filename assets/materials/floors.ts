/** Floors and ground: concrete slabs, tiles, grass, dirt, sand. */

import { clamp, lerp, mix, PALETTE, type Rgb, ramp, scale, smoothstep } from "../textures/color.ts";
import { cells, fbm, gradientNoise, hash } from "../textures/noise.ts";
import { bevel, brickAt, cover, leafDistance } from "../textures/patterns.ts";
import { paint, type Surface, shadeRelief } from "../textures/surface.ts";

/** Flagstones in courses of different widths, worn round. */
export function paving(): Surface {
  const floor = paint(512, 512, (u, v) => {
    const wobble = gradientNoise(u, v, 9, 9, 303) * 0.005;
    const flag = brickAt(u + wobble, v + wobble, 3, 4, 0.37, 4 / 3, 301);
    const clouds = fbm(u, v, 5, 5, 5, 311);
    const grit = cells(u, v, 64, 64, 321);
    const speck = (1 - smoothstep(0.15, 0.42, grit.near)) * (grit.id - 0.5);
    const wear = gradientNoise(u, v, 26, 26, 331) * 0.014;
    const face = bevel(flag.edge + wear, 0.02, 0.05);
    const tone = ramp(
      [PALETTE.concreteDark, PALETTE.concrete, PALETTE.plasterShade],
      0.22 + flag.id * 0.5 + clouds * 0.22,
    );
    const moss = smoothstep(0.1, 0.7, fbm(u, v, 6, 6, 4, 341)) * (1 - face) * 0.65;
    const color = scale(tone, (1 + speck * 0.22) * lerp(0.55, 1, face));
    return {
      color: mix(color, scale(PALETTE.grassDark, 0.9), moss),
      height: face * (0.65 + flag.id * 0.12) + clouds * 0.08 + speck * 0.08,
    };
  });
  return shadeRelief(floor, 4, 0.4);
}

/** A carpet: teal, with a lattice of orange and small leaves. */
export function carpet(): Surface {
  return paint(256, 256, (u, v) => {
    const s = ((u * 4) % 1) - 0.5;
    const t = ((v * 4) % 1) - 0.5;
    const lattice = Math.abs(Math.abs(s) + Math.abs(t) - 0.5) * Math.SQRT1_2;
    const line = 1 - smoothstep(0.022, 0.034, lattice);
    const leaf = cover(leafDistance(s, t, 0.24, 0.12), 0.012);
    const vein = cover(Math.abs(s) - 0.012, 0.008) * leaf;
    const knot = cover(Math.hypot(Math.abs(s) - 0.5, t) - 0.055, 0.012);
    const pile = gradientNoise(u, v, 110, 110, 345) * 0.13;
    const worn = fbm(u, v, 4, 4, 4, 346) * 0.08;
    let color: Rgb = scale(PALETTE.tealDark, 1.02);
    color = mix(color, scale(PALETTE.orangeDark, 0.95), line);
    color = mix(color, scale(PALETTE.sand, 0.86), leaf);
    color = mix(color, PALETTE.tealDark, vein * 0.8);
    color = mix(color, scale(PALETTE.orange, 0.9), knot);
    return { color: scale(color, 1 + pile + worn) };
  });
}

/** Glazed tiles: cream, with a teal star where four of them meet. */
export function tiles(): Surface {
  const floor = paint(256, 256, (u, v) => {
    const tile = brickAt(u, v, 4, 4, 0, 1, 351);
    const face = bevel(tile.edge, 0.022, 0.035);
    const glaze = fbm(u, v, 6, 6, 4, 361);
    const craze = cells(u, v, 26, 26, 371);
    const hair = 1 - smoothstep(0.01, 0.05, craze.next - craze.near);
    const x = Math.abs(tile.s - 0.5);
    const y = Math.abs(tile.t - 0.5);
    const diamond = smoothstep(0.765, 0.785, x + y);
    const band = smoothstep(0.012, 0.0, Math.abs(x + y - 0.7) - 0.012);
    const isDark = (tile.column + tile.row) % 2 === 1;
    const base: Rgb = isDark ? scale(PALETTE.cream, 0.84) : scale(PALETTE.cream, 0.95);
    let color = mix(base, PALETTE.teal, diamond);
    color = mix(color, PALETTE.orangeDark, band * 0.75);
    color = scale(color, (1 + glaze * 0.06 + (tile.id - 0.5) * 0.06) * (1 - hair * 0.05));
    return {
      color: mix(scale(PALETTE.concreteDark, 0.85), color, face),
      height: face * 0.85 + glaze * 0.05 + (tile.id - 0.5) * 0.04,
    };
  });
  return shadeRelief(floor, 3, 0.2);
}

/** Blades of grass in layers, the upper ones lighter. */
export function grass(): Surface {
  const size = 512;
  const depth = new Float32Array(size * size);
  const tint = new Float32Array(size * size);
  const blades = 11000;
  for (let i = 0; i < blades; i++) {
    const layer = i / blades;
    const x0 = hash(i, 1, 401) * size;
    const y0 = hash(i, 2, 401) * size;
    const patch = fbm(x0 / size, y0 / size, 4, 4, 3, 411);
    const angle = (hash(i, 3, 401) + patch * 0.5) * Math.PI * 2;
    const length = 14 + hash(i, 4, 401) * 22;
    const curl = (hash(i, 5, 401) - 0.5) * 0.09;
    const shade = hash(i, 6, 401);
    for (let step = 0; step < length; step++) {
      const turn = angle + curl * step;
      const along = step / length;
      const x = (Math.round(x0 + Math.cos(turn) * step) + size) % size;
      const y = (Math.round(y0 + Math.sin(turn) * step) + size) % size;
      const at = y * size + x;
      const beside = x + 1 === size ? at + 1 - size : at + 1;
      const wide = along < 0.75 ? beside : at;
      for (const place of [at, wide]) {
        depth[place] = layer * 0.6 + along * 0.4;
        tint[place] = shade * 0.5 + along * 0.5;
      }
    }
  }
  const field = paint(size, size, (u, v) => {
    const at = Math.floor(v * size) * size + Math.floor(u * size);
    const patch = fbm(u, v, 3, 3, 4, 421);
    const dry = smoothstep(-0.1, 0.8, fbm(u, v, 4, 4, 4, 431)) * 0.8;
    const green = ramp(
      [scale(PALETTE.grassDark, 0.72), PALETTE.grassDark, PALETTE.grass],
      depth[at] * 0.7 + tint[at] * 0.35,
    );
    return {
      color: scale(mix(green, PALETTE.grassDry, dry * tint[at]), 1 + patch * 0.14),
      height: depth[at],
    };
  });
  return shadeRelief(field, 3, 0.3);
}

/** Trodden earth with pebbles. */
export function dirt(): Surface {
  const ground = paint(256, 256, (u, v) => {
    const clods = fbm(u, v, 6, 6, 5, 441);
    const pebble = cells(u, v, 14, 14, 451);
    const stone =
      pebble.id > 0.55
        ? 1 - smoothstep(0.12 + pebble.id * 0.12, 0.2 + pebble.id * 0.16, pebble.near)
        : 0;
    const crumb = gradientNoise(u, v, 64, 64, 461);
    const tone = mix(PALETTE.dirtDark, PALETTE.dirt, clamp(0.6 + clods * 0.6));
    const grey = mix(PALETTE.rock, PALETTE.rockDark, pebble.id * 0.8 - 0.3);
    return {
      color: mix(scale(tone, 1 + crumb * 0.14), scale(grey, 1 + crumb * 0.08), stone * 0.85),
      height: 0.4 + clods * 0.3 + crumb * 0.08 + stone * 0.3,
    };
  });
  return shadeRelief(ground, 4, 0.6);
}

/** Sand in the wind's ripples. */
export function sand(): Surface {
  const ground = paint(256, 256, (u, v) => {
    const bend = fbm(u, v, 3, 3, 3, 471) * 0.9;
    const wave = Math.sin((v * 9 + bend) * Math.PI * 2);
    const crest = 0.5 + 0.5 * wave;
    const grain = gradientNoise(u, v, 128, 128, 481) * 0.6 + gradientNoise(u, v, 64, 64, 482) * 0.4;
    const tone = mix(scale(PALETTE.sand, 0.86), scale(PALETTE.sand, 1.05), crest ** 1.5);
    return {
      color: scale(tone, 1 + grain * 0.07 + fbm(u, v, 4, 4, 3, 491) * 0.05),
      height: crest * 0.4 + grain * 0.06,
    };
  });
  return shadeRelief(ground, 4, 0.35);
}
