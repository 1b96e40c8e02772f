/** Between what a map lets its fixed exposure be: what it tells its `env_tonemap_controller`. */

import type { Entity } from "../../formats/bsp/types.ts";
import { readTonemapInputs } from "./tonemap-inputs.ts";

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
