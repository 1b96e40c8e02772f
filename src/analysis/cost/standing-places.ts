/**
 * Finds places where players could stand: floors under a grid of columns, with room for a body and
 * outside of clips, whether or not a player can get there.
 */

import { CONTENTS_PLAYERCLIP, CONTENTS_SOLID } from "../../formats/bsp/layouts/contents-flags.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { MapCollision } from "../../map/collision.ts";
import { EYE_HEIGHT } from "../../map/hulls.ts";
import type { LeafTree, Pvs } from "../../map/tree.ts";
import { type ModelPlacement, placeBrushModels } from "../../scene/brushes/brush-models.ts";
import { buildCollision } from "../../scene/collision/collision.ts";
import { findSkyCamera } from "../../scene/sky/sky-camera.ts";
import { listPlaces, PLACE_SPAWN } from "../../scene/start/place-classes.ts";
import { findPlayableLeafs } from "../../scene/start/playable-leafs.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { createTrace, type Trace } from "../../visibility/trace.ts";
import { createBreath } from "../breath.ts";

// Geometry for standing and walking: floors, walls and playable space.

export interface StandingMap {
  readonly bsp: BspWorld;
  readonly brushes: Brushes;
  readonly tree: LeafTree;
  /** Surfaces to stand on: glass and brush entities, too, but no doors. */
  readonly solid: MapCollision;
  /** 1 for leafs a player may be in: not solid, outside, or in the miniature of the sky. */
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

/**
 * Solid brush entities that stay in place. Excludes doors, which open, and breakables, which
 * disappear.
 */
const FLOORS = /^func_(brush|wall|lod|plat|train|tracktrain|conveyor)/;

function listFloors(bsp: BspWorld): ModelPlacement[] {
  return placeBrushModels(bsp).filter(({ model, entity }) => {
    const { [entity]: placed } = bsp.entities;
    const isSolid = placed?.get("solidity")?.trim() !== "1";
    return model === 0 || (isSolid && FLOORS.test(placed?.get("classname")?.toLowerCase() ?? ""));
  });
}

// Budget of the search: ray tests, and tests of leafs.

/**
 * Default limit of the tests for finding floors, and for walking on them. Real maps take up to 10
 * million.
 */
export const MOST_TESTS = 2 ** 27;

export class Work {
  readonly #trace: Pick<Trace, "tests">;
  readonly #most: number;
  #beside = 0;

  /** @param most nodes, brushes, sides and triangles in total */
  constructor(trace: Pick<Trace, "tests">, most: number) {
    this.#trace = trace;
    this.#most = most;
  }

  /** Counts tests done without a ray. */
  add(tests: number): void {
    this.#beside += tests;
  }

  get tests(): number {
    return this.#trace.tests + this.#beside;
  }

  get isOver(): boolean {
    return this.tests > this.#most;
  }
}

// Test whether a point is in a brush, including detail brushes, which the solid leafs do not show.

/** Map whose brushes are tested, and the budget for it. */
export interface BrushSearch {
  readonly map: Pick<StandingMap, "bsp" | "brushes">;
  readonly work: Work;
}

/** Whether a brush that stops players contains a point; false if the budget is spent first. */
export function isInBrush(
  { map, work }: BrushSearch,
  leaf: number,
  x: number,
  y: number,
  z: number,
): boolean {
  const { bsp, brushes } = map;
  const { planes, leafs } = bsp;
  if (brushes.leafBrushes.length === 0) return false;
  const first = leafs.firstLeafBrush[leaf];
  for (let i = first; i < first + leafs.leafBrushCount[leaf] && !work.isOver; i++) {
    const brush = brushes.leafBrushes[i];
    work.add(1);
    if ((brushes.contents[brush] & (CONTENTS_SOLID | CONTENTS_PLAYERCLIP)) === 0) continue;
    let isInside = brushes.sideCount[brush] > 0;
    let k = 0;
    for (; isInside && k < brushes.sideCount[brush]; k++) {
      const p = brushes.sidePlane[brushes.firstSide[brush] + k];
      const { normal, dist } = planes;
      const height = normal[p * 3] * x + normal[p * 3 + 1] * y + normal[p * 3 + 2] * z - dist[p];
      isInside = height < 0;
    }
    work.add(k);
    if (isInside) return true;
  }
  return false;
}

/** Smallest step of the grid in inches, and the most steps along the map's longer edge. */
const LEAST_STEP = 32;
const MOST_STEPS = 256;
/** Most floors under one column. Towers have some dozens. */
const MOST_FLOORS = 48;
/** Heights of the engine's players: standing, and the eyes of crouched ones, in inches. */
const BODY_HEIGHT = 72;
const CROUCHED_EYE = 28;
const CROUCHED_HEIGHT = 36;
/** Smallest z of the normal of a floor (`sv_standable_normal`). Players slide down steeper ones. */
const STANDABLE_NORMAL = 0.7;
/** Points tried in each leaf of a cluster that no column of the grid met. */
const TRIES_A_LEAF = 6;

export interface StandingPlaces {
  /** Inches between columns. The first column's middle is half a step from the corner. */
  readonly step: number;
  readonly minX: number;
  readonly minY: number;
  readonly columns: number;
  readonly rows: number;
  readonly count: number;
  /** Eye positions, 3 numbers a place. */
  readonly eye: Float32Array;
  /** Height of the floor. */
  readonly floor: Float32Array;
  readonly cluster: Int32Array;
  /** Row * columns + column; -1 for places found outside the grid. */
  readonly cell: Int32Array;
  /** False if the search ran out of tests, so that floors are missing. */
  readonly isWhole: boolean;
}

/**
 * Rejects with CancelledError.
 * @param mostTests limit of all tests, against maps built to be slow
 */
export async function findStandingPlaces(
  map: StandingMap,
  progress: (done: number) => void = () => {},
  signal?: AbortSignal,
  mostTests = MOST_TESTS,
): Promise<StandingPlaces> {
  const breath = createBreath(signal);
  const box = boundsOf(map);
  const width = Math.max(box[3] - box[0], 0);
  const depth = Math.max(box[4] - box[1], 0);
  const step = Math.max(LEAST_STEP, Math.ceil(Math.max(width, depth) / MOST_STEPS));
  const columns = Math.ceil(width / step);
  const rows = Math.ceil(depth / step);
  const eye: number[] = [];
  const floor: number[] = [];
  const cluster: number[] = [];
  const cell: number[] = [];
  const isMet = new Uint8Array(map.tree.leafCount);
  const trace = createTrace(map.tree, map.solid, true);
  const search: Search = { map, trace, work: new Work(trace, mostTests) };
  const add = (place: readonly number[], leaf: number, at: number): void => {
    eye.push(place[0], place[1], place[2]);
    floor.push(place[3]);
    cluster.push(map.tree.leafCluster[leaf]);
    cell.push(at);
    isMet[leaf] = 1;
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns && !search.work.isOver; column++) {
      const x = box[0] + (column + 0.5) * step;
      const y = box[1] + (row + 0.5) * step;
      standOn(search, box, x, y, (place, leaf) => add(place, leaf, row * columns + column));
    }
    progress(row / rows);
    await breath();
  }
  const metClusters = new Set(cluster);
  for (let leaf = 0; leaf < map.tree.leafCount; leaf++) {
    const own = map.tree.leafCluster[leaf];
    if (map.isPlayable[leaf] === 0 || own < 0 || metClusters.has(own)) continue;
    if (search.work.isOver) break;
    tryLeaf(search, leaf, (place, found) => {
      if (map.tree.leafCluster[found] === own) add(place, found, -1);
    });
  }
  return {
    ...{ step, minX: box[0], minY: box[1], columns, rows },
    count: cluster.length,
    eye: Float32Array.from(eye),
    floor: Float32Array.from(floor),
    cluster: Int32Array.from(cluster),
    cell: Int32Array.from(cell),
    isWhole: !search.work.isOver,
  };
}

