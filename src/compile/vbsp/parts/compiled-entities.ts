import { classOf, type EntityKeys } from "./entity-values.ts";

/** Classes that become tables of the map and are no entities in the game. */
const COMPILED_AWAY = new Set([
  "prop_static",
  "static_prop",
  "info_lighting",
  "detail_prop",
  "prop_detail",
  "prop_detail_sprite",
  "env_cubemap",
  "info_overlay_transition",
]);

/**
 * Whether an entity is left out of LUMP_ENTITIES. Of overlays those with a name stay, as
 * `info_overlay_accessor`: see `buildOverlays`.
 */
export function isCompiledAway(entity: EntityKeys): boolean {
  const name = classOf(entity);
  return COMPILED_AWAY.has(name) || (name === "info_overlay" && !entity.get("targetname"));
}
