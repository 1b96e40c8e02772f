import type { Entity } from "../../formats/bsp/types.ts";

/** Returns the first entity of each name, ignoring case: `FindEntityByName`. */
export function firstByName(entities: readonly Entity[]): Map<string, Entity> {
  const byName = new Map<string, Entity>();
  for (const entity of entities) {
    const name = entity.get("targetname")?.toLowerCase();
    if (name && !byName.has(name)) byName.set(name, entity);
  }
  return byName;
}