/** Receives a place, as the eye and the height of its floor. */
type Found = (place: readonly number[], leaf: number) => void;

interface Search extends BrushSearch {
  readonly map: StandingMap;
  readonly trace: Trace;
}

/** Finds all floors in a column of the box, from the top down. */
function standOn(search: Search, box: readonly number[], x: number, y: number, found: Found): void {
  const { trace, work } = search;
  const bottom = box[2];
  let z = box[5] + 1;
  for (let floor = 0; floor < MOST_FLOORS && z > bottom && !work.isOver; floor++) {
    if (!trace.cast(x, y, z, 0, 0, -1, z - bottom + 1)) return;
    const height = z - trace.hit.distance;
    if (trace.hit.normalZ >= STANDABLE_NORMAL) tryFloor(search, x, y, height, found);
    z = Math.min(height, z) - 1;
  }
}

function tryFloor(search: Search, x: number, y: number, height: number, found: Found): void {
  const { map, trace } = search;
  const { tree, isPlayable } = map;
  for (const [eye, body] of [
    [EYE_HEIGHT, BODY_HEIGHT],
    [CROUCHED_EYE, CROUCHED_HEIGHT],
  ]) {
    const leaf = findLeaf(tree, x, y, height + eye);
    if (isPlayable[leaf] === 0 || tree.leafCluster[leaf] < 0) continue;
    if (isInBrush(search, leaf, x, y, height + eye)) continue;
    // Brush entities block the head, too.
    if (trace.cast(x, y, height + 1, 0, 0, 1, body - 1)) continue;
    found([x, y, height + eye, height], leaf);
    return;
  }
}

/** Tries a few columns within a leaf's own box. */
function tryLeaf(search: Search, leaf: number, found: Found): void {
  const { map, trace, work } = search;
  const box = map.tree.leafBox.subarray(leaf * 6, leaf * 6 + 6);
  let isFound = false;
  for (let i = 0; i < TRIES_A_LEAF && !isFound && !work.isOver; i++) {
    const x = box[0] + (box[3] - box[0]) * ((0.5 + i * 0.7549) % 1);
    const y = box[1] + (box[4] - box[1]) * ((0.5 + i * 0.5698) % 1);
    const bottom = box[2] - BODY_HEIGHT;
    if (!trace.cast(x, y, box[5], 0, 0, -1, box[5] - bottom)) continue;
    if (trace.hit.normalZ < STANDABLE_NORMAL) continue;
    tryFloor(search, x, y, box[5] - trace.hit.distance, (place, at) => {
      isFound = true;
      found(place, at);
    });
  }
}

/** Returns the bounds of the leafs a player may be in. */
function boundsOf({ tree, isPlayable }: StandingMap): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    if (isPlayable[leaf] === 0 || tree.leafCluster[leaf] < 0) continue;
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], tree.leafBox[leaf * 6 + axis]);
      box[3 + axis] = Math.max(box[3 + axis], tree.leafBox[leaf * 6 + 3 + axis]);
    }
  }
  return box;
}
