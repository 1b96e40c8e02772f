/**
 * One exposure for a map lit for HDR: from what its first picture shows, so that it is neither dark nor
 * burnt out. The engine changes its own from frame to frame, within the limits read here too.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import type { CameraPose, LightSideName } from "../../map/types.ts";
import { listStartOutputs } from "./start-outputs.ts";
import { forEachPixel, type ViewRays } from "./view-score.ts";

// What a map tells its `env_tonemap_controller` when it starts. Names: Valve's public entity documentation.

/** What goes back to the engine's own, by the input that says so. */
const DEFAULTED: ReadonlyMap<string, readonly string[]> = new Map([
  ["usedefaultautoexposure", ["setautoexposuremin", "setautoexposuremax"]],
  ["usedefaultbloomscale", ["setbloomscale"]],
]);

/** The last number that each input was given, by its name in lower case; none is below 0. */
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

// Between what a map lets its fixed exposure be: what it tells its `env_tonemap_controller`.

export interface ExposureLimits {
  readonly min: number;
  readonly max: number;
}

/** Where the map says nothing: a stop more either way than the engine's own 0.5 to 2, which never rests. */
export const DEFAULT_EXPOSURE_LIMITS: ExposureLimits = { min: 0.25, max: 4 };

/** What a fixed exposure is kept to whatever the map says. */
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
 * Log-average luminances, linear, between which a picture is left as it is: the mapper lit it to be seen
 * so. 0.18 is mid-grey.
 */
const DARKEST = 0.05;
const BRIGHTEST = 0.4;
/** Of the picture's brightest, this share may be lifted over white. */
const BURNT_SHARE = 0.05;
/** Black counts as this, linear: one unlit corner is not the picture. */
const BLACK = 0.002;

const COLUMNS = 24;
const ROWS = 14;

/**
 * Luminances (linear) of the surfaces that a picture shows at exposure 1; the sky, whose picture is not
 * read yet, is left out. Casts 336 rays.
 */
export function measureLuminance({ rays, lightOf }: ViewRays, pose: CameraPose): Float64Array {
  const values = new Float64Array(COLUMNS * ROWS);
  let count = 0;
  forEachPixel(pose, COLUMNS, ROWS, (dx, dy, dz) => {
    if (rays.cast(pose.x, pose.y, pose.z, dx, dy, dz)) values[count++] = lightOf(rays.hit);
  });
  return values.subarray(0, count);
}

/** The exposure for a picture of these luminances, within limits; 1 where there are none. */
export function exposureOf(luminances: Float64Array, { min, max }: ExposureLimits): number {
  if (luminances.length === 0) return 1;
  let sum = 0;
  for (const value of luminances) sum += Math.log(Math.max(BLACK, value));
  const average = Math.exp(sum / luminances.length);
  const sorted = luminances.slice().sort();
  const bright = sorted[Math.floor((sorted.length - 1) * (1 - BURNT_SHARE))];
  let exposure = 1;
  if (average > BRIGHTEST) exposure = BRIGHTEST / average;
  // A dark picture's lamps and windows are kept from burning out.
  if (average < DARKEST) exposure = Math.max(1, Math.min(DARKEST / average, 1 / bright));
  return Math.min(max, Math.max(min, exposure));
}

/** 1 for a map lit for LDR, or not at all: such light is made to be shown as it is. */
export function findExposure(
  view: ViewRays,
  pose: CameraPose,
  side: LightSideName | null,
  entities: readonly Entity[],
): number {
  if (side !== "hdr") return 1;
  return exposureOf(measureLuminance(view, pose), findExposureLimits(entities));
}
