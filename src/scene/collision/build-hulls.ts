/** Builds the hulls of a map that a moving box collides with. */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import type { ContentSource } from "../../content/types.ts";
import { CONTENTS_SOLID } from "../../formats/bsp/layouts/contents-flags.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspDetails, BspWorld, Entity, StaticProps } from "../../formats/bsp/types.ts";
import { type Phy, parsePhy } from "../../formats/phy/parse-phy.ts";
import { parseMdl } from "../../formats/studio/read/parse-mdl.ts";
import { type MapHulls, type MapRails, SOLIDITY } from "../../map/hulls.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger } from "../brushes/render-properties.ts";
import { openDetailed } from "../open/open-content.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../open/read-content.ts";
import { readBrushRanges } from "../open/read-map-details.ts";
import { listModelEntities } from "../props/entity-props.ts";
import { buildDisplacementGrid, type DisplacementGrid } from "../world/displacement.ts";
import { addBrushPieces } from "./brush-pieces.ts";
import { buildTriangleTree } from "./collision-tree.ts";
import { boxPlanes, PieceList, placePlanes } from "./piece-list.ts";

// Prop entities that stop walkers at the map's start. Source: `Spawn` of props.cpp in Valve's
// `source-sdk-2013`.

export type SolidProps = Pick<
  StaticProps,
  "count" | "model" | "modelName" | "origin" | "angles" | "uniformScale" | "solid"
> & {
  /** Row of the entity lump of each; left out for static props. */
  readonly entity?: Int32Array;
};

const DYNAMIC = /^(prop_dynamic(_override)?|dynamic_prop|prop_dynamic_ornament)$/;
/** Physics props stay where the map puts them, although a player could push the light ones. */
const PHYSICS = /^(prop_physics(_override)?|physics_prop)$/;

/** Solid only with a simulation, which opens it. */
const DOOR = "prop_door_rotating";

/** `SF_DYNAMICPROP_DISABLE_COLLISION`, `SF_PHYSPROP_DEBRIS`. */
const FLAG_NO_COLLISION = 256;
const FLAG_DEBRIS = 4;
/** `physicsmode` of prop_physics_multiplayer: only this value stops players. */
const MODE_SOLID = 1;
/** SOLID_VPHYSICS. */
const SOLID = 6;
/** Largest accepted scale: no model is larger than the world. */
const MAX_SCALE = 1024;

/** Lists visible prop entities that stop walkers. */
export function listSolidProps(entities: readonly Entity[]): SolidProps {
  const solid = listModelEntities(entities).filter(isSolid);
  const rows = new Map<string, number>();
  const model = new Uint32Array(solid.length);
  const origin = new Float32Array(solid.length * 3);
  const angles = new Float32Array(solid.length * 3);
  const uniformScale = new Float32Array(solid.length).fill(1);
  const entityRow = new Map(entities.map((entity, row) => [entity, row]));
  for (const [at, entity] of solid.entries()) {
    const name = (entity.get("model") ?? "").trim().toLowerCase();
    model[at] = rows.get(name) ?? rows.size;
    rows.set(name, model[at]);
    origin.set(parseVector(entity.get("origin")), at * 3);
    angles.set(parseVector(entity.get("angles")), at * 3);
    const scale = Number.parseFloat(entity.get("modelscale") ?? "");
    if (scale > 0 && scale < MAX_SCALE) uniformScale[at] = scale;
  }
  return {
    ...{ count: solid.length, model, modelName: [...rows.keys()], origin, angles, uniformScale },
    solid: new Uint8Array(solid.length).fill(SOLID),
    entity: Int32Array.from(solid, (entity) => entityRow.get(entity) ?? -1),
  };
}

function isSolid(entity: Entity): boolean {
  const className = (entity.get("classname") ?? "").toLowerCase();
  const flags = parseInteger(entity.get("spawnflags"));
  if (className === DOOR) return true;
  if (DYNAMIC.test(className)) {
    return parseInteger(entity.get("solid")) !== 0 && (flags & FLAG_NO_COLLISION) === 0;
  }
  if ((flags & FLAG_DEBRIS) !== 0) return false;
  if (className === "prop_physics_multiplayer") {
    return parseInteger(entity.get("physicsmode")) === MODE_SOLID;
  }
  return PHYSICS.test(className);
}

