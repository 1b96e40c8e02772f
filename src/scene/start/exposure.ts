/**
 * One exposure for a map lit for HDR: from what its first picture shows, so that it is neither dark nor
 * burnt out. The engine changes its own from frame to frame, within the limits read here too.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import type { CameraPose, LightSideName } from "../../map/types.ts";
import { type ExposureLimits, findExposureLimits } from "./exposure-limits.ts";
import { forEachPixel, type ViewRays } from "./view-score.ts";

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
