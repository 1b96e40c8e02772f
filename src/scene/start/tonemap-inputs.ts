/**
 * What a map tells its `env_tonemap_controller` when it starts: outputs of `logic_auto`. Names: Valve's
 * public entity documentation.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import { classOf } from "./entity-values.ts";

const STARTS: ReadonlySet<string> = new Set([
  "onmapspawn",
  "onnewgame",
  "onmultinewmap",
  "onmultinewround",
]);

/** What goes back to the engine's own, by the input that says so. */
const DEFAULTED: ReadonlyMap<string, readonly string[]> = new Map([
  ["usedefaultautoexposure", ["setautoexposuremin", "setautoexposuremax"]],
  ["usedefaultbloomscale", ["setbloomscale"]],
]);

/** An output is "target,input,parameter,delay,times", with 0x1b for commas in later games. */
function parseOutput(value: string): { input: string; parameter: number } {
  const [, input = "", parameter = ""] = value.split(value.includes("\x1b") ? "\x1b" : ",");
  return { input: input.trim().toLowerCase(), parameter: Number.parseFloat(parameter) };
}

/** The last number that each input was given, by its name in lower case; none is below 0. */
export function readTonemapInputs(entities: readonly Entity[]): ReadonlyMap<string, number> {
  const inputs = new Map<string, number>();
  for (const entity of entities) {
    if (classOf(entity) !== "logic_auto") continue;
    for (const [key, value] of entity.pairs) {
      if (!STARTS.has(key.toLowerCase())) continue;
      const { input, parameter } = parseOutput(value);
      for (const name of DEFAULTED.get(input) ?? []) inputs.delete(name);
      if (parameter >= 0) inputs.set(input, parameter);
    }
  }
  return inputs;
}
