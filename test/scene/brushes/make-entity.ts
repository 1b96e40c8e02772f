import type { Entity } from "../../../src/formats/bsp/types.ts";

/** An entity of these keys, as the map's reader gives them. */
export function makeEntity(keys: Readonly<Record<string, string>>): Entity {
  const pairs = Object.entries(keys);
  return {
    pairs,
    get: (key) => pairs.find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1],
  };
}
