import type { VmfEntity } from "../../../formats/vmf/types.ts";

/** Lists the ids of sides with overlays. Their faces are not merged with others. */
export function listOverlaidSides(entities: readonly VmfEntity[]): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const entity of entities) {
    if (!entity.get("classname")?.startsWith("info_overlay")) continue;
    for (const id of (entity.get("sides") ?? "").split(/\s+/)) if (id !== "") ids.add(Number(id));
  }
  return ids;
}