// Convex pieces of solid props: the model's collision hulls, or else its bounding box.

/** One convex piece of a model, in model space. */
interface ModelPiece {
  /** 4 numbers a plane. */
  readonly planes: readonly number[];
  /** 3 numbers a corner. */
  readonly corners: ArrayLike<number>;
}

interface SolidModel {
  readonly pieces: readonly ModelPiece[];
  readonly isBox: boolean;
}

export interface PropCounts {
  propsByHulls: number;
  propsByBoxes: number;
  propsWithout: number;
}

/** Limit for the planes of a hull; more detail makes no visible difference. */
const MOST_PLANES = 64;

/** Adds the pieces of props to the list, and their counts to `counts`. */
async function addPropPieces(
  props: SolidProps,
  counts: PropCounts,
  list: PieceList,
  access: ContentAccess,
  entities: readonly Entity[],
): Promise<void> {
  const models = new Map<number, SolidModel | null>();
  for (let prop = 0; prop < props.count; prop++) {
    const model = props.model[prop];
    if (props.solid[prop] === 0) continue;
    if (!models.has(model)) models.set(model, await readSolidModel(props.modelName[model], access));
    const solid = models.get(model) ?? null;
    if (solid === null) counts.propsWithout++;
    else {
      if (solid.isBox) counts.propsByBoxes++;
      else counts.propsByHulls++;
      const row = addPropModel(props, prop, list, entities);
      for (const piece of solid.pieces) addPlaced(piece, props, prop, { list, row });
    }
  }
}

/** Returns `null` if the model is missing or unreadable. */
async function readSolidModel(name: string, access: ContentAccess): Promise<SolidModel | null> {
  const path = name.toLowerCase().replaceAll("\\", "/");
  const phyBytes = await readOrWarn(access, path.replace(/\.mdl$/, ".phy"), "unreadable-model");
  const phy = phyBytes && parseOrWarn(access, path, "unreadable-model", () => parsePhy(phyBytes));
  // Solids of several bones follow their bones, so the bounding box is used instead.
  if (phy && phy.solidCount === 1) return { pieces: listHulls(phy), isBox: false };
  const bytes = await readOrWarn(access, path, "unreadable-model");
  if (!bytes) return null;
  const box = parseOrWarn(access, path, "unreadable-model", () => {
    const { hullMins, hullMaxs } = parseMdl(bytes);
    return [...hullMins, ...hullMaxs];
  });
  if (box === undefined || !box.every((value, i) => i > 2 || value < box[i + 3])) return null;
  const corners = Array.from({ length: 24 }, (_, i) => {
    const corner = Math.floor(i / 3);
    return box[(i % 3) + ((corner >> (i % 3)) & 1) * 3];
  });
  return { pieces: [{ planes: boxPlanes(box), corners }], isBox: true };
}

function listHulls({ hullCount, hullFirstTriangle, corners }: Phy): ModelPiece[] {
  const pieces: ModelPiece[] = [];
  for (let hull = 0; hull < hullCount; hull++) {
    const part = corners.subarray(hullFirstTriangle[hull] * 9, hullFirstTriangle[hull + 1] * 9);
    const planes = listPlanes(part);
    if (planes.length >= 16) pieces.push({ planes, corners: part });
  }
  return pieces;
}

/** Returns the planes of a convex hull's triangles; coplanar triangles share one. */
function listPlanes(c: Float32Array): number[] {
  const planes: number[] = [];
  for (let t = 0; t < c.length && planes.length < MOST_PLANES * 4; t += 9) {
    const [ax, ay, az] = [c[t + 3] - c[t], c[t + 4] - c[t + 1], c[t + 5] - c[t + 2]];
    const [bx, by, bz] = [c[t + 6] - c[t], c[t + 7] - c[t + 1], c[t + 8] - c[t + 2]];
    const normal = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const length = Math.hypot(...normal);
    if (!(length > 0)) continue;
    const [x, y, z] = normal.map((value) => value / length);
    let distance = Number.NEGATIVE_INFINITY;
    // Moves the plane out to the farthest corner, in case the hull is not quite convex.
    for (let k = 0; k < c.length; k += 3) {
      distance = Math.max(distance, x * c[k] + y * c[k + 1] + z * c[k + 2]);
    }
    let isKnown = false;
    for (let p = 0; p < planes.length && !isKnown; p += 4) {
      isKnown = x * planes[p] + y * planes[p + 1] + z * planes[p + 2] > 0.9999;
    }
    if (!isKnown) planes.push(x, y, z, distance);
  }
  return planes;
}

