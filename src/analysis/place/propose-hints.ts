/** What a hint brush would save at a place: its cell is cut by a plane, and the PVS of both halves flooded. */

import { chopWinding, makeHugeWinding, windingArea } from "../../compile/vbsp/brushes/winding.ts";
import { countBits } from "../../core/bit-set.ts";
import { createBreath } from "../breath.ts";
import type { CannotTell } from "../cannot-tell.ts";
import type { CostMap } from "../cost/cost-map.ts";
import { type CostCounter, triangleSum } from "../cost/view-cost.ts";
import type { VisibleRows } from "../cost/visible-rows.ts";
import type { PlaceGraph } from "./place-graph.ts";
import type { PlaceOf } from "./propose-closings.ts";
import { type Cut, floodHalves, type Half } from "./split-graph.ts";

/** Inches: a hint nearer to the cell's wall than this is of no use. */
const FROM_WALL = 16;
/** Planes that are tried: the edges of the cell's openings, those of the largest first, and its middles. */
const MOST_CUTS = 36;

export interface Hint {
  readonly axis: "x" | "y" | "z";
  readonly at: number;
  /** 6 numbers: mins, maxs of what of the plane lies in the cell. */
  readonly box: readonly number[];
  /** Triangles less from the place's own half, and from the other as it would be seen by the same eye. */
  readonly here: number;
  readonly there: number;
  /** Clusters that are no longer seen from the place's half. */
  readonly clusters: number;
  readonly isBound: boolean;
}

/**
 * Those that save most in the place's own half first. Rejects with CancelledError.
 * @param before triangles that the flood from the whole cell draws
 */
export async function proposeHints(
  map: CostMap,
  graph: PlaceGraph,
  rows: VisibleRows,
  counter: CostCounter,
  { cluster, x, y, z }: PlaceOf,
  before: { readonly triangles: number; readonly clusters: number },
  progress: (done: number) => void,
  signal?: AbortSignal,
): Promise<readonly Hint[] | CannotTell> {
  const breath = createBreath(signal);
  const leafs = [...map.tree.leafCluster.keys()].filter(
    (leaf) => map.tree.leafCluster[leaf] === cluster,
  );
  if (leafs.length !== 1) return { because: `its cluster has ${leafs.length} leafs` };
  const count = ({ seen }: Half): { triangles: number; clusters: number } => {
    const left = seen.slice();
    rows.hideClosed(cluster, x, y, z, left);
    return { triangles: triangleSum(counter.count(left, x, y, z)), clusters: countBits(left) };
  };
  const hints: Hint[] = [];
  const cuts = listCuts(map, graph, leafs[0]);
  for (const [i, cut] of cuts.entries()) {
    await breath();
    progress(i / cuts.length);
    const halves = floodHalves(graph, cut, rows.clusterCount);
    if (halves === null) continue;
    const isAbove = [x, y, z][cut.axis] >= cut.at;
    const [there, here] = isAbove ? halves : [halves[1], halves[0]];
    const [own, other] = [count(here), count(there)];
    if (own.triangles >= before.triangles) continue;
    hints.push({
      axis: (["x", "y", "z"] as const)[cut.axis],
      at: cut.at,
      box: boxOf(cut.winding),
      here: before.triangles - own.triangles,
      there: before.triangles - other.triangles,
      clusters: before.clusters - own.clusters,
      isBound: here.isBound || there.isBound,
    });
  }
  progress(1);
  return hints.sort((a, b) => b.here - a.here || b.there - a.there);
}

/** Planes through the cell, each with what of it lies inside. */
function listCuts(map: CostMap, { file }: PlaceGraph, leaf: number): Cut[] {
  const box = map.tree.leafBox.subarray(leaf * 6, leaf * 6 + 6);
  /** By plane: the area of the largest opening that it is an edge of. */
  const found = new Map<string, { axis: number; at: number; area: number }>();
  const add = (axis: number, at: number, area: number) => {
    if (at < box[axis] + FROM_WALL || at > box[axis + 3] - FROM_WALL) return;
    const key = `${axis} ${Math.round(at)}`;
    const known = found.get(key);
    if (known === undefined || known.area < area) found.set(key, { axis, at, area });
  };
  for (let i = 0; i < file.portalCount; i++) {
    if (file.clusters[i * 2] !== 0 && file.clusters[i * 2 + 1] !== 0) continue;
    const points = file.points.subarray(file.firstPoint[i] * 3, file.firstPoint[i + 1] * 3);
    const area = windingArea(points);
    const bounds = boxOf(points);
    for (let axis = 0; axis < 3; axis++) {
      add(axis, bounds[axis], area);
      add(axis, bounds[axis + 3], area);
    }
  }
  for (let axis = 0; axis < 3; axis++) add(axis, (box[axis] + box[axis + 3]) / 2, 0);
  const cuts: Cut[] = [];
  const bounds = planesAround(map, leaf);
  for (const { axis, at } of [...found.values()].sort((a, b) => b.area - a.area)) {
    if (cuts.length === MOST_CUTS) break;
    const winding = crossSection(bounds, axis, at);
    if (winding !== null) cuts.push({ axis, at, winding });
  }
  return cuts;
}

/** 4 a plane, looking into the leaf: those of the nodes above it. */
function planesAround({ tree }: CostMap, leaf: number): number[] {
  const parent = new Int32Array(tree.nodeCount).fill(-1);
  let above = -1;
  for (let child = 0; child < tree.nodeCount * 2; child++) {
    const to = tree.nodeChildren[child];
    if (to >= 0) parent[to] = child;
    else if (to === -1 - leaf) above = child;
  }
  const planes: number[] = [];
  for (let child = above; child >= 0; child = parent[child >>> 1]) {
    const sign = (child & 1) === 0 ? 1 : -1;
    const at = (child >>> 1) * 4;
    for (let i = 0; i < 4; i++) planes.push(tree.nodePlane[at + i] * sign);
  }
  return planes;
}

function crossSection(planes: readonly number[], axis: number, at: number): Float64Array | null {
  const normal = [0, 1, 2].map((a) => (a === axis ? 1 : 0));
  let winding: Float64Array | null = makeHugeWinding(normal[0], normal[1], normal[2], at);
  for (let i = 0; i < planes.length && winding !== null; i += 4) {
    winding = chopWinding(winding, planes[i], planes[i + 1], planes[i + 2], planes[i + 3]);
  }
  return winding;
}

function boxOf(points: Float64Array): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at++) {
    box[at % 3] = Math.min(box[at % 3], points[at]);
    box[(at % 3) + 3] = Math.max(box[(at % 3) + 3], points[at]);
  }
  return box;
}
