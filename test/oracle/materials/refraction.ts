/**
 * Refract and Water by the engine's sources: `refract_ps2x.fxc`, `refract_dx9_helper.cpp`,
 * `water_ps2x_helper.h`, `watercheap_ps2x.fxc`, `water.cpp`, and `CalcWaterFogAlpha` of
 * `common_ps_fxc.h`. Colours are linear light; positions are relative to the picture, from its upper
 * left corner.
 */

import { mapRgb, type Rgb } from "../light/color.ts";

/** Normal map texel, 0 to 255. */
export type NormalTexel = readonly [number, number, number, number];
type Vec3 = readonly [number, number, number];

/** Samples the copy of the picture, with filtering. */
export type ReadBehind = (u: number, v: number) => Rgb;

export function decodeNormal(texel: readonly number[]): [number, number, number, number] {
  const [x, y, z, a] = texel.map((value) => value / 255);
  return [2 * x - 1, 2 * y - 1, 2 * z - 1, a];
}

const clamp01 = (value: number) => Math.min(Math.max(value, 0), 1);
const lerp = (a: Rgb, b: Rgb, t: number): Rgb =>
  mapRgb(a, (value, k) => value + (b[k] - value) * t);
const times = (a: Rgb, b: Rgb): Rgb => mapRgb(a, (value, k) => value * b[k]);

export interface Glass {
  readonly normal: NormalTexel;
  readonly amount: number;
  /** Linear (gamma 2.2) tint; with a tint texture, twice its light. */
  readonly tint?: Rgb;
  readonly isBlurred?: boolean;
  /** Cosine between eye and normal, if `$fadeoutonsilhouette` is set. */
  readonly facing?: number;
  /** Cubemap reflection, if any. */
  readonly env?: Rgb;
}

/**
 * Returns the colour of `refract_ps2x.fxc`, blended over the background by the normal map's alpha.
 */
export function refracted(glass: Glass, u: number, v: number, read: ReadBehind): Rgb {
  const [x, y, , a] = decodeNormal(glass.normal);
  const scale = a * glass.amount;
  const [s, t] = [u + x * scale, v + y * scale];
  const plain = read(u, v);
  const blend = glass.facing === undefined ? 1 : clamp01(glass.facing) ** 3;
  let warped = read(s, t);
  if (glass.isBlurred) {
    const step = 1 / 512;
    const taps: [number, number, number][] = [
      [-step / 2, -step / 2, 4 / 9],
      [step, -step / 2, 2 / 9],
      [-step / 2, step, 2 / 9],
      [step, step, 1 / 9],
    ];
    warped = [0, 0, 0];
    for (const [ds, dt, weight] of taps) {
      const tap = read(s + ds, t + dt);
      warped = mapRgb(warped, (value, k) => value + tap[k] * weight);
    }
  }
  const light = lerp(plain, times(warped, glass.tint ?? [1, 1, 1]), blend);
  const { env } = glass;
  if (env !== undefined) return mapRgb(light, (value, k) => value + env[k] * a);
  return lerp(plain, light, a);
}

export interface Pond {
  /** Sampled normal, or 0.33 of the sum of three layers. */
  readonly normal: readonly [number, number, number, number];
  readonly refractAmount: number;
  readonly fogColor: Rgb;
  /** `$fogend` - `$fogstart`. */
  readonly fogRange: number;
  readonly isBlurred?: boolean;
  readonly refractTint?: Rgb;
  /** Cubemap reflection times the tint as written; omitted without a cubemap. */
  readonly env?: Rgb;
  /** For cheap water: `$reflectblendfactor` in place of Fresnel. */
  readonly share?: number;
  /** `$cheapwaterstartdistance`, `$cheapwaterenddistance`. */
  readonly cheap?: readonly [number, number];
  /** `$forcecheap`. */
  readonly isCheap?: boolean;
  /** Mirrored scene (`CAboveWaterView`), which replaces the cubemap. */
  readonly mirror?: {
    /** `$reflectamount`. */
    readonly amount: number;
    /** `$reflecttint` as linear light. */
    readonly tint: Rgb;
    /** Samples the mirrored picture, 0 to 1 across and down. */
    readonly read: ReadBehind;
    /** True without `$refracttexture`, when only the reflection is shown. */
    readonly isAll?: boolean;
  };
}

export interface Look {
  readonly u: number;
  readonly v: number;
  /** Vector to the eye along s, t and out, in inches, not normalized. */
  readonly toEye: Vec3;
  /** Returns the inches of water along the view axis for a pixel; 0 or less for none. */
  readonly throughAt: (u: number, v: number) => number;
}

/** Share of fog: the ray's length below water over the fog range. */
const fogAlpha = (inches: number, range: number) => clamp01(inches / range);

export function water(pond: Pond, look: Look, read: ReadBehind): Rgb {
  const [x, y, z, a] = decodeNormal(pond.normal);
  const { u, v, toEye, throughAt } = look;
  const distance = Math.hypot(...toEye);
  const facing = clamp01((toEye[0] * x + toEye[1] * y + toEye[2] * z) / distance);
  const fresnel = (1 - facing) ** 5;
  const share = pond.share ?? fresnel;
  if (pond.isCheap) return lerp(pond.fogColor, pond.env ?? pond.fogColor, share);
  const { mirror } = pond;
  if (mirror?.isAll) {
    // Without a known depth.
    const [s, t] = [u + x * a * mirror.amount, 1 - v + y * a * mirror.amount];
    return times(mirror.read(s, t), mirror.tint);
  }
  const alphaAt = (s: number, t: number) => fogAlpha(throughAt(s, t), pond.fogRange);
  const straight = alphaAt(u, v);
  const scale = a * pond.refractAmount * (pond.isBlurred ? 1 : straight);
  const [s, t] = [u + x * scale, v + y * scale];
  let light: Rgb = [0, 0, 0];
  let alpha = 0;
  const reach = pond.isBlurred ? 2 : 0;
  const count = (reach * 2 + 1) ** 2;
  for (let row = -reach; row <= reach; row++) {
    for (let column = -reach; column <= reach; column++) {
      const place: [number, number] = [s + column * 0.005, t + row * 0.005];
      const tap = read(...place);
      light = mapRgb(light, (value, k) => value + tap[k] / count);
      alpha += alphaAt(...place) / count;
    }
  }
  // The tint applies only to blurred refraction.
  if (pond.isBlurred) light = times(light, pond.refractTint ?? [1, 1, 1]);
  light = lerp(light, pond.fogColor, clamp01(alpha - 0.05));
  if (mirror !== undefined) {
    const bend = a * mirror.amount * (pond.isBlurred ? 1 : straight);
    const above = times(mirror.read(u + x * bend, 1 - v + y * bend), mirror.tint);
    return lerp(light, above, fresnel * clamp01((alpha - 0.05) * 20));
  }
  if (pond.env === undefined) return light;
  const [near, far] = pond.cheap ?? [500, 1000];
  const cover = clamp01(share + clamp01((distance - near) / (far - near)));
  return lerp(light, pond.env, cover * clamp01((straight - 0.05) * 20));
}
