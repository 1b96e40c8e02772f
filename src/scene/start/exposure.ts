/**
 * Computes a fixed exposure for maps lit by HDR, from the start view, so that it is neither dark
 * nor overexposed. The engine adapts its exposure every frame, within the limits that are read here
 * too.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import type { CameraPose, LightSideName, ToneMapping } from "../../map/types.ts";
import { listStartOutputs } from "./entity-values.ts";
import { forEachPixel, type ViewRays } from "./view-score.ts";

// Inputs that a map sends to its `env_tonemap_controller` at the start. Names: Valve's public
// entity documentation.

/** Inputs that reset others to the engine's defaults. */
const DEFAULTED: ReadonlyMap<string, readonly string[]> = new Map([
  ["usedefaultautoexposure", ["setautoexposuremin", "setautoexposuremax"]],
  ["usedefaultbloomscale", ["setbloomscale"]],
]);

/** Returns the last value of each input, by lower-case name. Values are at least 0. */
export function readTonemapInputs(entities: readonly Entity[]): ReadonlyMap<string, number> {
  const inputs = new Map<string, number>();
  for (const output of listStartOutputs(entities)) {
    const { input } = output;
    const parameter = Number.parseFloat(output.parameter);
    for (const name of DEFAULTED.get(input) ?? []) inputs.delete(name);
    if (parameter >= 0) inputs.set(input, parameter);
  }
  return inputs;
}

// Limits of the fixed exposure, set by inputs of `env_tonemap_controller`.

export interface ExposureLimits {
  readonly min: number;
  readonly max: number;
}

/**
 * Default limits: one stop wider than the engine's 0.5 to 2, because a fixed exposure cannot adapt.
 */
export const DEFAULT_EXPOSURE_LIMITS: ExposureLimits = { min: 0.25, max: 4 };

/** Hard limits, whatever the map says. */
const LEAST = 1 / 8;
const MOST = 8;

export function findExposureLimits(entities: readonly Entity[]): ExposureLimits {
  const inputs = readTonemapInputs(entities);
  const limit = (name: string, otherwise: number): number => {
    const value = inputs.get(name) ?? 0;
    return value > 0 ? value : otherwise;
  };
  const max = Math.min(
    MOST,
    Math.max(LEAST, limit("setautoexposuremax", DEFAULT_EXPOSURE_LIMITS.max)),
  );
  const min = limit("setautoexposuremin", DEFAULT_EXPOSURE_LIMITS.min);
  return { min: Math.min(max, Math.max(LEAST, min)), max };
}

/**
 * Range of the log-average luminance (linear) in which the exposure stays 1, because the mapper lit
 * the map for it. 0.18 is mid-grey.
 */
const DARKEST = 0.05;
const BRIGHTEST = 0.4;
/** Share of the brightest pixels that may be overexposed. */
const BURNT_SHARE = 0.05;
/**
 * Luminance (linear) that black counts as, so that an unlit corner does not dominate the average.
 */
const BLACK = 0.002;

const COLUMNS = 24;
const ROWS = 14;

/**
 * Returns the linear luminances of the visible surfaces at exposure 1. The sky is skipped, because
 * its textures are not read yet. Casts 336 rays.
 */
export function measureLuminance({ rays, lightOf }: ViewRays, pose: CameraPose): Float64Array {
  const values = new Float64Array(COLUMNS * ROWS);
  let count = 0;
  forEachPixel(pose, COLUMNS, ROWS, (dx, dy, dz) => {
    if (rays.cast(pose.x, pose.y, pose.z, dx, dy, dz)) values[count++] = lightOf(rays.hit);
  });
  return values.subarray(0, count);
}

/** Returns the exposure for these luminances, within limits; 1 if there are none. */
export function exposureOf(luminances: Float64Array, { min, max }: ExposureLimits): number {
  if (luminances.length === 0) return 1;
  let sum = 0;
  for (const value of luminances) sum += Math.log(Math.max(BLACK, value));
  const average = Math.exp(sum / luminances.length);
  const sorted = luminances.slice().sort();
  const bright = sorted[Math.floor((sorted.length - 1) * (1 - BURNT_SHARE))];
  let exposure = 1;
  if (average > BRIGHTEST) exposure = BRIGHTEST / average;
  // Prevents lamps and windows in a dark view from being overexposed.
  if (average < DARKEST) exposure = Math.max(1, Math.min(DARKEST / average, 1 / bright));
  return Math.min(max, Math.max(min, exposure));
}

/**
 * Returns the exposure; 1 for a map lit by LDR, or unlit, because such light is not meant to be
 * adapted.
 */
export function findExposure(
  view: ViewRays,
  pose: CameraPose,
  side: LightSideName | null,
  entities: readonly Entity[],
): number {
  if (side !== "hdr") return 1;
  return exposureOf(measureLuminance(view, pose), findExposureLimits(entities));
}

/** Hard limits: exposures at which something is visible, and numbers that fit a half float. */
const LEAST_EXPOSURE = 1e-3;
const MOST_EXPOSURE = 100;
const MOST_BLOOM = 100;

/**
 * Finds how the engine exposes and blooms a map: its defaults (`mat_*` variables of Source SDK 2013,
 * `viewpostprocess.cpp`), and the map's inputs at its start. Returns `null` for a map lit by LDR, or
 * unlit, which the engine does not expose.
 */
export function findToneMapping(
  side: LightSideName | null,
  entities: readonly Entity[],
): ToneMapping | null {
  if (side !== "hdr") return null;
  const inputs = readTonemapInputs(entities);
  /** Returns an input or its default; the engine treats 0 as unset. */
  const positive = (name: string, otherwise: number) => inputs.get(name) || otherwise;
  const inRange = (value: number) => Math.min(MOST_EXPOSURE, Math.max(LEAST_EXPOSURE, value));
  const min = inRange(positive("setautoexposuremin", 0.5));
  return {
    min,
    max: Math.max(min, inRange(positive("setautoexposuremax", 2))),
    rate: inputs.get("settonemaprate") ?? 1,
    brightTarget: Math.min(1, positive("settonemappercenttarget", 60) / 100),
    brightShare: Math.min(1, positive("settonemappercentbrightpixels", 2) / 100),
    leastMedian: Math.min(1, (inputs.get("settonemapminavglum") ?? 3) / 100),
    bloomScale: Math.min(MOST_BLOOM, inputs.get("setbloomscale") ?? 1),
  };
}
