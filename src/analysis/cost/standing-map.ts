/** A map as who stands and walks in it knows it: its floors, its walls, and where nobody comes. */

import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { MapCollision } from "../../map/collision.ts";
import type { LeafTree, Pvs } from "../../map/tree.ts";
import { type ModelPlacement, placeBrushModels } from "../../scene/brushes/brush-models.ts";
import { buildCollision } from "../../scene/collision/collision.ts";
import { findSkyCamera } from "../../scene/sky/sky-camera.ts";
import { PLACE_SPAWN } from "../../scene/start/place-classes.ts";
import { listPlaces } from "../../scene/start/places.ts";
import { findPlayableLeafs } from "../../scene/start/playable-leafs.ts";

export interface StandingMap {
  readonly bsp: BspWorld;
  readonly brushes: Brushes;
  readonly tree: LeafTree;
  /** What can be stood on: glass and brush entities, too, but no doors. */
  readonly solid: MapCollision;
  /** By leaf, 1: a visitor may be there; not in solid, not outside, not in the miniature of the sky. */
  readonly isPlayable: Uint8Array;
}

export function buildStandingMap(
  bsp: BspWorld,
  brushes: Brushes,
  tree: LeafTree,
  pvs: Pvs | null,
): StandingMap {
  const players = listPlaces(bsp)[PLACE_SPAWN].map(({ pose }) => pose);
  const leafs = findPlayableLeafs(bsp, tree, pvs, findSkyCamera(bsp), players);
  return {
    bsp,
    brushes,
    tree,
    solid: buildCollision(bsp, brushes, listFloors(bsp)),
    isPlayable: Uint8Array.from({ length: tree.leafCount }, (_, leaf) =>
      leafs.isPlayable(leaf) ? 1 : 0,
    ),
  };
}

/** Brush entities that stay where they are, and are solid: doors open, and what breaks is gone one day. */
const FLOORS = /^func_(brush|wall|lod|plat|train|tracktrain|conveyor)/;

function listFloors(bsp: BspWorld): ModelPlacement[] {
  return placeBrushModels(bsp).filter(({ model, entity }) => {
    const { [entity]: placed } = bsp.entities;
    const isSolid = placed?.get("solidity")?.trim() !== "1";
    return model === 0 || (isSolid && FLOORS.test(placed?.get("classname")?.toLowerCase() ?? ""));
  });
}
