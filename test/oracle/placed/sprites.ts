/**
 * Sprites by the engine's sources: `c_sprite.cpp` (size, axes, glows), `c_pixel_visibility.cpp`
 * (glow visibility), `spritemodel.cpp` (placement) and `sprite_ps2x.fxc` with `sprite_dx9.cpp`
 * (shading and blending).
 */

import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../light/color.ts";

export type Vector = readonly [number, number, number];

/** Unit vectors of the view. */
export interface ViewAxes {
  readonly eye: Vector;
  readonly forward: Vector;
  readonly right: Vector;
  readonly up: Vector;
}

export interface Look {
  /** As stored, 0 to 255. */
  readonly texel: readonly [number, number, number, number];
  /** `rendercolor` and `renderamt`, 0 to 255; `rendermode`, `renderfx`. */
  readonly color: Rgb;
  readonly amount: number;
  readonly mode: number;
  readonly fx?: number;
  /** For a glow: inches from the eye, and its visibility. */
  readonly distance?: number;
  readonly seen?: number;
  readonly hdrScale?: number;
}

const GLOW = 3;
const WORLD_GLOW = 9;
const NO_DISSIPATION = 14;
const isGlow = (mode: number) => mode === GLOW || mode === WORLD_GLOW;

/** Returns the factor of a glow's stored color. */
export function glowBlend(look: Look): number {
  const { mode, fx, amount, distance = 0, seen = 1 } = look;
  if (!isGlow(mode)) return 1;
  // The entity's opacity and the result of `StandardGlowBlend`.
  const entity = amount / 255;
  if (fx === NO_DISSIPATION) return entity * (amount / 255) * seen;
  return entity * Math.min(1200 ** 2 / distance ** 2, 1) * seen;
}

/** Returns a glow's scale factor. */
export function glowScale({ mode, fx, distance = 0 }: Look): number {
  return mode === GLOW && fx !== NO_DISSIPATION ? distance / 200 : 1;
}

interface Source {
  /** As stored; 1 is full. */
  readonly rgb: Rgb;
  readonly alpha: number;
}

/** Returns the pixel shader's output. */
function shade(look: Look): Source {
  const { texel, color, amount, mode, hdrScale = 1 } = look;
  const stored: Rgb = [texel[0] / 255, texel[1] / 255, texel[2] / 255];
  if (mode === 0)
    return { rgb: mapRgb(stored, (value) => value * hdrScale), alpha: texel[3] / 255 };
  const blend = glowBlend(look);
  return {
    rgb: mapRgb(stored, (value, k) => value * (color[k] / 255) * blend * hdrScale),
    alpha: (texel[3] / 255) * (amount / 255),
  };
}

/** Blends on an 8-bit target as in the engine, colours 0 to 255. */
export function spriteOnDisplay(behind: Rgb, look: Look): Rgb {
  const { rgb, alpha } = shade(look);
  const blended = mapRgb(behind, (value, k) => {
    const covered = value * (1 - alpha) + 255 * rgb[k] * alpha;
    if (look.mode === 0) return 255 * rgb[k];
    if (look.mode === 7) return covered + 255 * rgb[k] * (1 - alpha);
    if (look.mode < 5 && !isGlow(look.mode)) return covered;
    return value + 255 * rgb[k] * alpha;
  });
  return mapRgb(blended, (value) => Math.min(Math.max(value, 0), 255));
}

/** Blends the same colours as linear light (gamma 2.2), brightening additive ones. */
export function spriteLight(behind: Rgb, look: Look): Rgb {
  const { texel, mode } = look;
  const { rgb, alpha } = shade(look);
  // The texture's own colour is decoded from sRGB.
  const light = mapRgb(rgb, (value, k) => {
    const own = texel[k] / 255;
    return own === 0 ? 0 : decodeSrgb(texel[k]) * (value / own) ** 2.2;
  });
  const added = mapRgb(light, (value) => value * alpha ** 2.2);
  const darkest = Math.min(...added);
  const gain = (1 + darkest ** (1 / 2.2)) ** 2.2 - darkest;
  return mapRgb(behind, (value, k) => {
    const there = decodeSrgb(value);
    if (mode === 0) return encodeSrgb(light[k]);
    if (mode === 7) return encodeSrgb(light[k] + there * (1 - alpha));
    if (mode < 5 && !isGlow(mode)) return encodeSrgb(light[k] * alpha + there * (1 - alpha));
    return encodeSrgb(added[k] + there * gain);
  });
}

