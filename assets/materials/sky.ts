/**
 * A dusk sky over the whole sphere in linear light: a low sun with a glow, bands of cloud lit from
 * below, and the first stars. All sides are drawn by one function of the direction, so that they
 * meet without seams.
 */

import { clamp, hex, lerp, type Rgb, smoothstep } from "../textures/color.ts";
import { hash } from "../textures/noise.ts";

/** Value of `skyname` in the map. */
export const SKY_NAME = "visleaf_dusk";

export const SKY_SIDES = ["rt", "lf", "bk", "ft", "up", "dn"] as const;

/** True for the four sides that the horizon runs through. */
export function isSkyAround(side: (typeof SKY_SIDES)[number]): boolean {
  return side !== "up" && side !== "dn";
}

type Vec3 = readonly [number, number, number];

/** Direction of the sun in degrees, opposite to its light's yaw of 52. */
const SUN_YAW = 232;
const SUN_PITCH = 20;
/** Unit vector towards the sun. */
export const SUN_DIRECTION: Vec3 = directionOf(SUN_YAW, SUN_PITCH);

const linear = (text: string): Rgb => {
  const [r, g, b] = hex(text);
  return [r ** 2.2, g ** 2.2, b ** 2.2];
};

const ZENITH = linear("#26447a");
const UPPER = linear("#5a7bb0");
const LOWER = linear("#c9a199");
const HORIZON = linear("#f7bd82");
const AWAY = linear("#a49bb0");
const GLOW = linear("#ffb45e");
const SUN: Rgb = [9, 6.2, 3.4];
const CLOUD_SHADE = linear("#625c78");
const CLOUD_LIGHT = linear("#ffc79c");

function directionOf(yaw: number, pitch: number): Vec3 {
  const [y, p] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  return [Math.cos(p) * Math.cos(y), Math.cos(p) * Math.sin(y), Math.sin(p)];
}

/**
 * Returns the world direction of a point on a side, with s to the right and t up, both −1 to 1.
 * Source: the table `st_to_vec` of Quake II's public `gl_warp.c`, which the engine kept.
 */
export function sideDirection(side: number, s: number, t: number): Vec3 {
  const place: Vec3 = (
    [
      [1, -s, t],
      [-1, s, t],
      [s, 1, t],
      [-s, -1, t],
      [-t, -s, 1],
      [t, -s, -1],
    ] as const
  )[side];
  const length = Math.hypot(...place);
  return [place[0] / length, place[1] / length, place[2] / length];
}

/**
 * Returns a side as RGBA floats in linear light. The columns of `rt`, `lf`, `bk` and `ft` are
 * constant below the middle, so their upper half suffices.
 */
export function skySide(side: number, size: number): Float32Array {
  const rgba = new Float32Array(size * size * 4);
  for (let y = 0, i = 0; y < size; y++) {
    for (let x = 0; x < size; x++, i += 4) {
      // The outermost texels lie on the cube's edges and equal those of the neighbouring side.
      const s = (x / (size - 1)) * 2 - 1;
      const t = 1 - (y / (size - 1)) * 2;
      rgba.set(skyColor(sideDirection(side, s, t)), i);
      rgba[i + 3] = 1;
    }
  }
  return rgba;
}

/** Converts linear light to sRGB bytes, with enough noise to avoid banding in slow gradients. */
export function skyByte(linearLight: Float32Array, size: number): Uint8Array {
  const bytes = new Uint8Array(linearLight.length);
  for (let i = 0; i < bytes.length; i++) {
    const texel = i >> 2;
    const noise = hash(texel % size, Math.floor(texel / size), 961 + (i & 3)) - 0.5;
    const value = clamp(linearLight[i]);
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    bytes[i] = i % 4 === 3 ? 255 : Math.round(clamp(encoded + (noise * 1.5) / 255) * 255);
  }
  return bytes;
}

/** Returns the light from a unit direction. Below the horizon the haze continues. */
export function skyColor(towards: Vec3): Rgb {
  const direction = towards[2] < 0 ? atHorizon(towards) : towards;
  const [x, y, z] = direction;
  const toSun = x * SUN_DIRECTION[0] + y * SUN_DIRECTION[1] + z * SUN_DIRECTION[2];
  const sunward = clamp(toSun * 0.5 + 0.5);
  const color = gradient(z, sunward);
  const angle = Math.acos(clamp(toSun, -1, 1));
  const halo = Math.exp(-angle * 3.2) * 0.6 + Math.exp(-angle * 14) * 0.9;
  addScaled(color, GLOW, halo);
  addStars(color, direction, smoothstep(0.35, 0.8, z) * (1 - sunward * 0.6));
  const cover = cloudCover(direction);
  shadeCloud(color, direction, cover, sunward, angle);
  const disc = 1 - smoothstep(0.024, 0.03, angle);
  addScaled(color, SUN, disc * (1 - cover * 0.6));
  return [color[0], color[1], color[2]];
}

function atHorizon([x, y]: Vec3): Vec3 {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length, 0];
}

