/** Selects and edits the VMF's entities for LUMP_ENTITIES. */

import type { Entity } from "../../../formats/bsp/types.ts";
import type { VmfEntity } from "../../../formats/vmf/types.ts";
import { classOf } from "../brushes/read-map.ts";
import type { Bounds } from "../brushes/world-bounds.ts";
import { isCompiledAway } from "../parts/index.ts";

type Pair = readonly [key: string, value: string];

/** Entities that are only for the compiler, besides those of `isCompiledAway`. */
const DROPPED = new Set([
  "func_detail",
  "func_viscluster",
  "func_instance_parms",
  "info_no_dynamic_shadow",
]);

/** Keys that compiling sets on entities. */
export type EntityChanges = ReadonlyMap<VmfEntity, Readonly<Record<string, string>>>;

/** Lists the world first, with its box, then the others in their order. */
export function listEntities(
  world: VmfEntity,
  entities: readonly VmfEntity[],
  revision: number,
  bounds: Bounds,
  changes: EntityChanges,
): Pick<Entity, "pairs">[] {
  const corner = (point: Float64Array) => Array.from(point, Math.trunc).join(" ");
  const worldPairs = replacePairs(world, {
    world_maxs: corner(bounds.maxs),
    world_mins: corner(bounds.mins),
    mapversion: String(revision),
  });
  const list = [{ pairs: worldPairs }];
  for (const entity of entities) {
    if (DROPPED.has(classOf(entity)) || isCompiledAway(entity)) continue;
    const own = replacePairs(entity, changes.get(entity) ?? {});
    list.push({ pairs: [...own, ...entity.connections] });
  }
  return list;
}

/**
 * Returns an entity's pairs with some values replaced in place. New keys come first. The editor's
 * number becomes `hammerid`, and comes last.
 */
function replacePairs(entity: VmfEntity, values: Readonly<Record<string, string>>): Pair[] {
  const missing = new Map(Object.entries(values));
  const kept: Pair[] = [];
  for (const [key, value] of entity.pairs) {
    const name = key.toLowerCase();
    if (name === "id") continue;
    kept.push([key, missing.get(name) ?? value]);
    missing.delete(name);
  }
  const id: Pair[] = entity.id > 0 ? [["hammerid", String(entity.id)]] : [];
  return [...missing, ...kept, ...id];
}
