/**
 * Comparison of brushes by contents, planes and materials, independent of the faces made from them.
 */

import { CONTENTS, nameBits } from "../../../formats/bsp/tables/flag-names.ts";
import type { MapVersion } from "../open-version.ts";
import { compareTexts } from "../things/thing.ts";
import type { SolidChange, SolidDiff } from "../types.ts";
import type { ModelPair } from "./face-table.ts";
import { NO_MATERIAL, type PaintedRows } from "./material-names.ts";

/** Rounding of normals and distances in keys: steps per unit. */
const NORMAL_STEPS = 512;
const DIST_STEPS = 16;
/** Largest distance of a side from the map's origin in inches. Sides farther away are ignored. */
const FAR = 65_536;
/** Most side tests for brushes without an equal one. */
const MOST_SIDE_TESTS = 2 ** 22;

export function diffSolids(
  a: MapVersion,
  b: MapVersion,
  models: readonly ModelPair[],
  { materialsA, materialsB, names }: PaintedRows,
  untold: string | null,
): SolidDiff {
  const counts = { countA: a.brushes.count, countB: b.brushes.count };
  if (untold !== null) return { untold, changes: [], ...counts };
  const ownersA = listOwners(a, models, "a");
  const ownersB = listOwners(b, models, "b");
  const changes: SolidChange[] = [];
  const waiting = new Map<string, number[]>();
  for (let brush = 0; brush < b.brushes.count; brush++) {
    const sign = signBrush(b, brush, ownersB[brush], [0, 0, 0], materialsB);
    const list = waiting.get(sign);
    if (list === undefined) waiting.set(sign, [brush]);
    else list.push(brush);
  }
  const describe = (change: SolidChange["change"], version: MapVersion, brush: number) => {
    const [owners, materials] =
      change === "removed" ? [ownersA, materialsA] : [ownersB, materialsB];
    const nameOf = (texInfo: number) => (texInfo < 0 ? NO_MATERIAL : names[materials[texInfo]]);
    changes.push(describeBrush(change, version, brush, models[owners[brush]], nameOf));
  };
  const removed: number[] = [];
  for (let brush = 0; brush < a.brushes.count; brush++) {
    const shift = models[ownersA[brush]]?.shift ?? [0, 0, 0];
    const sign = signBrush(a, brush, ownersA[brush], shift, materialsA);
    if (waiting.get(sign)?.pop() === undefined) removed.push(brush);
  }
  const left = pairAlike(
    removed.map((brush) => readSides(a, brush, ownersA[brush], models, materialsA)),
    [...waiting.values()]
      .flat()
      .map((brush) => readSides(b, brush, ownersB[brush], [], materialsB)),
  );
  for (const brush of left.removed) describe("removed", a, brush);
  for (const brush of left.added) describe("added", b, brush);
  return { untold, changes: changes.sort(compareSolids), ...counts };
}

/** Finds the pair of models whose tree holds each brush; -1 if none does. */
function listOwners(
  { bsp, brushes }: MapVersion,
  models: readonly ModelPair[],
  side: "a" | "b",
): Int32Array {
  const { nodes, leafs } = bsp;
  const owners = new Int32Array(brushes.count).fill(-1);
  // If the brushes could not be read, the leafs still refer to them.
  if (brushes.leafBrushes.length === 0) return owners;
  const isSeen = new Uint8Array(nodes.count);
  for (const [pair, { [side]: model }] of models.entries()) {
    if (model < 0 || model >= bsp.models.count) continue;
    const stack = [bsp.models.headNode[model]];
    while (stack.length > 0) {
      const node = stack.pop()!;
      if (node >= 0) {
        // A model that shares nodes with another model has its brushes already.
        if (node >= nodes.count || isSeen[node] === 1) continue;
        isSeen[node] = 1;
        stack.push(nodes.children[node * 2], nodes.children[node * 2 + 1]);
        continue;
      }
      const leaf = -1 - node;
      for (let i = 0; i < leafs.leafBrushCount[leaf]; i++) {
        const brush = brushes.leafBrushes[leafs.firstLeafBrush[leaf] + i];
        if (owners[brush] < 0) owners[brush] = pair;
      }
    }
  }
  return owners;
}

/** Returns a key of a brush: its sides in any order, without bevels. */
function signBrush(
  { bsp: { planes }, brushes }: MapVersion,
  brush: number,
  owner: number,
  shift: readonly number[],
  materials: Int32Array,
): string {
  const sides: string[] = [];
  for (let i = 0; i < brushes.sideCount[brush]; i++) {
    const side = brushes.firstSide[brush] + i;
    if (brushes.sideIsBevel[side] !== 0) continue;
    const plane = brushes.sidePlane[side];
    const normal = planes.normal.subarray(plane * 3, plane * 3 + 3);
    const moved = normal[0] * shift[0] + normal[1] * shift[1] + normal[2] * shift[2];
    const dist = Math.round((planes.dist[plane] + moved) * DIST_STEPS);
    const texInfo = brushes.sideTexInfo[side];
    const [x, y, z] = normal;
    sides.push(
      `${stepOf(x)} ${stepOf(y)} ${stepOf(z)} ${dist} ${texInfo < 0 ? -1 : materials[texInfo]}`,
    );
  }
  return `${owner} ${brushes.contents[brush]} ${sides.sort().join()}`;
}

