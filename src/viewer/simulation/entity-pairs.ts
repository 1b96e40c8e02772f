/** Reads keys of the viewer's entities as the parsers of maps do. */

import type { Entity } from "../../formats/bsp/types.ts";
import type { MapEntity } from "../viewer-types.ts";

class EntityPairs implements Entity {
  readonly pairs: MapEntity;

  constructor(pairs: MapEntity) {
    this.pairs = pairs;
  }

  get(key: string): string | undefined {
    const wanted = key.toLowerCase();
    return this.pairs.find(([name]) => name.toLowerCase() === wanted)?.[1];
  }
}

export const toEntities = (entities: readonly MapEntity[]): Entity[] =>
  entities.map((pairs) => new EntityPairs(pairs));
