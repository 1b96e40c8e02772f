/** Walls: brick, plaster, concrete, planks, roof tiles. */

import { clamp, lerp, mix, PALETTE, ramp, scale, smoothstep } from "../textures/color.ts";
import { cells, fbm, gradientNoise, hash, ridges } from "../textures/noise.ts";
import { bevel, brickAt } from "../textures/patterns.ts";
import { paint, type Surface, shadeRelief } from "../textures/surface.ts";

/** Old bricks, no two of one colour, in wide warm joints. */
export function brickWall(): Surface {
  const wall = paint(256, 256, (u, v) => {
    const wobble = fbm(u, v, 8, 8, 3, 11) * 0.004;
    const brick = brickAt(u + wobble, v + wobble, 4, 8, 0.5, 2, 3);
    const grain = fbm(u, v, 16, 16, 4, 21);
    const chips = smoothstep(0.35, 0.75, gradientNoise(u, v, 24, 24, 5)) * 0.1;
    const face = bevel(brick.edge - chips, 0.055, 0.07);
    const tone = ramp([PALETTE.brickDark, PALETTE.brick, PALETTE.brickLight], brick.id);
    const burnt = brick.id > 0.86 ? 0.62 : 1;
    const clay = scale(tone, burnt * (1 + grain * 0.22));
    const lime = scale(PALETTE.mortar, 0.78 + fbm(u, v, 32, 32, 3, 31) * 0.16);
    const bloom = smoothstep(0.25, 0.8, fbm(u, v, 3, 3, 4, 41)) * 0.3;
    return {
      color: mix(lime, mix(clay, PALETTE.mortar, bloom), face),
      height: lerp(0.12 + grain * 0.08, 0.75 + brick.id * 0.2 + grain * 0.1, face),
    };
  });
  return shadeRelief(wall, 5, 0.55);
}

/** Warm plaster by the trowel, with clouds of old paint and a few hair cracks. */
export function plasterWall(): Surface {
  const wall = paint(512, 512, (u, v) => {
    const warpU = u + fbm(u, v, 3, 3, 3, 51) * 0.03;
    const warpV = v + fbm(u, v, 3, 3, 3, 52) * 0.03;
    const clouds = fbm(warpU, warpV, 3, 3, 5, 61);
    const trowel = fbm(u, v, 10, 26, 3, 71);
    const sand = gradientNoise(u, v, 170, 170, 81);
    const crack = cells(warpU + trowel * 0.008, warpV, 3, 3, 91);
    const near = crack.next - crack.near;
    const broken = smoothstep(0.1, 0.5, gradientNoise(u, v, 4, 4, 95));
    const line = (1 - smoothstep(0.004, 0.018, near)) * broken;
    const tone = mix(PALETTE.plaster, PALETTE.plasterShade, clamp(0.42 + clouds * 0.55));
    const shade = 1 + trowel * 0.045 + sand * 0.022;
    return {
      color: scale(tone, shade * (1 - line * 0.18)),
      height: 0.5 + trowel * 0.18 + sand * 0.06 + clouds * 0.1 - line * 0.25,
    };
  });
  return shadeRelief(wall, 4, 0.3);
}

/** Cast concrete: the boards' seams, the ties' holes, streaks of rain. */
export function concreteWall(): Surface {
  const wall = paint(512, 512, (u, v) => {
    const clouds = fbm(u, v, 4, 4, 5, 111);
    const pores = cells(u, v, 40, 40, 121);
    const pit = (1 - smoothstep(0.08, 0.2, pores.near)) * (pores.id > 0.7 ? 1 : 0);
    const streak = smoothstep(0.1, 0.9, fbm(u, v, 22, 2, 3, 131)) * 0.16;
    const sheet = brickAt(u, v, 2, 2, 0, 1, 141);
    const seam = 1 - smoothstep(0.004, 0.012, sheet.edge);
    const holeU = Math.abs(Math.abs(sheet.s - 0.5) - 0.32);
    const holeV = Math.abs(Math.abs(sheet.t - 0.5) - 0.32);
    const hole = 1 - smoothstep(0.018, 0.026, Math.hypot(holeU, holeV));
    const tone = mix(PALETTE.concrete, PALETTE.concreteDark, clamp(0.32 + clouds * 0.5 + streak));
    const shade = 1 + (sheet.id - 0.5) * 0.07 + gradientNoise(u, v, 128, 128, 151) * 0.03;
    return {
      color: scale(tone, shade * (1 - pit * 0.22) * (1 - seam * 0.3) * (1 - hole * 0.5)),
      height: 0.6 + clouds * 0.08 - pit * 0.2 - seam * 0.35 - hole * 0.5,
    };
  });
  return shadeRelief(wall, 4, 0.4);
}

