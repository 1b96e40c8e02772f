/** What of the VMF's entities goes into LUMP_ENTITIES. */

import type { Entity } from "../../formats/bsp/types.ts";
import type { VmfEntity } from "../../formats/vmf/types.ts";
import { isCompiledAway } from "./parts/index.ts";
import { classOf } from "./read-map.ts";

type Pair = readonly [key: string, value: string];

/** Entities that are only for the compiler, besides those of `isCompiledAway`. */
const DROPPED = new Set([
  "func_detail",
  "func_viscluster",
  "func_instance_parms",
  "info_no_dynamic_shadow",
]);

/** What compiling found out about an entity: keys to put in place of its own. */
export type EntityChanges = ReadonlyMap<VmfEntity, Readonly<Record<string, string>>>;

/** The world first, with its box, then the others in their order. */
export function listEntities(
  world: VmfEntity,
  entities: readonly VmfEntity[],
  revision: number,
  mins: ArrayLike<number>,
  maxs: ArrayLike<number>,
  changes: EntityChanges,
): Pick<Entity, "pairs">[] {
  const corner = (box: ArrayLike<number>) => `${box[0]} ${box[1]} ${box[2]}`;
  const worldPairs = replacePairs(world.pairs, {
    world_maxs: corner(maxs),
    world_mins: corner(mins),
    mapversion: String(revision),
  });
  const list = [{ pairs: worldPairs }];
  for (const entity of entities) {
    if (DROPPED.has(classOf(entity)) || isCompiledAway(entity)) continue;
    const own = replacePairs(entity.pairs, {
      ...changes.get(entity),
      ...(entity.id > 0 ? { hammerid: String(entity.id) } : {}),
    });
    list.push({ pairs: [...own, ...entity.connections] });
  }
  return list;
}

/** Pairs with some values changed in place; those of keys that were not there come first. */
function replacePairs(
  pairs: readonly Pair[],
  values: Readonly<Record<string, string | undefined>>,
): Pair[] {
  const missing = new Map(Object.entries(values));
  const kept = pairs.map(([key, value]): Pair => {
    const change = missing.get(key.toLowerCase());
    missing.delete(key.toLowerCase());
    return [key, change ?? value];
  });
  const added = [...missing].filter((pair): pair is [string, string] => pair[1] !== undefined);
  return [...added, ...kept];
}