const along = (a: Vector, s: number, b: Vector, t: number): Vector => [
  a[0] * s + b[0] * t,
  a[1] * s + b[1] * t,
  a[2] * s + b[2] * t,
];

/**
 * Returns the axes by `SPRITETYPE`: upright, towards the world's origin, parallel, oriented; angles
 * in degrees.
 */
export function spriteAxes(
  type: number,
  origin: Vector,
  [pitch, yaw, roll]: Vector,
  view: ViewAxes,
): { readonly right: Vector; readonly up: Vector } | null {
  const unit = (x: number, y: number): Vector => [x / Math.hypot(x, y), y / Math.hypot(x, y), 0];
  const up: Vector = [0, 0, 1];
  const [sr, cr] = [Math.sin((roll * Math.PI) / 180), Math.cos((roll * Math.PI) / 180)];
  if (type === 0) {
    const { forward } = view;
    if (Math.abs(forward[2]) > 0.999848) return null;
    return { right: unit(forward[1], -forward[0]), up };
  }
  if (type === 1) return { right: unit(-origin[1], origin[0]), up };
  if (type === 2) {
    return {
      right: along(view.right, cr, view.up, sr),
      up: along(view.right, -sr, view.up, cr),
    };
  }
  const [sp, cp] = [Math.sin((pitch * Math.PI) / 180), Math.cos((pitch * Math.PI) / 180)];
  const [sy, cy] = [Math.sin((yaw * Math.PI) / 180), Math.cos((yaw * Math.PI) / 180)];
  // `AngleVectors`.
  return {
    right: [-sr * sp * cy + cr * sy, -sr * sp * sy - cr * cy, -sr * cp],
    up: [cr * sp * cy + sr * sy, cr * sp * sy - sr * cy, cr * cp],
  };
}

/**
 * Returns a picture position in the world; (0, 0) is its upper left corner, (1, 1) its lower right.
 */
export function spritePlace(
  origin: Vector,
  axes: { readonly right: Vector; readonly up: Vector },
  [width, height]: readonly [number, number],
  [originS, originT]: readonly [number, number],
  scale: number,
  [s, t]: readonly [number, number],
): Vector {
  const right = (s - originS) * width * scale;
  const up = (originT - t) * height * scale;
  const off = along(axes.right, right, axes.up, up);
  return along(origin, 1, off, 1);
}

/** Returns half the size of a glow's visibility proxy in pixels, and its distance. */
export function glowProxy(
  origin: Vector,
  size: number,
  aspect: number,
  view: ViewAxes,
  pixelsPerInchAtOne: number,
): { readonly halfWidth: number; readonly halfHeight: number; readonly depth: number } {
  const to = along(origin, 1, view.eye, -1);
  const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  // Diameter of a sphere of radius 1.
  const pixelsPerUnit = (2 * pixelsPerInchAtOne) / dot(to, view.forward);
  const scale = size * pixelsPerUnit < 5 ? 5 / pixelsPerUnit : size;
  const length = Math.hypot(...to);
  const depth =
    dot(along(origin, 1, to, -size / length), view.forward) - dot(view.eye, view.forward);
  const half = (scale * Math.SQRT1_2 * pixelsPerInchAtOne) / depth;
  return { halfWidth: half, halfHeight: half / aspect, depth };
}

/** Returns the frame at a time, by its thoughts until then (`AnimateThink`, one every 15 ms). */
export function spriteFrame(count: number, framerate: number, seconds: number): number {
  const last = count - 1;
  if (framerate === 0 || last <= 1) return 0;
  const thoughts = Math.floor(seconds / 0.015);
  let frame = 0;
  for (let i = 0; i < thoughts; i++) {
    frame += framerate * 0.015;
    if (frame > last) frame %= last;
  }
  return Math.trunc(frame);
}
