/** Table of the flat faces of both versions, grouped by brush model and plane. */

import type { Bsp, LightSide } from "../../../formats/bsp/types.ts";
import type { MapVersion } from "../open-version.ts";
import { modelRowOf } from "../things/entity-things.ts";
import type { MatchedThings } from "../things/match-things.ts";
import { signWinding, windingArea, writeWinding } from "./windings.ts";

// Pairs of brush models, taken from the matched entities.

export interface ModelPair {
  /** Rows of the models; -1 if that version has none. */
  readonly a: number;
  readonly b: number;
  /** "world", or the class and name of its entity. */
  readonly owner: string;
  /** Offset that moves A's points to B's position, if the whole model was moved; else zero. */
  readonly shift: readonly [x: number, y: number, z: number];
  /** Offset from model space to map space, of B, or of A if B has no such model. */
  readonly origin: readonly [x: number, y: number, z: number];
}

/** Largest difference of a moved box's sides, in inches. */
const SAME_SIZE = 1 / 8;
const NOWHERE = [0, 0, 0] as const;

/**
 * Pairs the models: the world first, then those of entities in both versions, then those of one
 * version.
 */
export function pairModels(a: MapVersion, b: MapVersion, entities: MatchedThings): ModelPair[] {
  const pairs: ModelPair[] = [{ a: 0, b: 0, owner: "world", shift: NOWHERE, origin: NOWHERE }];
  const usedA = new Set([0]);
  const usedB = new Set([0]);
  const rowIn = (version: MapVersion, entity: number, used: Set<number>): number => {
    const row = modelRowOf(version.bsp.entities[entity]);
    if (row < 0 || row >= version.bsp.models.count || used.has(row)) return -1;
    used.add(row);
    return row;
  };
  const add = (entityA: number, entityB: number): void => {
    const rowA = entityA < 0 ? -1 : rowIn(a, entityA, usedA);
    const rowB = entityB < 0 ? -1 : rowIn(b, entityB, usedB);
    if (rowA < 0 && rowB < 0) return;
    const [version, entity] = entityB < 0 ? [a, entityA] : [b, entityB];
    const shift = rowA < 0 || rowB < 0 ? NOWHERE : shiftOf(a, rowA, b, rowB);
    pairs.push({
      ...{ a: rowA, b: rowB, shift },
      owner: ownerOf(version, entity),
      origin: originOf(version, entity),
    });
  };
  for (const [entityA, entityB] of entities.pairs) add(entityA, entityB);
  for (const entity of entities.removed) add(entity, -1);
  for (const entity of entities.added) add(-1, entity);
  return pairs;
}

function ownerOf({ bsp }: MapVersion, entity: number): string {
  const { [entity]: found } = bsp.entities;
  const name = found.get("targetname") ?? "";
  return `${found.get("classname") ?? "(no class)"}${name === "" ? "" : ` ${name}`}`;
}

function originOf({ bsp }: MapVersion, entity: number): [number, number, number] {
  const numbers = (bsp.entities[entity].get("origin") ?? "").trim().split(/\s+/).map(Number);
  const isPoint = numbers.length === 3 && numbers.every(Number.isFinite);
  return isPoint ? (numbers as [number, number, number]) : [0, 0, 0];
}

/**
 * Returns the shift of a brush model. Models without an origin are stored in map space, so moving
 * one changes all its points.
 */
function shiftOf(a: MapVersion, rowA: number, b: MapVersion, rowB: number): ModelPair["shift"] {
  const of = (column: "mins" | "maxs", axis: number) =>
    b.bsp.models[column][rowB * 3 + axis] - a.bsp.models[column][rowA * 3 + axis];
  const axes = [0, 1, 2].map((axis) => [of("mins", axis), of("maxs", axis)] as const);
  const isMoved = axes.every(([low, high]) => Math.abs(low - high) <= SAME_SIZE);
  return isMoved ? [axes[0][0], axes[1][0], axes[2][0]] : NOWHERE;
}

// Key of a face's texture and light, which distinguishes faces with the same corners.

/**
 * Most bytes of a face's light that are hashed. Limited, because many faces may refer to the same
 * large range.
 */
const MOST_BYTES = 1024;

function signLook(bsp: Bsp, face: number): string {
  const { faces, texInfos } = bsp;
  const at = faces.texinfo[face] * 8;
  return [
    texInfos.textureVecs.subarray(at, at + 8).join(),
    texInfos.lightmapVecs.subarray(at, at + 8).join(),
    texInfos.flags[faces.texinfo[face]],
    ...[bsp.ldr, bsp.hdr].map((side) => (side === null ? "" : signLight(side, face))),
  ].join(" ");
}

