/**
 * Reads inputs that a map sends to entities at its start: outputs of `logic_auto`. Names: Valve's
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

export interface StartOutput {
  readonly target: string;
  /** Lower case. */
  readonly input: string;
  readonly parameter: string;
  /** Seconds; 0 if omitted. */
  readonly delay: number;
}

/**
 * Lists outputs in map order. An output is "target,input,parameter,delay,times"; later games use
 * 0x1b instead of commas.
 */
export function listStartOutputs(entities: readonly Entity[]): StartOutput[] {
  const outputs: StartOutput[] = [];
  for (const entity of entities) {
    if (classOf(entity) !== "logic_auto") continue;
    for (const [key, value] of entity.pairs) {
      if (!STARTS.has(key.toLowerCase())) continue;
      const comma = value.includes("\x1b") ? "\x1b" : ",";
      const [target, input = "", parameter = "", delay = ""] = value.split(comma);
      outputs.push({
        target: target.trim(),
        input: input.trim().toLowerCase(),
        parameter,
        delay: Number.parseFloat(delay) || 0,
      });
    }
  }
  return outputs;
}
