/** The graph of a place whose cluster a hint has cut in two, as the compiler would: its portals are cut, and one is new. */

import { splitWinding, windingArea } from "../../compile/vbsp/brushes/winding.ts";
import { createPortalGraph } from "../../compile/vvis/portal-graph.ts";
import { createBitSet, hasBit, setBit } from "../../core/bit-set.ts";
import { floodWays } from "./flood-ways.ts";
import { LEAST_AREA, type PlaceGraph } from "./place-graph.ts";

/** A plane through the place's cell. */
export interface Cut {
  /** 0 x, 1 y, 2 z. */
  readonly axis: number;
  /** Inches along it. */
  readonly at: number;
  /** What of the plane lies in the cell: clockwise seen from the side that the axis leads to. */
  readonly winding: Float64Array;
}

export interface Half {
  /** Bit set of the map's clusters. */
  readonly seen: Uint32Array;
  readonly isBound: boolean;
}

/** What is seen from both halves of the place's cell: below the cut, then above it. null where it makes slivers. */
export function floodHalves(
  { file, clusterOf, bound }: PlaceGraph,
  { axis, at, winding }: Cut,
  clusterCount: number,
): readonly [Half, Half] | null {
  const normal = [0, 1, 2].map((a) => (a === axis ? 1 : 0));
  const above = file.clusterCount;
  const count = file.portalCount;
  const windings: Float64Array[] = [];
  const clusters: number[] = [...file.clusters];
  /** Portals that are the other part of one before them. */
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

/** Bounds for a graph with more portals: parts see and are seen as their wholes are, the new one sees anything. */
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
