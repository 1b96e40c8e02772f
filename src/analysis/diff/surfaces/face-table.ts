/** The flat faces of both versions, by the brush model and the plane on which they lie. */

import type { Bsp } from "../../../formats/bsp/types.ts";
import type { MapVersion } from "../open-version.ts";
import type { ModelPair } from "./pair-models.ts";
import { signLook } from "./sign-look.ts";
import { signWinding, windingArea, writeWinding } from "./windings.ts";

/** A face, in the space of B's model. */
export interface FaceRow {
  readonly face: number;
  /** Row of the table of materials. */
  readonly material: number;
  readonly corners: readonly number[];
  readonly area: number;
}

export interface FacePair {
  readonly a: FaceRow;
  readonly b: FaceRow;
  readonly model: ModelPair;
}

/** What of one plane is not the same, face by face. */
export interface PlaneRows {
  readonly model: ModelPair;
  /** Of its normal the axis that is the longest, and which way it looks along that. */
  readonly axis: number;
  readonly sign: 1 | -1;
  /** Area of a square inch as it is seen along that axis. */
  readonly scale: number;
  readonly a: FaceRow[];
  readonly b: FaceRow[];
}

export interface FaceMatches {
  readonly same: readonly FacePair[];
  readonly planes: readonly PlaneRows[];
  /** Square inches of each material: of A, of B. */
  readonly areas: Map<number, [a: number, b: number]>;
}

/** Steps that normals are told apart by, and inches that planes are. */
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

/** Pairs faces of the same corners and material; gives those that are left. */
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
  return left;
}

/** Of faces that lie on each other, those belong together that are painted and lit alike. */
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
    // Measured at a corner, which a model that was moved has moved as well.
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
