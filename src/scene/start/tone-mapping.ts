/**
 * How the engine exposes a map that is lit for HDR, and how much it blooms: its own defaults (`mat_*`
 * variables of Source SDK 2013, `viewpostprocess.cpp`), but for what the map sets when it starts.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import type { LightSideName, ToneMapping } from "../../map/types.ts";
import { readTonemapInputs } from "./exposure.ts";

/** Whatever a map says: an exposure that still shows something, and numbers that a half can hold. */
const LEAST_EXPOSURE = 1e-3;
const MOST_EXPOSURE = 100;
const MOST_BLOOM = 100;

/** null for a map lit for LDR, or not at all: the engine shows such light as it is. */
export function findToneMapping(
  side: LightSideName | null,
  entities: readonly Entity[],
): ToneMapping | null {
  if (side !== "hdr") return null;
  const inputs = readTonemapInputs(entities);
  /** The engine takes 0 for "not set". */
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
