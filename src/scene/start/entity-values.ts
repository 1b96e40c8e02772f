/** Reads class, origin and angles of entities for the search of the start. */

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