function signLight({ faces, lighting }: LightSide, face: number): string {
  const grid = [faces.lightmapMins, faces.lightmapSize].map((column) =>
    column.subarray(face * 2, face * 2 + 2).join(),
  );
  const styles = faces.styles.subarray(face * 4, face * 4 + 4).join();
  const start = faces.lightOffset[face];
  if (start < 0) return `${grid.join()} ${styles} dark`;
  const [width, height] = [faces.lightmapSize[face * 2] + 1, faces.lightmapSize[face * 2 + 1] + 1];
  const end = Math.min(start + Math.min(width * height * 4, MOST_BYTES), lighting.length);
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ lighting[i], 0x01000193);
  return `${grid.join()} ${styles} ${hash >>> 0}`;
}

/** Face with its corners in the space of B's model. */
export interface FaceRow {
  readonly face: number;
  /** Row of the material table. */
  readonly material: number;
  readonly corners: readonly number[];
  readonly area: number;
}

export interface FacePair {
  readonly a: FaceRow;
  readonly b: FaceRow;
  readonly model: ModelPair;
}

/** Faces of one plane that have no equal in the other version. */
export interface PlaneRows {
  readonly model: ModelPair;
  /** Longest axis of the plane's normal, and its sign. */
  readonly axis: number;
  readonly sign: 1 | -1;
  /** Actual area per square inch of the projection along that axis. */
  readonly scale: number;
  readonly a: FaceRow[];
  readonly b: FaceRow[];
}

export interface FaceMatches {
  readonly same: readonly FacePair[];
  readonly planes: readonly PlaneRows[];
  /** Square inches per material in A and in B. */
  readonly areas: Map<number, [a: number, b: number]>;
}

/** Rounding of normals in steps per unit, and the largest distance of equal planes in inches. */
const NORMAL_STEPS = 512;
const SAME_PLANE = 1 / 16;

type Side = "a" | "b";
interface PlacedRow extends FaceRow {
  readonly plane: number;
  readonly side: Side;
}

/** Matches faces by model, plane, material and corners. */
export function buildFaceTable(
  a: MapVersion,
  b: MapVersion,
  models: readonly ModelPair[],
  materialsA: Int32Array,
  materialsB: Int32Array,
): FaceMatches {
  const same: FacePair[] = [];
  const planes: PlaneRows[] = [];
  const areas: FaceMatches["areas"] = new Map();
  for (const model of models) {
    const rowsA = listRows(a.bsp, model.a, model.shift, materialsA, "a");
    const rowsB = listRows(b.bsp, model.b, [0, 0, 0], materialsB, "b");
    for (const row of [...rowsA, ...rowsB]) {
      const sum = areas.get(row.material) ?? [0, 0];
      sum[row.side === "a" ? 0 : 1] += row.area;
      areas.set(row.material, sum);
    }
    const left = pairSame(a.bsp, b.bsp, rowsA, rowsB, (rowA, rowB) =>
      same.push({ a: rowA, b: rowB, model }),
    );
    planes.push(...groupByPlane(a.bsp, b.bsp, left, model));
  }
  return { same, planes, areas };
}

function listRows(
  bsp: Bsp,
  model: number,
  shift: ModelPair["shift"],
  materials: Int32Array,
  side: Side,
): PlacedRow[] {
  if (model < 0 || model >= bsp.models.count) return [];
  const rows: PlacedRow[] = [];
  const { faces, models } = bsp;
  const end = models.firstFace[model] + models.faceCount[model];
  for (let face = models.firstFace[model]; face < end; face++) {
    if (faces.dispInfo[face] >= 0 || faces.edgeCount[face] < 3 || faces.texinfo[face] < 0) continue;
    const corners: number[] = [];
    writeWinding(bsp, face, shift, corners);
    const material = materials[faces.texinfo[face]];
    const area = windingArea(corners);
    rows.push({ face, material, corners, area, plane: faces.plane[face], side });
  }
  return rows;
}

/** Pairs faces of equal corners and material, and returns the rest. */
function pairSame(
  a: Bsp,
  b: Bsp,
  rowsA: readonly PlacedRow[],
  rowsB: readonly PlacedRow[],
  onPair: (a: FaceRow, b: FaceRow) => void,
): PlacedRow[] {
  const signOf = ({ material, corners }: FaceRow) => `${material} ${signWinding(corners)}`;
  const groupsA = groupBy(rowsA, signOf);
  const groupsB = groupBy(rowsB, signOf);
  const left: PlacedRow[] = [];
  for (const [sign, group] of groupsA) {
    const others = groupsB.get(sign) ?? [];
    groupsB.delete(sign);
    if (group.length === 1 && others.length === 1) onPair(group[0], others[0]);
    else left.push(...pairAlike(a, b, group, others, onPair));
  }
  for (const others of groupsB.values()) for (const row of others) left.push(row);
  return pairRounded(left, onPair);
}

/** Largest distance of a corner that two compilers round differently, along an axis, in inches. */
const SAME_CORNER = 1 / 16 + 1e-3;
/** Edge of a cell of the index of faces by their first corner, in inches. */
const CELL = 1;
/** Most faces of one cell that a face is compared with. */
const MOST_NEAR = 64;