type Mutable = [number, number, number];

function addScaled(to: Mutable, what: Rgb, by: number): void {
  for (let k = 0; k < 3; k++) to[k] += what[k] * by;
}

function blend(to: Mutable, what: Rgb, by: number): void {
  for (let k = 0; k < 3; k++) to[k] = lerp(to[k], what[k], by);
}

/** Returns the clear sky by height, warmer towards the sun. */
function gradient(z: number, sunward: number): Mutable {
  const height = Math.max(z, 0);
  const color: Mutable = [...ZENITH];
  blend(color, UPPER, 1 - smoothstep(0.15, 0.85, height));
  blend(color, LOWER, (1 - smoothstep(0.0, 0.42, height)) * (0.35 + sunward * 0.65));
  const low = 1 - smoothstep(0.0, 0.2, height);
  for (let k = 0; k < 3; k++) {
    color[k] = lerp(color[k], lerp(AWAY[k], HORIZON[k], sunward ** 1.5), low * 0.85);
  }
  return color;
}

/** Returns the cloud cover, 0 to 1: a torn sheet high up, and banks along the horizon. */
function cloudCover([x, y, z]: Vec3): number {
  if (z < 0.005) return 0;
  const flat = 1 / (z + 0.16);
  const px = x * flat;
  const py = y * flat;
  const warp = noise(px * 0.7, py * 0.7, 0, 3) * 0.7;
  const sheet = noise(px * 1.1 + warp, py * 1.7 + warp * 0.4, 9, 6);
  const high = smoothstep(-0.08, 0.62, sheet) * smoothstep(0.1, 0.3, z);
  const bank = noise(x * 2.6, y * 2.6, z * 13 + 20, 5);
  const low =
    smoothstep(0.05, 0.5, bank) * smoothstep(0.005, 0.06, z) * (1 - smoothstep(0.13, 0.34, z));
  return 1 - (1 - high) * (1 - low * 0.85);
}

/** Shades a cloud: thin and sunlit parts glow, thick parts are grey. */
function shadeCloud(
  color: Mutable,
  direction: Vec3,
  cover: number,
  sunward: number,
  angle: number,
): void {
  if (cover <= 0) return;
  const [x, y, z] = direction;
  const behind = cloudCover([
    x + SUN_DIRECTION[0] * 0.05,
    y + SUN_DIRECTION[1] * 0.05,
    z + SUN_DIRECTION[2] * 0.05,
  ]);
  const facing = clamp(0.5 + (cover - behind) * 1.4);
  const lit =
    (0.25 + facing * 0.75) * (0.28 + sunward ** 2 * 0.62) +
    Math.exp(-angle * 3) * (1.1 - cover * 0.5);
  const tone: Mutable = [...CLOUD_SHADE];
  addScaled(tone, CLOUD_LIGHT, lit);
  blend(color, tone, cover * 0.92);
}

function addStars(color: Mutable, [x, y, z]: Vec3, strength: number): void {
  if (strength <= 0) return;
  // A cell on the sky's plane holds at most one star.
  const px = (x / z) * 60;
  const py = (y / z) * 60;
  const [cx, cy] = [Math.floor(px), Math.floor(py)];
  if (hash(cx, cy, 951) < 0.955) return;
  const dx = px - cx - 0.3 - hash(cx, cy, 952) * 0.4;
  const dy = py - cy - 0.3 - hash(cx, cy, 953) * 0.4;
  const spark = Math.exp(-(dx * dx + dy * dy) / 0.018) * hash(cx, cy, 954) ** 2;
  addScaled(color, [0.9, 0.95, 1.1], spark * strength * 0.5);
}

/** Returns value noise in space, summed over octaves, about −1 to 1. */
function noise(x: number, y: number, z: number, octaves: number): number {
  let sum = 0;
  let total = 0;
  for (let octave = 0, weight = 1; octave < octaves; octave++, weight *= 0.52) {
    const size = 2 ** octave;
    sum += weight * valueNoise(x * size, y * size, z * size, octave * 17 + 971);
    total += weight;
  }
  return (sum / total) * 1.7;
}

function valueNoise(x: number, y: number, z: number, seed: number): number {
  const fx = Math.floor(x);
  const fy = Math.floor(y);
  const fz = Math.floor(z);
  const tx = smoothstep(0, 1, x - fx);
  const ty = smoothstep(0, 1, y - fy);
  const tz = smoothstep(0, 1, z - fz);
  const near = layer(fx, fy, tx, ty, seed + fz * 7919);
  const far = tz === 0 ? near : layer(fx, fy, tx, ty, seed + (fz + 1) * 7919);
  return lerp(near, far, tz) * 2 - 1;
}

function layer(fx: number, fy: number, tx: number, ty: number, seed: number): number {
  const top = lerp(hash(fx, fy, seed), hash(fx + 1, fy, seed), tx);
  const low = lerp(hash(fx, fy + 1, seed), hash(fx + 1, fy + 1, seed), tx);
  return lerp(top, low, ty);
}
