/** Reads class, origin and angles of entities, and the inputs that they are sent at the start. */

import { type EntityOutput, readOutput } from "../../formats/bsp/read/parse-output.ts";
import type { Entity } from "../../formats/bsp/types.ts";
import { parseCoordinate, parseVector } from "../brushes/brush-models.ts";

export function classOf(entity: Entity): string {
  return (entity.get("classname") ?? "").toLowerCase();
}

/** Returns the origin in inches; `null` if the entity has none. */
export function originOf(entity: Entity): [number, number, number] | null {
  const origin = entity.get("origin");
  return origin === undefined ? null : parseVector(origin);
}

/** Returns angles in degrees; pitch is positive downwards. The old key "angle" is only a yaw. */
export function anglesOf(entity: Entity): { readonly pitch: number; readonly yaw: number } {
  const angles = entity.get("angles");
  if (angles === undefined) return { pitch: 0, yaw: parseCoordinate(entity.get("angle")) };
  const [pitch, yaw] = parseVector(angles);
  return { pitch, yaw };
}

/** Outputs of `logic_auto`: Valve's public entity documentation. */
const STARTS: ReadonlySet<string> = new Set([
  "onmapspawn",
  "onnewgame",
  "onmultinewmap",
  "onmultinewround",
]);

interface StartOutput extends EntityOutput {
  /** Lower case. */
  readonly input: string;
}

/** Lists outputs in map order. */
export function listStartOutputs(entities: readonly Entity[]): StartOutput[] {
  const outputs: StartOutput[] = [];
  for (const entity of entities) {
    if (classOf(entity) !== "logic_auto") continue;
    for (const [key, value] of entity.pairs) {
      if (!STARTS.has(key.toLowerCase())) continue;
      const output = readOutput(key, value);
      outputs.push({ ...output, input: output.input.toLowerCase() });
    }
  }
  return outputs;
}
