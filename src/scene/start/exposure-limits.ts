/**
 * Between what a map lets the engine's exposure move: inputs that `env_tonemap_controller` is sent when
 * the map starts. Names and defaults: Valve's public entity documentation.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import { classOf } from "./entity-values.ts";

export interface ExposureLimits {
  readonly min: number;
  readonly max: number;
}

/** Where the map says nothing: a stop more either way than the engine's own 0.5 to 2, which never rests. */
export const DEFAULT_EXPOSURE_LIMITS: ExposureLimits = { min: 0.25, max: 4 };

/** What a fixed exposure is kept to whatever the map says. */
const LEAST = 1 / 8;
const MOST = 8;

const STARTS: ReadonlySet<string> = new Set([
  "onmapspawn",
  "onnewgame",
  "onmultinewmap",
  "onmultinewround",
]);

/** An output is "target,input,parameter,delay,times", with 0x1b for commas in later games. */
function parseOutput(value: string): { input: string; parameter: number } {
  const [, input = "", parameter = ""] = value.split(value.includes("\x1b") ? "\x1b" : ",");
  return { input: input.trim().toLowerCase(), parameter: Number.parseFloat(parameter) };
}

export function findExposureLimits(entities: readonly Entity[]): ExposureLimits {
  let { min, max } = DEFAULT_EXPOSURE_LIMITS;
  for (const entity of entities) {
    if (classOf(entity) !== "logic_auto") continue;
    for (const [key, value] of entity.pairs) {
      if (!STARTS.has(key.toLowerCase())) continue;
      const { input, parameter } = parseOutput(value);
      if (!(parameter > 0)) continue;
      if (input === "setautoexposuremin") min = parameter;
      if (input === "setautoexposuremax") max = parameter;
    }
  }
  max = Math.min(MOST, Math.max(LEAST, max));
  return { min: Math.min(max, Math.max(LEAST, min)), max };
}
