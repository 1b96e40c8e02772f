/** What the start reads of an entity: its class, its place, where it looks. */

import type { Entity } from "../../formats/bsp/types.ts";
import { parseCoordinate, parseVector } from "../brushes/brush-models.ts";

export function classOf(entity: Entity): string {
  return (entity.get("classname") ?? "").toLowerCase();
}

/** Inches; null where the entity has no place of its own. */
export function originOf(entity: Entity): [number, number, number] | null {
  const origin = entity.get("origin");
  return origin === undefined ? null : parseVector(origin);
}

/** Degrees; pitch is positive downwards. The old key "angle" is a yaw alone. */
export function anglesOf(entity: Entity): { readonly pitch: number; readonly yaw: number } {
  const angles = entity.get("angles");
  if (angles === undefined) return { pitch: 0, yaw: parseCoordinate(entity.get("angle")) };
  const [pitch, yaw] = parseVector(angles);
  return { pitch, yaw };
}