/**
 * Pairs faces of one material whose corners differ by less than a step, and returns the rest. Their
 * keys differ because the corners lie on both sides of a step's edge.
 */
function pairRounded(
  rows: readonly PlacedRow[],
  onPair: (a: FaceRow, b: FaceRow) => void,
): PlacedRow[] {
  const cellOf = (value: number) => Math.floor(value / CELL);
  const keyOf = ({ material, corners }: FaceRow, cell: readonly number[]) =>
    `${material} ${corners.length} ${cell.join(" ")}`;
  const waiting = new Map<string, PlacedRow[]>();
  for (const row of rows) {
    if (row.side !== "b") continue;
    const key = keyOf(row, middleOf(row.corners).map(cellOf));
    const list = waiting.get(key);
    if (list === undefined) waiting.set(key, [row]);
    else list.push(row);
  }
  const paired = new Set<PlacedRow>();
  for (const row of rows) {
    if (row.side !== "a") continue;
    const middle = middleOf(row.corners);
    for (let corner = 0; corner < 8 && !paired.has(row); corner++) {
      const cell = middle.map((n, axis) =>
        cellOf(n + ((corner >> axis) & 1 ? 1 : -1) * SAME_CORNER),
      );
      const found = waiting
        .get(keyOf(row, cell))
        ?.slice(0, MOST_NEAR)
        .find((other) => !paired.has(other) && haveSameCorners(row.corners, other.corners));
      if (found === undefined) continue;
      paired.add(row).add(found);
      onPair(row, found);
    }
  }
  return paired.size === 0 ? [...rows] : rows.filter((row) => !paired.has(row));
}

function middleOf(corners: readonly number[]): number[] {
  const sum = [0, 0, 0];
  for (let i = 0; i < corners.length; i++) sum[i % 3] += corners[i];
  return sum.map((n) => n / (corners.length / 3));
}

/** Whether corners are near each other in the same order, from any first one. */
function haveSameCorners(a: readonly number[], b: readonly number[]): boolean {
  for (let first = 0; first < b.length; first += 3) {
    let i = 0;
    while (i < a.length && Math.abs(a[i] - b[(first + i) % b.length]) <= SAME_CORNER) i++;
    if (i === a.length) return true;
  }
  return false;
}

/** Pairs faces with the same corners by equal texture and light. */
function pairAlike(
  a: Bsp,
  b: Bsp,
  rowsA: readonly PlacedRow[],
  rowsB: readonly PlacedRow[],
  onPair: (a: FaceRow, b: FaceRow) => void,
): PlacedRow[] {
  if (rowsA.length === 0 || rowsB.length === 0) return [...rowsA, ...rowsB];
  const waiting = groupBy(rowsB, ({ face }) => signLook(b, face));
  const restA: PlacedRow[] = [];
  for (const row of rowsA) {
    const other = waiting.get(signLook(a, row.face))?.pop();
    if (other === undefined) restA.push(row);
    else onPair(row, other);
  }
  const restB = [...waiting.values()].flat();
  const count = Math.min(restA.length, restB.length);
  for (let i = 0; i < count; i++) onPair(restA[i], restB[i]);
  return [...restA.slice(count), ...restB.slice(count)];
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

function groupByPlane(a: Bsp, b: Bsp, rows: readonly PlacedRow[], model: ModelPair): PlaneRows[] {
  const byNormal = new Map<string, { row: PlacedRow; dist: number; normal: Float32Array }[]>();
  for (const row of rows) {
    const { planes } = row.side === "a" ? a : b;
    const normal = planes.normal.subarray(row.plane * 3, row.plane * 3 + 3);
    const key = Array.from(normal, (n) => Math.round(n * NORMAL_STEPS)).join(" ");
    // Measured at a corner, because a moved model's corners are shifted, too.
    const [x, y, z] = row.corners;
    const entry = { row, dist: normal[0] * x + normal[1] * y + normal[2] * z, normal };
    const list = byNormal.get(key);
    if (list === undefined) byNormal.set(key, [entry]);
    else list.push(entry);
  }
  const groups: PlaneRows[] = [];
  for (const list of byNormal.values()) {
    list.sort((x, y) => x.dist - y.dist);
    let group: PlaneRows | null = null;
    let last = 0;
    for (const { row, dist, normal } of list) {
      if (group === null || dist - last > SAME_PLANE) {
        const axis = longestAxis(normal);
        const sign = normal[axis] < 0 ? -1 : 1;
        group = { model, axis, sign, scale: 1 / Math.abs(normal[axis]), a: [], b: [] };
        groups.push(group);
      }
      last = dist;
      group[row.side].push(row);
    }
  }
  return groups;
}

function longestAxis(normal: Float32Array): number {
  const [x, y, z] = normal.map(Math.abs);
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}
