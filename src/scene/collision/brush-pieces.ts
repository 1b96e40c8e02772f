/** Builds convex pieces from the world's brushes and from placed brush entities. */

import {
  CONTENTS_LADDER,
  CONTENTS_PLAYERCLIP,
  MASK_PLAYERSOLID,
  MASK_WATER,
} from "../../formats/bsp/layouts/contents-flags.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import { SOLIDITY } from "../../map/hulls.ts";
import { writeTransformedBox } from "../../math/transformed-box.ts";
import { isHiddenClass, matrixOf, modelOf, SF_WALL_START_OFF } from "../brushes/brush-models.ts";
import { parseInteger } from "../brushes/render-properties.ts";
import { boxPlanes, type PieceList, placePlanes } from "./piece-list.ts";

// Solidity of brush entities for walkers. Source: `Spawn` of the server's classes in Valve's
// `source-sdk-2013` (bmodels.cpp, modelentities.cpp, doors.cpp, buttons.cpp, trains.cpp,
// func_movelinear.cpp, func_break.cpp).

/** Rules by which an entity's brushes stop walkers. */
interface BrushSolidity {
  /** One of `SOLIDITY`. */
  readonly solidity: number;
  /** Whether it is solid while nothing simulates the map. */
  readonly isSolid: boolean;
  readonly isWater: boolean;
}

/** Spawn flags that make a class passable. */
const PASSABLE_FLAG: ReadonlyMap<string, number> = new Map([
  ["func_rotating", 64],
  ["func_movelinear", 8],
  ["momentary_door", 8],
  ["func_tracktrain", 8],
  ["func_tanktrain", 8],
  ["func_train", 8],
  ["func_conveyor", 2],
  // `SF_DOOR_PASSABLE` and `SF_DOOR_NONSOLID_TO_PLAYER`.
  ["func_door", 8 | 4],
  ["func_door_rotating", 8 | 4],
  ["func_rot_button", 1],
  ["momentary_rot_button", 1],
]);

/** Without a simulation, doors count as open, so that a walker never gets stuck in front of one. */
const DOORS: ReadonlySet<string> = new Set(["func_door", "func_door_rotating"]);

const NEVER: ReadonlySet<string> = new Set([
  ...["func_illusionary", "func_respawnroomvisualizer", "func_lod"],
]);

/** `Solidity` of func_brush; other values make it solid while it is visible. */
const SOLIDITY_NEVER = 1;
const SOLIDITY_ALWAYS = 2;

function solidityOf(entity: Entity): BrushSolidity | null {
  const className = (entity.get("classname") ?? "").toLowerCase();
  const flags = parseInteger(entity.get("spawnflags"));
  const { always, shown, door } = SOLIDITY;
  if (className === "func_water" || className === "func_water_analog") {
    return { solidity: shown, isSolid: true, isWater: true };
  }
  if (NEVER.has(className) || isHiddenClass(className)) return null;
  if ((flags & (PASSABLE_FLAG.get(className) ?? 0)) !== 0) return null;
  if (DOORS.has(className)) return { solidity: door, isSolid: false, isWater: false };
  if (className === "func_wall_toggle") {
    return { solidity: shown, isSolid: (flags & SF_WALL_START_OFF) === 0, isWater: false };
  }
  const key = parseInteger(entity.get("solidity"));
  if (key === SOLIDITY_ALWAYS) return { solidity: always, isSolid: true, isWater: false };
  if (key === SOLIDITY_NEVER) return null;
  const isOff = parseInteger(entity.get("startdisabled")) !== 0;
  return { solidity: shown, isSolid: !isOff, isWater: false };
}

/** Contents that a walker collides with, swims in or climbs. */
const WANTED = MASK_PLAYERSOLID | MASK_WATER | CONTENTS_LADDER;

/** Limit for tree nodes visited over all models, because models may share nodes. */
const MOST_NODES = 2 ** 22;

export interface BrushCounts {
  brushes: number;
  playerClips: number;
  ladders: number;
  waters: number;
  passable: number;
}

