/** Quick bound of visibility: portals that are in front of each other and reachable. */

import { VIS_EPSILON } from "./clip-winding.ts";
import type { PortalGraph } from "./portal-graph.ts";

/**
 * Returns for each way through a portal the ways that a line may pass after it: a row of `wayWords`
 * words each. Symmetric: way a reaches b if and only if reversed b reaches reversed a.
 */
export function computeMightSee(graph: PortalGraph, progress: (done: number) => void): Uint32Array {
  const { wayCount, wayWords } = graph;
  const rows = new Uint32Array(wayCount * wayWords);
  for (let way = 0; way < wayCount; way++) {
    markInFront(graph, way, rows);
    if ((way & 63) === 0) progress(way / wayCount / 2);
  }
  const inFront = new Uint32Array(wayWords);
  const space: FloodSpace = {
    inFront,
    reached: new Uint32Array(graph.clusterCount),
    stack: new Uint32Array(graph.clusterCount),
  };
  for (let way = 0; way < wayCount; way++) {
    const row = rows.subarray(way * wayWords, (way + 1) * wayWords);
    inFront.set(row);
    row.fill(0);
    flood(graph, way, rows, space);
    if ((way & 63) === 0) progress((1 + way / wayCount) / 2);
  }
  dropOneSided(rows, wayCount, wayWords);
  return rows;
}

/**
 * Sets in the row of a way the ways that are at least partly in front of it and have it at least
 * partly behind them. Reversed, it is in front of them, so each pair is tested once and set in both
 * rows.
 */
function markInFront(graph: PortalGraph, way: number, rows: Uint32Array): void {
  const { wayCount, wayWords } = graph;
  const back = way ^ 1;
  for (let other = way & ~1; other < wayCount; other++) {
    const otherBack = other ^ 1;
    // Tests only the first of two equivalent pairs. A way is never in front of itself or its
    // reverse.
    if (other === way || otherBack <= way) continue;
    if (!reachesFront(graph, way, other, 1) || !reachesFront(graph, other, way, -1)) continue;
    rows[way * wayWords + (other >>> 5)] |= 1 << (other & 31);
    rows[otherBack * wayWords + (back >>> 5)] |= 1 << (back & 31);
  }
}

/** Whether a point of `other` is in front (`side` 1) or behind (-1) the plane of `way`. */
function reachesFront(graph: PortalGraph, way: number, other: number, side: number): boolean {
  const { planes, spheres, firstPoint, points } = graph;
  const nx = planes[way * 4] * side;
  const ny = planes[way * 4 + 1] * side;
  const nz = planes[way * 4 + 2] * side;
  const distance = planes[way * 4 + 3] * side + VIS_EPSILON;
  const s = other * 4;
  const centre = spheres[s] * nx + spheres[s + 1] * ny + spheres[s + 2] * nz - distance;
  if (centre > 0) return true;
  if (centre < -spheres[s + 3]) return false;
  const end = firstPoint[(other >>> 1) + 1] * 3;
  for (let at = firstPoint[other >>> 1] * 3; at < end; at += 3) {
    if (points[at] * nx + points[at + 1] * ny + points[at + 2] * nz > distance) return true;
  }
  return false;
}

/** Memory that the floods of all ways share. */
interface FloodSpace {
  /** Bit set of the ways in front of the current one. */
  readonly inFront: Uint32Array;
  /** Stamp of the last way that reached each cluster. */
  readonly reached: Uint32Array;
  readonly stack: Uint32Array;
}

/** Sets in the row of `way` the ways reachable from it through ways in front of it. */
function flood(
  graph: PortalGraph,
  way: number,
  rows: Uint32Array,
  { inFront, reached, stack }: FloodSpace,
): void {
  const { target, firstWay, clusterWays } = graph;
  const row = way * graph.wayWords;
  // Each way uses its own stamp, so that nothing has to be cleared.
  const stamp = way + 1;
  let depth = 0;
  stack[depth++] = target[way];
  reached[target[way]] = stamp;
  while (depth > 0) {
    const cluster = stack[--depth];
    for (let i = firstWay[cluster]; i < firstWay[cluster + 1]; i++) {
      const next = clusterWays[i];
      if (((inFront[next >>> 5] >>> (next & 31)) & 1) === 0) continue;
      rows[row + (next >>> 5)] |= 1 << (next & 31);
      const beyond = target[next];
      if (reached[beyond] === stamp) continue;
      reached[beyond] = stamp;
      stack[depth++] = beyond;
    }
  }
}

/**
 * Clears in all rows what the reversed direction excludes. Both directions are upper bounds, so a
 * visible way must be in both.
 */
export function dropOneSided(rows: Uint32Array, wayCount: number, words: number): void {
  for (let way = 0; way < wayCount; way++) {
    const backWord = (way ^ 1) >>> 5;
    const backBit = (way ^ 1) & 31;
    for (let i = 0; i < words; i++) {
      const at = way * words + i;
      for (let left = rows[at]; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const other = i * 32 + bit;
        if (((rows[(other ^ 1) * words + backWord] >>> backBit) & 1) === 0) {
          rows[at] &= ~(1 << bit);
        }
      }
    }
  }
}
