/**
 * A dusk sky over the whole sphere, in linear light: a low sun, a glow about it, bands of cloud lit
 * from below, the first stars. Every side is drawn from the same function of the direction, so that
 * the sides meet without a seam.
 */

import { clamp, hex, lerp, type Rgb, smoothstep } from "../textures/color.ts";
import { hash } from "../textures/noise.ts";

/** As `skyname` of the map has it. */
export const SKY_NAME = "visleaf_dusk";

export const SKY_SIDES = ["rt", "lf", "bk", "ft", "up", "dn"] as const;

/** The brightest light that RGBS can hold. */
const RGBS_RANGE = 8;

type Vec3 = readonly [number, number, number];

/** Towards the sun, a unit vector: yaw 205 degrees, 7 degrees above the horizon. */
export const SUN_DIRECTION: Vec3 = directionOf(205, 7);

const linear = (text: string): Rgb => {
  const [r, g, b] = hex(text);
  return [r ** 2.2, g ** 2.2, b ** 2.2];
};

const ZENITH = linear("#1d3158");
const UPPER = linear("#4a6391");
const LOWER = linear("#b78f8f");
const HORIZON = linear("#f0b27c");
const AWAY = linear("#7d7f9f");
const GROUND = linear("#3a3438");
const GLOW = linear("#ffb45e");
const CLOUD_SHADE = linear("#56556f");
const CLOUD_LIGHT = linear("#ffb98a");

function directionOf(yaw: number, pitch: number): Vec3 {
  const [y, p] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  return [Math.cos(p) * Math.cos(y), Math.cos(p) * Math.sin(y), Math.sin(p)];
}

/**
 * World direction of a place on a side; s to the right and t up, -1..1. Source: the table `st_to_vec`
 * of Quake II's public `gl_warp.c`, which the engine kept.
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

/** One side as RGBA floats, linear light. */
export function skySide(side: number, size: number): Float32Array {
  const rgba = new Float32Array(size * size * 4);
  for (let y = 0, i = 0; y < size; y++) {
    for (let x = 0; x < size; x++, i += 4) {
      // The outermost texels lie on the cube's edges, where the neighbour has the same ones.
      const s = (x / (size - 1)) * 2 - 1;
      const t = 1 - (y / (size - 1)) * 2;
      rgba.set(skyColor(sideDirection(side, s, t)), i);
      rgba[i + 3] = 1;
    }
  }
  return rgba;
}

/** Linear light as sRGB bytes, with just enough noise that slow gradients do not band. */
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

/** RGBS, as `$hdrcompressedtexture` has it: rgb * a * 8 is linear light. */
export function skyRgbs(linearLight: Float32Array): Uint8Array {
  const bytes = new Uint8Array(linearLight.length);
  for (let i = 0; i < bytes.length; i += 4) {
    const peak = Math.max(linearLight[i], linearLight[i + 1], linearLight[i + 2]);
    const alpha = Math.max(1, Math.ceil(clamp(peak / RGBS_RANGE) * 255));
    const unit = 255 / ((alpha / 255) * RGBS_RANGE);
    for (let k = 0; k < 3; k++) bytes[i + k] = Math.min(255, Math.round(linearLight[i + k] * unit));
    bytes[i + 3] = alpha;
  }
  return bytes;
}

/** Light from a direction. */
export function skyColor(direction: Vec3): Rgb {
  const [x, y, z] = direction;
  const toSun = x * SUN_DIRECTION[0] + y * SUN_DIRECTION[1] + z * SUN_DIRECTION[2];
  const sunward = clamp(toSun * 0.5 + 0.5);
  const color = gradient(z, sunward);
  const angle = Math.acos(clamp(toSun, -1, 1));
  const halo = Math.exp(-angle * 3.2) * 0.6 + Math.exp(-angle * 14) * 0.9;
  addScaled(color, GLOW, halo * smoothstep(-0.12, 0.02, z));
  addStars(color, direction, smoothstep(0.35, 0.8, z) * (1 - sunward * 0.6));
  const disc = 1 - smoothstep(0.021, 0.025, angle);
  const cloud = cloudCover(direction);
  addScaled(color, [9, 6.2, 3.4], disc * (1 - cloud * 0.9) * smoothstep(-0.02, 0, z));
  shadeCloud(color, cloud, sunward, angle, z);
  return [color[0], color[1], color[2]];
}