/** Brush data for comparison with tolerance. */
interface BrushSides {
  readonly brush: number;
  /** Row of the pair of models; -1 if no entity has the brush's model. */
  readonly owner: number;
  /** Contents and the materials of all sides. Only brushes with the same kind can match. */
  readonly kind: string;
  /** 5 numbers a side: normal, distance, row of the material. */
  readonly sides: readonly (readonly number[])[];
}

function readSides(
  { bsp: { planes }, brushes }: MapVersion,
  brush: number,
  owner: number,
  models: readonly ModelPair[],
  materials: Int32Array,
): BrushSides {
  const shift = models[owner]?.shift ?? [0, 0, 0];
  const sides: number[][] = [];
  for (let i = 0; i < brushes.sideCount[brush]; i++) {
    const side = brushes.firstSide[brush] + i;
    if (brushes.sideIsBevel[side] !== 0) continue;
    const plane = brushes.sidePlane[side];
    const [x, y, z] = planes.normal.subarray(plane * 3, plane * 3 + 3);
    const dist = planes.dist[plane] + x * shift[0] + y * shift[1] + z * shift[2];
    const texInfo = brushes.sideTexInfo[side];
    sides.push([x, y, z, dist, texInfo < 0 ? -1 : materials[texInfo]]);
  }
  const kinds = sides.map((side) => side[4]).sort((one, other) => one - other);
  return { brush, owner, kind: `${brushes.contents[brush]} ${kinds.join()}`, sides };
}

/**
 * Pairs brushes that differ by less than a step, because of rounding or because the compiler merged
 * planes. A brush whose model belongs to no entity may be paired with a brush of any owner, because
 * it is still in the file. Returns the unpaired brushes.
 */
function pairAlike(a: readonly BrushSides[], b: readonly BrushSides[]) {
  const byKind = new Map<string, BrushSides[]>();
  for (const one of b) {
    const list = byKind.get(one.kind);
    if (list === undefined) byKind.set(one.kind, [one]);
    else list.push(one);
  }
  const budget = { left: MOST_SIDE_TESTS };
  const removed: number[] = [];
  for (const one of a) {
    const list = byKind.get(one.kind) ?? [];
    const found = list.findIndex(
      (other) =>
        (one.owner === other.owner || one.owner < 0 || other.owner < 0) &&
        areAlike(one.sides, other.sides, budget),
    );
    if (found < 0) removed.push(one.brush);
    else list.splice(found, 1);
  }
  const added = [...byKind.values()].flat().map(({ brush }) => brush);
  return { removed, added };
}

/**
 * Whether each side of one brush has a side of the other within a step. False if the budget is
 * spent.
 */
function areAlike(
  a: BrushSides["sides"],
  b: BrushSides["sides"],
  budget: { left: number },
): boolean {
  const isTaken = new Uint8Array(b.length);
  for (const side of a) {
    budget.left -= b.length;
    if (budget.left < 0) return false;
    const found = b.findIndex((other, i) => isTaken[i] === 0 && isSameSide(side, other));
    if (found < 0) return false;
    isTaken[found] = 1;
  }
  return true;
}

function isSameSide(one: readonly number[], other: readonly number[]): boolean {
  if (one[4] !== other[4] || Math.abs(one[3] - other[3]) > 1 / DIST_STEPS) return false;
  for (let axis = 0; axis < 3; axis++) {
    if (Math.abs(one[axis] - other[axis]) > 1 / NORMAL_STEPS) return false;
  }
  return true;
}

const stepOf = (n: number): number => Math.round(n * NORMAL_STEPS);

/** @param nameOf returns the material of a texinfo */
function describeBrush(
  change: SolidChange["change"],
  { bsp, brushes }: MapVersion,
  brush: number,
  model: ModelPair | undefined,
  nameOf: (texInfo: number) => string,
): SolidChange {
  const used = new Set<string>();
  const mins = [-Infinity, -Infinity, -Infinity];
  const maxs = [Infinity, Infinity, Infinity];
  for (let i = 0; i < brushes.sideCount[brush]; i++) {
    const side = brushes.firstSide[brush] + i;
    if (brushes.sideIsBevel[side] === 0) used.add(nameOf(brushes.sideTexInfo[side]));
    // Every brush has six axial sides, real or bevel, which are its box.
    const plane = brushes.sidePlane[side];
    for (let axis = 0; axis < 3; axis++) {
      const normal = bsp.planes.normal[plane * 3 + axis];
      const dist = bsp.planes.dist[plane];
      if (normal > 0.999) maxs[axis] = Math.min(maxs[axis], dist);
      else if (normal < -0.999) mins[axis] = Math.max(mins[axis], -dist);
    }
  }
  const at = model?.origin ?? [0, 0, 0];
  const hasBox = [...mins, ...maxs].every((n) => Math.abs(n) <= FAR);
  return {
    change,
    contents: nameBits(brushes.contents[brush], CONTENTS),
    materials: [...used].sort(compareTexts),
    owner: model?.owner ?? "nothing",
    box: hasBox
      ? {
          mins: [mins[0] + at[0], mins[1] + at[1], mins[2] + at[2]],
          maxs: [maxs[0] + at[0], maxs[1] + at[1], maxs[2] + at[2]],
        }
      : null,
  };
}

const compareSolids = (x: SolidChange, y: SolidChange): number =>
  compareTexts(JSON.stringify(x), JSON.stringify(y));
