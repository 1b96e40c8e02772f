/**
 * Placement of overlays by entity keys (`overlay.cpp` of vbsp) and of `infodecal` by position,
 * fading by `doverlayfade_t`, and blending over the background.
 */

import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../light/color.ts";

export type Point = readonly [number, number, number];

export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** A rectangle in its plane, as written by Hammer. */
export interface OverlayKeys {
  readonly origin: Point;
  readonly basisU: Point;
  readonly basisV: Point;
  /** x and y of the opposite corners uv0 and uv2. */
  readonly low: readonly [number, number];
  readonly high: readonly [number, number];
  /** StartU, StartV, EndU, EndV. */
  readonly texture: readonly [number, number, number, number];
}

/** Returns the texture position of a point, or `null` outside the overlay. */
export function overlayTexture(keys: OverlayKeys, point: Point): [number, number] | null {
  const from = minus(point, keys.origin);
  const s = (dot(from, keys.basisU) - keys.low[0]) / (keys.high[0] - keys.low[0]);
  const t = (dot(from, keys.basisV) - keys.low[1]) / (keys.high[1] - keys.low[1]);
  if (s < 0 || s > 1 || t < 0 || t > 1) return null;
  const [startU, startV, endU, endV] = keys.texture;
  return [startU + (endU - startU) * s, startV + (endV - startV) * t];
}

/**
 * Returns the same for an infodecal: its picture is centred at the entity, one texel is
 * `$decalscale` inches, and `right` and `down` are its directions on the surface.
 */
export function decalTexture(
  origin: Point,
  right: Point,
  down: Point,
  inches: readonly [number, number],
  point: Point,
): [number, number] | null {
  const from = minus(point, origin);
  const s = dot(from, right) / inches[0] + 0.5;
  const t = dot(from, down) / inches[1] + 0.5;
  return s < 0 || s > 1 || t < 0 || t > 1 ? null : [s, t];
}

/** Returns the remaining opacity of an overlay, by squared distances as stored in the lump. */
export function overlayFade(fadeMin: number, fadeMax: number, away: number): number {
  if (fadeMax <= 0) return 1;
  const left = (fadeMax ** 2 - away ** 2) / (fadeMax ** 2 - fadeMin ** 2);
  return Math.min(1, Math.max(0, left));
}

/**
 * Blends a lit texel over the background; `light` is 1 for unlit. All values 0 to 255 as displayed.
 */
export function coverShown(behind: Rgb, texel: Rgb, light: Rgb, alpha: number): Rgb {
  return mapRgb(behind, (value, k) =>
    encodeSrgb(decodeSrgb(value) * (1 - alpha) + decodeSrgb(texel[k]) * light[k] * alpha),
  );
}