export function addBrushPieces(bsp: BspWorld, brushes: Brushes, list: PieceList): BrushCounts {
  const counts = { brushes: 0, playerClips: 0, ladders: 0, waters: 0, passable: 0 };
  const brushesOf = listModelBrushes(bsp, brushes);
  const add = (piece: PlacedBrush) => {
    if (!addBrush(bsp, brushes, list, piece)) return;
    const { contents } = piece;
    counts.brushes++;
    if ((contents & CONTENTS_PLAYERCLIP) !== 0) counts.playerClips++;
    if ((contents & CONTENTS_LADDER) !== 0) counts.ladders++;
    if ((contents & MASK_WATER) !== 0) counts.waters++;
  };
  if (bsp.models.count > 0) {
    for (const brush of brushesOf(0)) {
      add({ brush, contents: brushes.contents[brush] & WANTED, model: 0, matrix: null, row: -1 });
    }
  }
  for (const [entity, source] of bsp.entities.entries()) {
    const model = modelOf(bsp, source);
    const how = model === 0 ? null : solidityOf(source);
    if (how === null) continue;
    const { solidity, isSolid, isWater } = how;
    if (solidity === SOLIDITY.door) counts.passable++;
    const matrix = matrixOf(source, source);
    const worldFromModel = matrix ?? IDENTITY;
    const row = list.addModel({ entity, worldFromModel, isSolid, solidity });
    const wanted = isWater ? MASK_WATER : WANTED;
    for (const brush of brushesOf(model)) {
      add({ brush, contents: brushes.contents[brush] & wanted, model, matrix, row });
    }
  }
  return counts;
}

const IDENTITY = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/** Returns the brushes in the leaves of each model, each brush once. */
function listModelBrushes({ models, nodes, leafs }: BspWorld, brushes: Brushes) {
  const known = new Map<number, readonly number[]>();
  const seenNode = new Int32Array(nodes.count).fill(-1);
  const seenBrush = new Int32Array(brushes.count).fill(-1);
  let left = MOST_NODES;
  return (model: number): readonly number[] => {
    const old = known.get(model);
    if (old !== undefined) return old;
    const found: number[] = [];
    const stack = [models.headNode[model]];
    while (stack.length > 0 && left > 0 && brushes.leafBrushes.length > 0) {
      const node = stack.pop() as number;
      left--;
      if (node >= 0) {
        if (seenNode[node] === model) continue;
        seenNode[node] = model;
        stack.push(nodes.children[node * 2], nodes.children[node * 2 + 1]);
        continue;
      }
      const leaf = -1 - node;
      const first = leafs.firstLeafBrush[leaf];
      for (let i = first; i < first + leafs.leafBrushCount[leaf]; i++) {
        const brush = brushes.leafBrushes[i];
        if (seenBrush[brush] === model) continue;
        seenBrush[brush] = model;
        found.push(brush);
      }
      left -= leafs.leafBrushCount[leaf];
    }
    known.set(model, found);
    return found;
  };
}

interface PlacedBrush {
  readonly brush: number;
  /** The brush's contents, masked by `WANTED`. */
  readonly contents: number;
  readonly model: number;
  readonly matrix: Float32Array | null;
  /** Number of the entity in the list; −1 for the world. */
  readonly row: number;
}

function addBrush(
  { planes, models }: BspWorld,
  brushes: Brushes,
  list: PieceList,
  { brush, contents, model, matrix, row }: PlacedBrush,
): boolean {
  if (contents === 0) return false;
  const sides: number[] = [];
  const bevels = new Set<number>();
  const box = [
    ...models.mins.subarray(model * 3, model * 3 + 3),
    ...models.maxs.subarray(model * 3, model * 3 + 3),
  ];
  const isTurned = matrix !== null && !isOnlyMoved(matrix);
  const end = brushes.firstSide[brush] + brushes.sideCount[brush];
  for (let side = brushes.firstSide[brush]; side < end; side++) {
    const plane = brushes.sidePlane[side];
    const normal = planes.normal.subarray(plane * 3, plane * 3 + 3);
    const distance = planes.dist[plane];
    // Bevels keep axis-aligned boxes off corners. On a rotated brush they would cut parts away.
    const isBevel = brushes.sideIsBevel[side] !== 0;
    if (isBevel && !isTurned) bevels.add(sides.length / 4);
    if (!isTurned || !isBevel) sides.push(...normal, distance);
    for (let axis = 0; axis < 3; axis++) {
      if (normal[axis] === 1) box[axis + 3] = Math.min(box[axis + 3], distance);
      if (normal[axis] === -1) box[axis] = Math.max(box[axis], -distance);
    }
  }
  if (sides.length === 0 || box.some((value, i) => i < 3 && value > box[i + 3])) return false;
  if (matrix === null) return list.add({ planes: sides, contents, box, model: row, bevels });
  const worldBox = new Float32Array(6);
  writeTransformedBox(worldBox, 0, matrix, 0, box.slice(0, 3), box.slice(3));
  const placed = [...placePlanes(sides, matrix)];
  if (isTurned) {
    for (let i = 0; i < 6; i++) bevels.add(placed.length / 4 + i);
    placed.push(...boxPlanes(worldBox));
  }
  return list.add({ planes: placed, contents, box: worldBox, model: row, bevels });
}

function isOnlyMoved(m: Float32Array): boolean {
  return m[0] === 1 && m[5] === 1 && m[10] === 1;
}