type Mutable = [number, number, number];

function addScaled(to: Mutable, what: Rgb, by: number): void {
  for (let k = 0; k < 3; k++) to[k] += what[k] * by;
}

function blend(to: Mutable, what: Rgb, by: number): void {
  for (let k = 0; k < 3; k++) to[k] = lerp(to[k], what[k], by);
}

/** Clear sky by height, warmer towards the sun; the ground's haze below. */
function gradient(z: number, sunward: number): Mutable {
  const height = Math.max(z, 0);
  const color: Mutable = [...ZENITH];
  blend(color, UPPER, 1 - smoothstep(0.15, 0.85, height));
  blend(color, LOWER, (1 - smoothstep(0.0, 0.42, height)) * (0.35 + sunward * 0.65));
  const low = 1 - smoothstep(0.0, 0.2, height);
  for (let k = 0; k < 3; k++) {
    color[k] = lerp(color[k], lerp(AWAY[k], HORIZON[k], sunward ** 1.5), low * 0.85);
  }
  blend(color, GROUND, smoothstep(0.0, -0.28, z));
  return color;
}

/** Two sheets of cloud seen from below, thin overhead and bunched up towards the horizon. */
function cloudCover([x, y, z]: Vec3): number {
  if (z < 0.01) return 0;
  const flat = 1 / (z + 0.16);
  const px = x * flat;
  const py = y * flat;
  const warp = noise3(px * 0.7, py * 0.7, 3.1, 4) * 0.6;
  const banks = noise3(px * 0.75 + warp, py * 1.5 + warp * 0.4, 7.7, 6);
  const wisps = noise3(px * 0.5 + 4, py * 3.2 + warp, 1.3, 5);
  const fade = smoothstep(0.01, 0.1, z);
  return clamp(smoothstep(0.02, 0.62, banks) * 0.9 + smoothstep(0.15, 0.8, wisps) * 0.35) * fade;
}

/** Thick parts are dark, thin edges and what lies near the sun glow. */
function shadeCloud(color: Mutable, cover: number, sunward: number, angle: number, z: number): void {
  if (cover <= 0) return;
  const thin = 1 - cover;
  const lit = (0.18 + thin * 0.6) * sunward ** 2 + Math.exp(-angle * 2.6) * 0.75;
  const low = 1 - smoothstep(0.1, 0.7, z) * 0.55;
  const tone: Mutable = [...CLOUD_SHADE];
  addScaled(tone, CLOUD_LIGHT, lit * low);
  blend(color, tone, cover * 0.88);
}

function addStars(color: Mutable, [x, y, z]: Vec3, strength: number): void {
  if (strength <= 0) return;
  // A cell on the sky's plane holds at most one star.
  const px = (x / z) * 60;
  const py = (y / z) * 60;
  const [cx, cy] = [Math.floor(px), Math.floor(py)];
  if (hash(cx, cy, 951) < 0.93) return;
  const dx = px - cx - 0.3 - hash(cx, cy, 952) * 0.4;
  const dy = py - cy - 0.3 - hash(cx, cy, 953) * 0.4;
  const spark = Math.exp(-(dx * dx + dy * dy) / 0.018) * hash(cx, cy, 954) ** 2;
  addScaled(color, [0.9, 0.95, 1.1], spark * strength * 0.8);
}

/** Octaves of value noise in space, about -1..1. */
function noise3(x: number, y: number, z: number, octaves: number): number {
  let sum = 0;
  let total = 0;
  for (let octave = 0, weight = 1; octave < octaves; octave++, weight *= 0.52) {
    const scale = 2 ** octave;
    sum += weight * valueNoise(x * scale, y * scale, Math.round(z * 100) + octave * 17);
    total += weight;
  }
  return (sum / total) * 1.5;
}

function valueNoise(x: number, y: number, seed: number): number {
  const [fx, fy] = [Math.floor(x), Math.floor(y)];
  const tx = smoothstep(0, 1, x - fx);
  const ty = smoothstep(0, 1, y - fy);
  const top = lerp(hash(fx, fy, seed), hash(fx + 1, fy, seed), tx);
  const low = lerp(hash(fx, fy + 1, seed), hash(fx + 1, fy + 1, seed), tx);
  return lerp(top, low, ty) * 2 - 1;
}