const matrix = new Float32Array(12);

/** Adds the entity of a prop to the list, and returns its number; −1 for static props. */
function addPropModel(
  { entity, origin, angles }: SolidProps,
  prop: number,
  list: PieceList,
  entities: readonly Entity[],
): number {
  if (entity === undefined || entity[prop] < 0) return -1;
  const [pitch, yaw, roll] = angles.subarray(prop * 3, prop * 3 + 3);
  const [x, y, z] = origin.subarray(prop * 3, prop * 3 + 3);
  const worldFromModel = new Float32Array(12);
  writeMatrix3x4(worldFromModel, 0, pitch, yaw, roll, x, y, z);
  const isDoor = (entities[entity[prop]].get("classname") ?? "").toLowerCase() === DOOR;
  const solidity = isDoor ? SOLIDITY.door : SOLIDITY.always;
  return list.addModel({ entity: entity[prop], worldFromModel, isSolid: !isDoor, solidity });
}

interface PlacedIn {
  readonly list: PieceList;
  /** Number of the prop's entity in the list; −1 for static props. */
  readonly row: number;
}

function addPlaced(
  piece: ModelPiece,
  props: SolidProps,
  prop: number,
  { list, row }: PlacedIn,
): void {
  const scale = props.uniformScale[prop];
  if (!(scale > 0)) return;
  const [pitch, yaw, roll] = props.angles.subarray(prop * 3, prop * 3 + 3);
  const [x, y, z] = props.origin.subarray(prop * 3, prop * 3 + 3);
  writeMatrix3x4(matrix, 0, pitch, yaw, roll, x, y, z, scale);
  const box = [...new Array(3).fill(Infinity), ...new Array(3).fill(-Infinity)];
  for (let k = 0; k < piece.corners.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const m = axis * 4;
      const value =
        matrix[m] * piece.corners[k] +
        matrix[m + 1] * piece.corners[k + 1] +
        matrix[m + 2] * piece.corners[k + 2] +
        matrix[m + 3];
      box[axis] = Math.min(box[axis], value);
      box[axis + 3] = Math.max(box[axis + 3], value);
    }
  }
  if (!box.every(Number.isFinite)) return;
  const placed = placePlanes(piece.planes, matrix, scale);
  const bevels = new Set([0, 1, 2, 3, 4, 5].map((i) => placed.length / 4 + i));
  const planes = [...placed, ...boxPlanes(box)];
  list.add({ planes, contents: CONTENTS_SOLID, box, model: row, bevels });
}

// Ladders of Half-Life 2: `func_useableladder` is a line instead of a brush, and
// `info_ladder_dismount` is a place to step off to. Source: game/shared/func_ladder.cpp of Valve's
// `source-sdk-2013`.

/** Limit for ladders: more than any map has, and each is tested in every tick of a walker. */
const MOST_RAILS = 512;
const MOST_DISMOUNTS = 4096;

/** Spawn flag: players cannot get on this ladder. */
const SF_LADDER_DONTGETON = 1;

