/** Outputs as the entity lump has them: `"OnTrigger" "door,Open,,1.5,-1"`. */

import type { Entity } from "../../formats/bsp/types.ts";

export interface EntityOutput {
  readonly output: string;
  readonly target: string;
  readonly input: string;
  readonly parameter: string;
  /** Seconds. */
  readonly delay: number;
  /** How often it fires; -1: always. */
  readonly times: number;
}

/** Games since Alien Swarm part them by this, as parameters may have commas. */
const ESCAPE = "\x1b";

/** null: the value is no output. Its parts are those of `CEventAction` (public source, cbase.cpp). */
export function parseOutput(key: string, value: string): EntityOutput | null {
  const parts = value.split(value.includes(ESCAPE) ? ESCAPE : ",");
  if (parts.length < 5) return null;
  const times = Number(parts.at(-1));
  const delay = Number(parts.at(-2));
  const [target, input] = parts;
  if (target.trim() === "" || input.trim() === "") return null;
  if (!Number.isInteger(times) || !Number.isFinite(delay) || delay < 0) return null;
  const parameter = parts.slice(2, -2).join(",");
  return { output: key, target, input, parameter, delay, times };
}

export function listOutputs(entity: Entity): EntityOutput[] {
  return entity.pairs.flatMap(([key, value]) => parseOutput(key, value) ?? []);
}
