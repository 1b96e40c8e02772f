/** What a map tells its `env_tonemap_controller` when it starts. Names: Valve's public entity documentation. */

import type { Entity } from "../../formats/bsp/types.ts";
import { listStartOutputs } from "./start-outputs.ts";

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
