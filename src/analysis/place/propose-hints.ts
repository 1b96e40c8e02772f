/**
 * Estimates the saving of a hint brush at a place: splits its cell by a plane and floods the PVS of
 * both halves.
 */

import { createPortalGraph } from "../../compile/vvis/portal-graph.ts";
import { countBits, createBitSet, hasBit, setBit } from "../../core/bit-set.ts";
import { chopWinding, makeHugeWinding, splitWinding, windingArea } from "../../math/winding.ts";
import { createBreath } from "../breath.ts";
import type { CannotTell } from "../cannot-tell.ts";
import type { CostMap } from "../cost/open-cost-map.ts";
import { triangleSum } from "../cost/view-cost.ts";
import { floodWays, LEAST_AREA, type PlaceGraph } from "../portals/place-graph.ts";
import type { MeasuredPlace } from "./propose-closings.ts";

// Graph with the place's cluster split in two, as a hint does in the compiler: portals are split,
// and a new one is added.

/** A plane through the place's cell. */
export interface Cut {
  /** 0 x, 1 y, 2 z. */
  readonly axis: number;
  /** Inches along it. */
  readonly at: number;
  /** Part of the plane inside the cell, clockwise seen from the positive side of the axis. */
  readonly winding: Float64Array;
}

export interface Half {
  /** Bit set of the map's clusters. */
  readonly seen: Uint32Array;
  readonly isBound: boolean;
}

/**
 * Floods from both halves of the place's cell: below the cut, then above it. `null` if the cut
 * makes slivers.
 */
function floodHalves(
  { file, clusterOf, bound }: PlaceGraph,
  { axis, at, winding }: Cut,
  clusterCount: number,
): readonly [Half, Half] | null {
  const normal = [0, 1, 2].map((a) => (a === axis ? 1 : 0));
  const above = file.clusterCount;
  const count = file.portalCount;
  const windings: Float64Array[] = [];
  const clusters: number[] = [...file.clusters];
  /** Second parts of portals that the plane splits. */
  const added: { readonly winding: Float64Array; readonly of: number }[] = [];
  for (let i = 0; i < count; i++) {
    const points = file.points.subarray(file.firstPoint[i] * 3, file.firstPoint[i + 1] * 3);
    windings.push(points);
    const end = clusters[i * 2] === 0 ? 0 : clusters[i * 2 + 1] === 0 ? 1 : -1;
    if (end < 0) continue;
    const { front, back } = splitWinding(points, normal[0], normal[1], normal[2], at);
    const isAbove = front !== null && windingArea(front) > LEAST_AREA;
    const isBelow = back !== null && windingArea(back) > LEAST_AREA;
    if (isAbove) clusters[i * 2 + end] = above;
    if (!isAbove || !isBelow) continue;
    windings[i] = front;
    added.push({ winding: back, of: i });
    clusters.push(clusters[i * 2], clusters[i * 2 + 1]);
    clusters[clusters.length - 2 + end] = 0;
  }
  windings.push(...added.map((part) => part.winding), winding);
  clusters.push(above, 0);

  const firstPoint = new Uint32Array(windings.length + 1);
  for (const [i, part] of windings.entries()) firstPoint[i + 1] = firstPoint[i] + part.length / 3;
  const points = new Float64Array(firstPoint[windings.length] * 3);
  for (const [i, part] of windings.entries()) points.set(part, firstPoint[i] * 3);
  const graph = createPortalGraph(
    {
      clusterCount: above + 1,
      portalCount: windings.length,
      clusters: Uint32Array.from(clusters),
      firstPoint,
      points,
    },
    { progress() {}, warn() {} },
  );
  if (graph.wayCount !== windings.length * 2) return null;
  const rows = extendBound(
    bound,
    count,
    added.map((part) => part.of),
  );
  const open = createBitSet(graph.wayCount).fill(0xffffffff);
  const names = [...clusterOf, clusterOf[0]];
  const [below, over] = [0, above].map((start): Half => {
    const { ways, isBound } = floodWays(graph, rows, start, open);
    const seen = createBitSet(clusterCount);
    setBit(seen, clusterOf[0]);
    for (let way = 0; way < graph.wayCount; way++) {
      if (hasBit(ways, way)) setBit(seen, names[graph.target[way]]);
    }
    return { seen, isBound };
  });
  return [below, over];
}

/**
 * Extends the bounds for added portals: parts inherit the bounds of their originals, and the new
 * portal may see everything.
 */
function extendBound(bound: Uint32Array, count: number, wholes: readonly number[]): Uint32Array {
  const words = (count * 2 + 31) >>> 5;
  const wayCount = (count + wholes.length + 1) * 2;
  const wider = (wayCount + 31) >>> 5;
  const rows = new Uint32Array(wayCount * wider);
  const wholeOf = (way: number): number =>
    way < count * 2 ? way : wholes[(way >>> 1) - count] * 2 + (way & 1);
  const fresh = (count + wholes.length) * 2;
  for (let way = 0; way < fresh; way++) {
    const row = rows.subarray(way * wider, (way + 1) * wider);
    const from = wholeOf(way) * words;
    row.set(bound.subarray(from, from + words));
    for (let other = count * 2; other < fresh; other++) {
      const whole = wholeOf(other);
      if (((bound[from + (whole >>> 5)] >>> (whole & 31)) & 1) === 1) setBit(row, other);
    }
    setBit(row, fresh);
    setBit(row, fresh + 1);
  }
  rows.fill(0xffffffff, fresh * wider);
  return rows;
}

/** Smallest distance of a useful hint from the cell's wall, in inches. */
const FROM_WALL = 16;
/**
 * Most planes tried: the edges of the cell's openings, largest opening first, and the cell's
 * middles.
 */
const MOST_CUTS = 36;

export interface Hint {
  readonly axis: "x" | "y" | "z";
  readonly at: number;
  /** Mins and maxs of the part of the plane inside the cell, 6 numbers. */
  readonly box: readonly number[];
  /** Triangles saved in the place's own half, and in the other half for the same eye. */
  readonly here: number;
  readonly there: number;
  /** Clusters no longer visible from the place's half. */
  readonly clusters: number;
  readonly isBound: boolean;
}

/**
 * Returns hints that save most in the place's own half first. Rejects with CancelledError.
 * @param before triangles drawn after the flood from the whole cell
 */
export async function proposeHints(
  { map, graph, rows, counter, cluster, x, y, z }: MeasuredPlace,
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

/** Lists planes through the cell, each with its part inside. */
function listCuts(map: CostMap, { file }: PlaceGraph, leaf: number): Cut[] {
  const box = map.tree.leafBox.subarray(leaf * 6, leaf * 6 + 6);
  /** Planes, with the area of the largest opening that has an edge on the plane. */
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

/** Returns the planes of the nodes above a leaf, 4 numbers each, facing into the leaf. */
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