/** Dressed blocks of warm limestone. */
export function stoneBlocks(): Surface {
  const wall = paint(256, 256, (u, v) => {
    const wobble = fbm(u, v, 6, 6, 3, 143) * 0.004;
    const block = brickAt(u + wobble, v + wobble, 2, 4, 0.5, 2, 145);
    const chips = smoothstep(0.2, 0.8, gradientNoise(u, v, 18, 18, 146)) * 0.05;
    const face = bevel(block.edge - chips, 0.012, 0.045);
    const bed = fbm(u, v, 4, 22, 4, 147);
    const pick = cells(u, v, 44, 44, 148);
    const dent = (1 - smoothstep(0.1, 0.35, pick.near)) * 0.5;
    const tone = mix(PALETTE.plasterShade, PALETTE.sand, clamp(0.3 + block.id * 0.6 + bed * 0.3));
    const shade = (0.94 + bed * 0.07 - dent * 0.1) * (0.92 + block.id * 0.12);
    return {
      color: mix(scale(PALETTE.plasterShade, 0.58), scale(tone, shade), face),
      height: face * 0.7 + bed * 0.06 - dent * 0.12 + block.id * 0.06,
    };
  });
  return shadeRelief(wall, 4, 0.4);
}

/** Carved limestone, with chisel marks and without joints. */
export function carvedStone(): Surface {
  const stone = paint(128, 128, (u, v) => {
    const bed = fbm(u, v, 3, 12, 4, 154);
    const clouds = fbm(u, v, 3, 3, 4, 155);
    const chisel = gradientNoise(u + v * 0.5, v, 8, 64, 156);
    const pits = cells(u, v, 24, 24, 157);
    const dent = pits.id > 0.6 ? 1 - smoothstep(0.08, 0.3, pits.near) : 0;
    const tone = mix(PALETTE.plasterShade, PALETTE.sand, clamp(0.55 + clouds * 0.4 + bed * 0.2));
    return {
      color: scale(tone, 0.97 + chisel * 0.04 - dent * 0.12),
      height: 0.5 + chisel * 0.08 + bed * 0.06 - dent * 0.2,
    };
  });
  return shadeRelief(stone, 3, 0.4);
}

/** Painted boards for skirtings and cornices, with an orange line. */
export function trim(): Surface {
  const board = paint(128, 128, (u, v) => {
    const grain = fbm(u, v, 3, 30, 3, 151);
    const groove = Math.max(
      Math.exp(-(((v - 0.18) / 0.018) ** 2)),
      Math.exp(-(((v - 0.82) / 0.018) ** 2)),
    );
    const line = 1 - smoothstep(0.035, 0.045, Math.abs(v - 0.5));
    const rub = smoothstep(0.35, 0.8, fbm(u, v, 6, 6, 4, 153)) * 0.3;
    const tone = mix(PALETTE.tealDark, PALETTE.teal, 0.35 + grain * 0.25);
    const color = mix(tone, scale(PALETTE.orange, 0.9), line * (1 - rub));
    return { color: scale(color, 1 - groove * 0.4), height: 0.7 - groove * 0.5 + grain * 0.05 };
  });
  return shadeRelief(board, 3, 0.3);
}

