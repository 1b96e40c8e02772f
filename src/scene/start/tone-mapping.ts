/**
 * Finds how the engine exposes and blooms a map lit by HDR: its defaults (`mat_*` variables of
 * Source SDK 2013, `viewpostprocess.cpp`), and the map's inputs at its start.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import type { LightSideName, ToneMapping } from "../../map/types.ts";
import { readTonemapInputs } from "./exposure.ts";

/** Hard limits: exposures at which something is visible, and numbers that fit a half float. */
const LEAST_EXPOSURE = 1e-3;
const MOST_EXPOSURE = 100;
const MOST_BLOOM = 100;

/** Returns `null` for a map lit by LDR, or unlit, which the engine does not expose. */
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
