/** Where the camera starts: where a player would. */

import type { Bsp } from "../formats/bsp/types.ts";
import type { CameraPose, LeafTree } from "../map/types.ts";
import { parseVector } from "./brush-models.ts";

/** Eye height of a standing player, inches. */
const EYE_HEIGHT = 64;

/** Spawn entities of the Source games, the most telling first. */
const SPAWN_CLASSES = [
  "info_player_start",
  "info_player_teamspawn",
  "info_player_counterterrorist",
  "info_player_terrorist",
  "info_player_deathmatch",
  "info_player_combine",
  "info_player_rebel",
  "info_coop_spawn",
  "info_survivor_position",
];

/** The middle of the largest leaf that a player can be in. */
function findRoomiestPlace(tree: LeafTree): CameraPose | null {
  let best: CameraPose | null = null;
  let bestVolume = 0;
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    if (tree.leafCluster[leaf] < 0) continue;
    const b = tree.leafBox.subarray(leaf * 6, leaf * 6 + 6);
    const volume = (b[3] - b[0]) * (b[4] - b[1]) * (b[5] - b[2]);
    if (volume <= bestVolume) continue;
    bestVolume = volume;
    best = {
      x: (b[0] + b[3]) / 2,
      y: (b[1] + b[4]) / 2,
      z: (b[2] + b[5]) / 2,
      pitch: 0,
      yaw: 0,
    };
  }
  return best;
}

export function findStartPose(bsp: Bsp, tree: LeafTree, bounds: Float32Array): CameraPose {
  const rank = (className: string) => {
    const known = SPAWN_CLASSES.indexOf(className);
    if (known >= 0) return known;
    return className.startsWith("info_player_") ? SPAWN_CLASSES.length : Number.POSITIVE_INFINITY;
  };
  let bestRank = Number.POSITIVE_INFINITY;
  let best: CameraPose | null = null;
  for (const entity of bsp.entities) {
    const entityRank = rank((entity.get("classname") ?? "").toLowerCase());
    if (entityRank >= bestRank || entity.get("origin") === undefined) continue;
    bestRank = entityRank;
    const [x, y, z] = parseVector(entity.get("origin"));
    const [pitch, yaw] = parseVector(entity.get("angles"));
    best = { x, y, z: z + EYE_HEIGHT, pitch, yaw };
  }
  return (
    best ??
    findRoomiestPlace(tree) ?? {
      x: (bounds[0] + bounds[3]) / 2,
      y: (bounds[1] + bounds[4]) / 2,
      z: (bounds[2] + bounds[5]) / 2,
      pitch: 0,
      yaw: 0,
    }
  );
}
