/**
 * Patterns for missing textures, independent of the shader: the mean of the pattern at many points
 * of a pixel. Details too fine for the pixel fade by the shader's curves.
 */

import {
  PATTERN_BOARDS,
  PATTERN_BRICKS,
  PATTERN_CHECKS,
  PATTERN_GRAIN,
  PATTERN_PANELS,
  PATTERN_TILES,
  PATTERN_WEAVE,
} from "../../../src/map/families/missing.ts";
import type { StandInPattern } from "../../../src/scene/stand-in/missing-patterns.ts";

type Pair = readonly [x: number, y: number];
/** Sample points across a pixel, and down. */
const POINTS = 12;

function smoothstep(low: number, high: number, x: number): number {
  const t = Math.min(Math.max((x - low) / (high - low), 0), 1);
  return t * t * (3 - 2 * t);
}

const seen = (size: number) => 1 - smoothstep(0.25, 1, size);

/** Returns 1 on a line, less the mean, while lines are not too fine. */
function line(at: number, size: number, width: number): number {
  const isOn = Math.abs(at - Math.round(at)) < width / 2 ? 1 : 0;
  return (isOn - width) * (1 - smoothstep(0.12, 0.5, size));
}

const cross = (a: number, b: number) => a + b - Math.max(a, 0) * Math.max(b, 0);

function chance(x: number, y: number): number {
  const [a, b] = [Math.imul(x, 0x9e3779b1) >>> 0, Math.imul(y, 0x85ebca77) >>> 0];
  let h = (a ^ (b + (a >>> 16))) >>> 0;
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) >>> 0;
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39) >>> 0;
  return (((h ^ (h >>> 15)) >>> 8) / 0xffffff) * 2 - 1;
}

function noise([x, y]: Pair, size: Pair, kx: number, ky = kx): number {
  const [px, py] = [x * kx, y * ky];
  const [cx, cy] = [Math.floor(px), Math.floor(py)];
  const [u, v] = [smoothstep(0, 1, px - cx), smoothstep(0, 1, py - cy)];
  const low = chance(cx, cy) * (1 - u) + chance(cx + 1, cy) * u;
  const high = chance(cx, cy + 1) * (1 - u) + chance(cx + 1, cy + 1) * u;
  return (low * (1 - v) + high * v) * seen(Math.max(size[0] * kx, size[1] * ky));
}

const mottled = (at: Pair, size: Pair, kx: number, ky = kx) =>
  0.12 * noise(at, size, kx, ky) + 0.08 * noise(at, size, kx * 4.3, ky * 4.3);

const wave = (x: number, size: number) => (Math.floor(x) % 2 === 0 ? 1 : -1) * seen(size);

/** Returns the pattern at a point, in cells; `size` is the pixel's size. */
function patternAt(standIn: StandInPattern, tone: number, at: Pair, size: Pair): number {
  const [x, y] = at;
  const [w, h] = size;
  const bold = Math.abs(tone);
  const own = chance(Math.floor(x), Math.floor(y)) * seen(Math.max(w, h));
  switch (standIn.pattern) {
    case PATTERN_CHECKS: {
      const fine = cross(line(x * 4, w * 4, 0.06), line(y * 4, h * 4, 0.06));
      const cell = cross(line(x, w, 0.03), line(y, h, 0.03));
      return 0.16 * wave(x, w) * wave(y, h) + tone * (0.5 * fine + cell);
    }
    case PATTERN_BRICKS: {
      const course = Math.floor(y * 2);
      const along = x + (course % 2 === 0 ? 0 : 0.5);
      const joints = cross(line(y * 2, h * 2, 0.14), line(along, w, 0.045) * seen(h * 2));
      const brick = chance(Math.floor(along), course) * seen(Math.max(w, h * 2));
      return tone * 0.8 * joints + bold * (0.22 * brick + mottled(at, size, 0.2, 0.13));
    }
    case PATTERN_BOARDS: {
      const along = x + chance(Math.floor(y), 0);
      const joints = cross(line(y, h, 0.09), line(along, w, 0.006) * seen(h));
      const board = chance(Math.floor(along), Math.floor(y)) * seen(Math.max(w, h));
      const veins = noise([along, y], size, 6, 5);
      return -bold * 0.9 * joints + bold * (0.3 * board + 0.2 * veins);
    }
    case PATTERN_PANELS: {
      const seams = cross(line(x, w, 0.025), line(y, h, 0.025));
      const grain = 0.14 * own + 0.1 * noise(at, size, 3, 40);
      return tone * seams + bold * (grain + mottled(at, size, 1.1));
    }
    case PATTERN_TILES: {
      const joints = cross(line(x, w, 0.07), line(y, h, 0.07));
      return tone * 0.8 * joints + bold * (0.18 * own + mottled(at, size, 0.2));
    }
    case PATTERN_GRAIN: {
      const octaves = [1, 3.7, 11.3].map((times) => noise(at, size, times));
      return bold * (0.3 * octaves[0] + 0.24 * octaves[1] + 0.2 * octaves[2]);
    }
    case PATTERN_WEAVE: {
      const worn = 0.2 * noise(at, size, 0.05) + 0.16 * noise(at, size, 0.31);
      return bold * (0.12 * wave(x, w) * wave(y, h) + worn);
    }
    default: {
      const { across, down } = standIn;
      const width = 0.06 / Math.max(across, down);
      const border = cross(line(x / across, w / across, width), line(y / down, h / down, width));
      return tone * (0.5 * cross(line(x, w, 0.03), line(y, h, 0.03)) + border);
    }
  }
}

/**
 * Returns a pixel's linear colour relative to the mean, minus 1.
 * @param first its upper left corner, in repeats
 * @param size its sides, in repeats
 */
export function changeOfMissing(
  standIn: StandInPattern,
  mean: number,
  first: Pair,
  size: Pair,
): number {
  const { across, down, isTurned, strength = 8 } = standIn;
  const tone = mean > 0.2 ? -0.26 : 0.4;
  const [w, h] = isTurned ? [size[1], size[0]] : size;
  const footprint: Pair = [w * across, h * down];
  let sum = 0;
  for (let i = 0; i < POINTS * POINTS; i++) {
    const s = first[0] + (((i % POINTS) + 0.5) / POINTS) * size[0];
    const t = first[1] + ((Math.floor(i / POINTS) + 0.5) / POINTS) * size[1];
    const [x, y] = isTurned ? [t, s] : [s, t];
    sum += patternAt(standIn, tone, [x * across, y * down], footprint);
  }
  return (sum / POINTS ** 2) * (strength / 8);
}

/**
 * Returns how far a point is inside a blade of a tuft, in repeats; negative outside.
 * @param at in repeats, t down
 * @param size a pixel's width there
 */
export function insideTuft(blades: number, [s, t]: Pair, size: number): number {
  const tuft = Math.floor(s);
  let inside = Number.NEGATIVE_INFINITY;
  for (let blade = 0; blade < blades; blade++) {
    const foot = (blade + 0.5 + 0.4 * chance(tuft, blade)) / blades;
    const part = (1 - t) / (0.75 + 0.25 * chance(tuft, blade + 128));
    if (part > 1) continue;
    const bent = foot + 0.3 * chance(tuft, blade + 64) * part ** 2;
    const half = Math.max((0.45 / blades) * (1 - part), size / 2);
    inside = Math.max(inside, half - Math.abs(s - tuft - bent));
  }
  return inside;
}
