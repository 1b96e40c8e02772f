/** Comparison of displacements: matched by their base face, then compared vertex by vertex. */

import type { Bsp } from "../../../formats/bsp/types.ts";
import type { MapVersion } from "../open-version.ts";
import { compareTexts } from "../things/thing.ts";
import type { DisplacementChange, DisplacementDiff } from "../types.ts";
import type { PaintedRows } from "./material-names.ts";
import { boxAround, signWinding, writeWinding } from "./windings.ts";

/** Smallest differences that count: inches, and blend of 255. Smaller ones are rounding. */
const SAME_MOVE = 1 / 32;
const SAME_BLEND = 0.5;

export interface DisplacementPair {
  readonly faceA: number;
  readonly faceB: number;
}

interface Row {
  readonly bsp: Bsp;
  readonly disp: number;
  readonly face: number;
  readonly material: string;
  readonly corners: readonly number[];
}

export interface MatchedDisplacements extends DisplacementDiff {
  /** Pairs without a difference. */
  readonly same: readonly DisplacementPair[];
}

export function diffDisplacements(
  a: MapVersion,
  b: MapVersion,
  { materialsA, materialsB, names }: PaintedRows,
  untold: string | null,
): MatchedDisplacements {
  if (untold !== null) return { untold, changes: [], same: [] };
  const rowsA = listRows(a.bsp, materialsA, names);
  const rowsB = listRows(b.bsp, materialsB, names);
  const changes: DisplacementChange[] = [];
  const same: DisplacementPair[] = [];
  const left = pairRows(rowsA, rowsB, (row) => `${row.material} ${gridOf(row)}`);
  const { gone, come, pairs } = pairRows(left.gone, left.come, gridOf);
  for (const [rowA, rowB] of [...left.pairs, ...pairs]) {
    const change = comparePair(rowA, rowB);
    if (change === null) same.push({ faceA: rowA.face, faceB: rowB.face });
    else changes.push(change);
  }
  changes.push(
    ...gone.map((row) => describeOne("removed", row)),
    ...come.map((row) => describeOne("added", row)),
  );
  return { untold, changes: changes.sort(compareChanges), same };
}

function listRows(
  { dispInfos, faces, ...rest }: Bsp,
  materials: Int32Array,
  names: readonly string[],
): Row[] {
  const bsp = { dispInfos, faces, ...rest };
  const rows: Row[] = [];
  for (let disp = 0; disp < dispInfos.count; disp++) {
    const face = dispInfos.mapFace[disp];
    if (face >= faces.count || faces.texinfo[face] < 0) continue;
    const corners: number[] = [];
    writeWinding(bsp, face, [0, 0, 0], corners);
    rows.push({ bsp, disp, face, corners, material: names[materials[faces.texinfo[face]]] });
  }
  return rows;
}

/** Returns a key of the base face, the start corner of the grid, and its power. */
function gridOf({ bsp: { dispInfos }, disp, corners }: Row): string {
  const start = dispInfos.startPosition.subarray(disp * 3, disp * 3 + 3).map(Math.round);
  return `${signWinding(corners)} ${start.join(" ")} ${dispInfos.power[disp]}`;
}

function pairRows(rowsA: readonly Row[], rowsB: readonly Row[], keyOf: (row: Row) => string) {
  const waiting = new Map<string, Row[]>();
  for (const row of rowsB) {
    const key = keyOf(row);
    const list = waiting.get(key);
    if (list === undefined) waiting.set(key, [row]);
    else list.push(row);
  }
  const pairs: (readonly [Row, Row])[] = [];
  const gone: Row[] = [];
  for (const row of rowsA) {
    const other = waiting.get(keyOf(row))?.shift();
    if (other === undefined) gone.push(row);
    else pairs.push([row, other]);
  }
  return { pairs, gone, come: [...waiting.values()].flat() };
}

/** Returns the offset of a vertex from the base face along an axis, in inches. */
const offsetOf = ({ dispVerts }: Bsp, vert: number, axis: number): number =>
  dispVerts.vector[vert * 3 + axis] * dispVerts.dist[vert];

function comparePair(a: Row, b: Row): DisplacementChange | null {
  const firstA = a.bsp.dispInfos.firstVert[a.disp];
  const firstB = b.bsp.dispInfos.firstVert[b.disp];
  const count = (2 ** b.bsp.dispInfos.power[b.disp] + 1) ** 2;
  let largestMove = 0;
  let largestBlend = 0;
  for (let i = 0; i < count; i++) {
    const [vertA, vertB] = [firstA + i, firstB + i];
    const move = Math.hypot(
      offsetOf(b.bsp, vertB, 0) - offsetOf(a.bsp, vertA, 0),
      offsetOf(b.bsp, vertB, 1) - offsetOf(a.bsp, vertA, 1),
      offsetOf(b.bsp, vertB, 2) - offsetOf(a.bsp, vertA, 2),
    );
    const blend = Math.abs(b.bsp.dispVerts.alpha[vertB] - a.bsp.dispVerts.alpha[vertA]);
    largestMove = Math.max(largestMove, move);
    largestBlend = Math.max(largestBlend, blend);
  }
  const isSame = largestMove <= SAME_MOVE && largestBlend <= SAME_BLEND;
  if (isSame && a.material === b.material) return null;
  return { change: "changed", material: b.material, largestMove, largestBlend, box: boxOf(b) };
}

const describeOne = (change: "added" | "removed", row: Row): DisplacementChange => ({
  ...{ change, material: row.material, largestMove: 0, largestBlend: 0, box: boxOf(row) },
});

const boxOf = ({ corners }: Row) => boxAround(corners);

const compareChanges = (x: DisplacementChange, y: DisplacementChange): number =>
  y.largestMove - x.largestMove || compareTexts(JSON.stringify(x), JSON.stringify(y));