export function findRails(entities: readonly Entity[]): MapRails {
  const rails: number[] = [];
  const names = new Map<string, number>();
  const dismounts: number[] = [];
  const dismountTargets: string[] = [];
  for (const entity of entities) {
    const className = (entity.get("classname") ?? "").toLowerCase();
    if (className === "func_useableladder" && rails.length < MOST_RAILS * 6) {
      const isFake = (parseInteger(entity.get("spawnflags")) & SF_LADDER_DONTGETON) !== 0;
      if (isFake || parseInteger(entity.get("startdisabled")) !== 0) continue;
      const ends = [parseVector(entity.get("point0")), parseVector(entity.get("point1"))];
      if (!ends.flat().every(Number.isFinite)) continue;
      const [top, bottom] = ends[1][2] > ends[0][2] ? ends.reverse() : ends;
      if (Math.hypot(top[0] - bottom[0], top[1] - bottom[1], top[2] - bottom[2]) < 1) continue;
      const name = (entity.get("targetname") ?? "").toLowerCase();
      if (name !== "" && !names.has(name)) names.set(name, rails.length / 6);
      rails.push(...top, ...bottom);
    } else if (className === "info_ladder_dismount" && dismounts.length < MOST_DISMOUNTS * 3) {
      const place = parseVector(entity.get("origin"));
      if (!place.every(Number.isFinite)) continue;
      dismounts.push(...place);
      dismountTargets.push((entity.get("target") ?? "").toLowerCase());
    }
  }
  return {
    rails: Float32Array.from(rails),
    dismounts: Float32Array.from(dismounts),
    // −2, which matches no ladder, if the place names one that is missing or cannot be climbed.
    dismountRail: Int32Array.from(dismountTargets, (target) =>
      target === "" ? -1 : (names.get(target) ?? -2),
    ),
  };
}

/** Flag in `DispInfos.minTess` if its sign bit is set, from `builddisp.h`: boxes pass through. */
const SURF_NOHULL_COLL = 0x4;

/** Rejects if reading is aborted. */
export async function buildHulls(
  bsp: BspWorld & Pick<BspDetails, "staticProps">,
  brushes: Brushes,
  access: ContentAccess,
): Promise<MapHulls> {
  const list = new PieceList(access.ledger);
  const brushCounts = addBrushPieces(bsp, brushes, list);
  const propCounts = { propsByHulls: 0, propsByBoxes: 0, propsWithout: 0 };
  for (const props of [bsp.staticProps, listSolidProps(bsp.entities)]) {
    if (props !== null) await addPropPieces(props, propCounts, list, access, bsp.entities);
  }
  const { leftOut } = list;
  return {
    ...list.build(),
    ...buildTerrain(bsp),
    ...findRails(bsp.entities),
    counts: { ...brushCounts, ...propCounts, leftOut },
  };
}

function buildTerrain(bsp: BspWorld) {
  const { faces, dispInfos } = bsp;
  const grids: DisplacementGrid[] = [];
  let indexCount = 0;
  for (let face = 0; face < faces.count; face++) {
    const info = faces.dispInfo[face];
    if (info < 0 || faces.edgeCount[face] !== 4) continue;
    const tess = dispInfos.minTess[info];
    if (tess < 0 && (tess & SURF_NOHULL_COLL) !== 0) continue;
    const grid = buildDisplacementGrid(bsp, faces, face);
    grids.push(grid);
    indexCount += grid.indices.length;
  }
  const corners = new Float32Array(indexCount * 3);
  let at = 0;
  for (const { position, indices } of grids) {
    for (let i = 0; i < indices.length; i++) {
      for (let axis = 0; axis < 3; axis++) corners[at++] = position[indices[i] * 3 + axis];
    }
  }
  const { order, boxes, boxLinks } = buildTriangleTree(corners);
  const triangles = new Float32Array(corners.length);
  for (let to = 0; to < order.length; to++) {
    for (let i = 0; i < 9; i++) triangles[to * 9 + i] = corners[order[to] * 9 + i];
  }
  return {
    triangleCount: order.length,
    triangles,
    triangleBoxes: boxes,
    triangleBoxLinks: boxLinks,
  };
}

/**
 * Reads a map again for its hulls: the solids that a moving box can hit. Only solid parts of its
 * files are read.
 * @param sources where models are looked for besides the map's own pakfile, in search order
 * @throws FormatError, and rejects as the sources do
 */
export async function openHulls(
  map: ByteSource,
  sources: readonly ContentSource[],
  signal?: AbortSignal,
): Promise<MapHulls> {
  const { file, bsp, access } = await openDetailed(map, sources, signal);
  const parseBrushes = await readBrushRanges(file, signal);
  return buildHulls(bsp, parseBrushes(bsp, access.diagnostics), access);
}
