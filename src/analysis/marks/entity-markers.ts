/** Icons for the entities that have a place. */

import type { Entity } from "../../formats/bsp/types.ts";
import { MARKER_ICONS, type MarkerSet } from "../../map/mark-set.ts";
import { modelOf, parseVector } from "../../scene/brushes/brush-models.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import type { MarkMap } from "./mark-map.ts";

type Icon = (typeof MARKER_ICONS)[number];

/** Icons and colors by class. The first matching pattern counts. */
const ICONS: readonly (readonly [pattern: RegExp, icon: Icon, color: number])[] = [
  [/^light/, "light", 0xffe080],
  [
    /^info_(player|spawn|survivor|deathmatch|team|zombie|infected)|spawnpoint|^info_.*_spawn/,
    "start",
    0x60e060,
  ],
  [/^(logic|math|filter|game|team_control|point_template|multi_manager|vote)/, "logic", 0xc090ff],
  [/^(path_|keyframe_|move_rope|func_track|info_target|info_landmark|phys_)/, "path", 0xffb040],
  [/^(ambient_|env_soundscape|snd_|env_microphone)/, "sound", 0x60c0ff],
  [
    /^(prop_|npc_|weapon_|item_|generic_actor|monster_|cycler|simple_physics|hammer_)/,
    "prop",
    0x90d0d0,
  ],
  [
    /^(env_|info_particle|point_spotlight|func_dust|sky_|shadow_|water_|color_|postprocess)/,
    "effect",
    0xff90b0,
  ],
];

export const iconOf = (className: string): [icon: Icon, color: number] => {
  const found = ICONS.find(([pattern]) => pattern.test(className));
  return found === undefined ? ["other", 0xd0d0d0] : [found[1], found[2]];
};

/**
 * Returns the place of an entity: its `origin`, or the middle of its model; `null` if it has none,
 * like the world.
 */
export function placeOf({ world }: MarkMap, entity: Entity): [number, number, number] | null {
  const model = modelOf(world, entity);
  const origin = entity.get("origin");
  if (model === 0) return origin === undefined ? null : parseVector(origin);
  const [x, y, z] = parseVector(origin);
  const { mins, maxs } = world.models;
  const middle = (axis: number) => (mins[model * 3 + axis] + maxs[model * 3 + axis]) / 2;
  return [x + middle(0), y + middle(1), z + middle(2)];
}

export function buildMarkers(map: MarkMap): MarkerSet {
  const { world, tree } = map;
  const found: {
    row: number;
    className: string;
    place: [number, number, number];
    cluster: number;
  }[] = [];
  for (const [row, entity] of world.entities.entries()) {
    const className = (entity.get("classname") ?? "").toLowerCase();
    if (className === "worldspawn") continue;
    const place = placeOf(map, entity);
    if (place === null) continue;
    found.push({
      row,
      className,
      place,
      cluster: tree.leafCluster[findLeaf(tree, ...place)] ?? -1,
    });
  }
  // Sorted by cluster, because invisible markers are skipped in runs.
  found.sort((a, b) => a.cluster - b.cluster || a.row - b.row);
  const looks = found.map(({ className }) => iconOf(className));
  return {
    count: found.length,
    origin: Float32Array.from(found.flatMap(({ place }) => place)),
    color: Uint32Array.from(looks, ([, color]) => color),
    icon: Uint8Array.from(looks, ([icon]) => MARKER_ICONS.indexOf(icon)),
    entity: Uint32Array.from(found, ({ row }) => row),
    cluster: Int32Array.from(found, ({ cluster }) => cluster),
  };
}
