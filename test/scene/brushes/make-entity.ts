import type { Entity } from "../../../src/formats/bsp/types.ts";

/** Builds an entity from keys, in the map reader's form. */
export function makeEntity(keys: Readonly<Record<string, string>>): Entity {
  const pairs = Object.entries(keys);
  return {
    pairs,
    get: (key) => pairs.find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1],
  };
}