/** Upright planks with nails at both ends. */
export function planks(): Surface {
  const wall = paint(256, 256, (u, v) => {
    const board = Math.floor(u * 5);
    const s = u * 5 - board;
    const id = hash(board, 0, 161);
    const shifted = v + id;
    const bend = fbm(u, shifted, 5, 2, 3, 171 + board) * 0.35;
    const rings = 0.5 + 0.5 * Math.sin((s * 9 + bend * 9 + id * 30) * 2);
    const fibre = gradientNoise(u, shifted, 120, 6, 181);
    const gap = bevel(Math.min(s, 1 - s), 0.022, 0.05);
    const knot = cells(u, shifted, 5, 3, 191);
    const eye = knot.id > 0.72 ? 1 - smoothstep(0.04, 0.2, knot.near) : 0;
    const nail =
      1 -
      smoothstep(0.05, 0.075, Math.hypot(Math.abs(s - 0.5) - 0.26, (Math.abs(v - 0.5) - 0.46) * 5));
    const tone = ramp(
      [PALETTE.woodDark, PALETTE.wood, PALETTE.woodLight],
      0.3 + rings * 0.22 + id * 0.4,
    );
    const shade = (1 + fibre * 0.12) * (1 - eye * 0.45) * lerp(0.3, 1, gap);
    return {
      color: mix(scale(tone, shade), PALETTE.steelDark, nail * 0.8),
      height: gap * (0.6 + id * 0.2) + rings * 0.06 + fibre * 0.06 - eye * 0.1 + nail * 0.1,
    };
  });
  return shadeRelief(wall, 3, 0.35);
}

/** Round terracotta tiles, one row lying on the next. */
export function roofTiles(): Surface {
  const roof = paint(256, 256, (u, v) => {
    const row = Math.floor(v * 5);
    const t = v * 5 - row;
    const x = u * 6 + fbm(u, v, 6, 6, 2, 201) * 0.04;
    const column = ((Math.floor(x) % 6) + 6) % 6;
    const s = x - Math.floor(x);
    const arch = Math.sin(s * Math.PI);
    const lip = smoothstep(0, 0.09, t) * smoothstep(1, 0.93, t);
    const id = hash(column, row, 211);
    const stain = fbm(u, v, 6, 6, 4, 221);
    const tone = ramp(
      [PALETTE.brickDark, PALETTE.brick, PALETTE.brickLight],
      0.1 + id * 0.6 + stain * 0.14,
    );
    const moss = smoothstep(0.3, 0.75, fbm(u, v, 5, 5, 4, 231)) * (1 - arch) * 0.7;
    const shade = (0.42 + 0.58 * Math.sqrt(arch)) * lerp(0.45, 1, lip) * (1 + stain * 0.1);
    return {
      color: mix(scale(tone, shade), scale(PALETTE.grassDark, 0.8), moss),
      height: arch * 0.6 + t * 0.3 * lip,
    };
  });
  return shadeRelief(roof, 4, 0.25);
}

/** A cliff: leaning beds of stone, broken across, with weathered gaps. */
export function rock(): Surface {
  const face = paint(512, 512, (u, v) => {
    const warpU = u + fbm(u, v, 3, 3, 4, 241) * 0.06;
    const warpV = v + fbm(u, v, 3, 2, 4, 242) * 0.09;
    // Whole periods in both directions, so that the beds tile.
    const bed = (warpV * 7 + warpU * 2) % 1;
    const step = smoothstep(0, 0.72, bed) * smoothstep(1, 0.86, bed);
    const crest = ridges(warpU, warpV, 4, 5, 271);
    const facet = cells(warpU, warpV, 9, 12, 261);
    const split = smoothstep(0, 0.16, facet.next - facet.near);
    const grain = fbm(u, v, 24, 24, 3, 281);
    const height = step * 0.3 + crest * 0.42 + facet.id * 0.22 + split * 0.08 + grain * 0.1;
    const tone = ramp([PALETTE.rockDark, PALETTE.rock, PALETTE.rockLight], height * 1.3 - 0.25);
    const ochre = smoothstep(0.0, 0.7, fbm(u, v, 3, 3, 4, 291)) * 0.4;
    const shade = (1 + grain * 0.1) * lerp(0.86, 1, split);
    return { color: scale(mix(tone, PALETTE.sand, ochre * 0.55), shade), height };
  });
  return shadeRelief(face, 5, 1.1);
}
