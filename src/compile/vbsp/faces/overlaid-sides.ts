import type { VmfEntity } from "../../../formats/vmf/types.ts";

/** Ids of the sides that overlays lie on: their faces keep to themselves. */
export function listOverlaidSides(entities: readonly VmfEntity[]): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const entity of entities) {
    if (!entity.get("classname")?.startsWith("info_overlay")) continue;
    for (const id of (entity.get("sides") ?? "").split(/\s+/)) if (id !== "") ids.add(Number(id));
  }
  return ids;
}
