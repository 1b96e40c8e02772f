/**
 * Places to look from, a few of each kind however many a map has: spawns, cameras, teleport
 * destinations, items, lights, and the roomiest leaves.
 */

import type { BspWorld } from "../../formats/bsp/types.ts";
import type { CameraPose } from "../../map/types.ts";
import { anglesOf, classOf, originOf } from "./entity-values.ts";
import {
  isFacing,
  PLACE_CAMERA,
  PLACE_KINDS,
  PLACE_LIGHT,
  PLACE_SPAWN,
  placeKindOf,
  SPAWN_RANKS,
  spawnRankOf,
} from "./place-classes.ts";

export interface Place {
  readonly kind: number;
  /** Where the eye is if there is room for it, looking as the entity does. */
  readonly pose: CameraPose;
}

/** Eye height of a standing player, inches. */
export const EYE_HEIGHT = 64;
/** Below a lamp, inches. */
const BELOW_LIGHT = 64;

/** Most entities of a spawn's class, and of each other kind, that are looked at. */
const MOST_OF_CLASS = 4;
const MOST_OF_KIND: readonly number[] = [16, 6, 6, 6, 8];

/** Up to `most` of the rows, spread evenly: the first is always among them. */
function spread(rows: readonly number[], most: number): number[] {
  if (rows.length <= most) return [...rows];
  return Array.from({ length: most }, (_, i) => rows[Math.floor((i * rows.length) / most)]);
}

function placeOf(bsp: BspWorld, row: number, kind: number): Place {
  const entity = bsp.entities[row];
  const [x, y, z] = originOf(entity)!;
  if (kind === PLACE_CAMERA) return { kind, pose: { x, y, z, ...anglesOf(entity) } };
  if (kind === PLACE_LIGHT) return { kind, pose: { x, y, z: z - BELOW_LIGHT, pitch: 0, yaw: 0 } };
  const facing = isFacing(kind) ? anglesOf(entity) : { pitch: 0, yaw: 0 };
  return { kind, pose: { x, y, z: z + EYE_HEIGHT, ...facing } };
}

/** By kind, in the order in which they are wanted. */
export function listPlaces(bsp: BspWorld): Place[][] {
  const spawns: number[][] = Array.from({ length: SPAWN_RANKS }, () => []);
  const rows: number[][] = Array.from({ length: PLACE_KINDS - 1 }, () => []);
  for (const [row, entity] of bsp.entities.entries()) {
    const className = classOf(entity);
    const kind = placeKindOf(className);
    if (kind < 0 || originOf(entity) === null) continue;
    if (kind === PLACE_SPAWN) spawns[spawnRankOf(className)].push(row);
    else rows[kind].push(row);
  }
  rows[PLACE_SPAWN] = spawns.flatMap((ofClass) => spread(ofClass, MOST_OF_CLASS));
  return rows.map((ofKind, kind) => {
    const most = MOST_OF_KIND[kind];
    const chosen = kind === PLACE_SPAWN ? ofKind.slice(0, most) : spread(ofKind, most);
    return chosen.map((row) => placeOf(bsp, row, kind));
  });
}
