/** Quick bound of visibility: portals that are in front of each other and reachable. */

import { VIS_EPSILON } from "./clip-winding.ts";
import type { PortalGraph } from "./portal-graph.ts";

// The bound is a row of `wayWords` words for each way, made by four passes, one after the other.
// Ways of `markInFront` and `keepReachable`, and words of `mirrorInFront` and `dropOneSided`, may
// be processed in any order, or in parallel: each writes words that no other writes, and reads of
// others only bits that do not change, or whose change does not matter.

/**
 * Returns for each way through a portal the ways that a line may pass after it: a row of `wayWords`
 * words each. Symmetric: way a reaches b if and only if reversed b reaches reversed a.
 */
export function computeMightSee(graph: PortalGraph): Uint32Array {
  const { wayCount, wayWords } = graph;
  const rows = new Uint32Array(wayCount * wayWords);
  for (let way = 0; way < wayCount; way++) markInFront(graph, rows, way);
  for (let word = 0; word < wayWords; word++) mirrorInFront(graph, rows, word);
  for (let way = 0; way < wayCount; way++) keepReachable(graph, rows, way);
  for (let word = 0; word < wayWords; word++) dropOneSided(graph, rows, word);
  return rows;
}

/**
 * Sets in the row of a way the ways that are at least partly in front of it and have it at least
 * partly behind them. Reversed, it is in front of them, so each pair is tested once, for the lower
 * of `way` and the reversed other way.
 */
export function markInFront(graph: PortalGraph, rows: Uint32Array, way: number): void {
  const { wayCount, wayWords } = graph;
  for (let other = way & ~1; other < wayCount; other++) {
    // A way is never in front of itself or its reverse.
    if (other === way || (other ^ 1) <= way) continue;
    if (!reachesFront(graph, way, other, 1) || !reachesFront(graph, other, way, -1)) continue;
    rows[way * wayWords + (other >>> 5)] |= 1 << (other & 31);
  }
}

/** Sets the reversed pairs of those that `markInFront` found, in the rows of 32 ways. */
export function mirrorInFront(graph: PortalGraph, rows: Uint32Array, word: number): void {
  const { wayCount, wayWords } = graph;
  for (let way = 0; way < wayCount; way++) {
    const back = way ^ 1;
    for (let left = rows[way * wayWords + word]; left !== 0; left &= left - 1) {
      const otherBack = (word * 32 + 31 - Math.clz32(left & -left)) ^ 1;
      if (otherBack > way) rows[otherBack * wayWords + (back >>> 5)] |= 1 << (back & 31);
    }
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
  /** Stamp of the last flood that reached each cluster. */
  readonly reached: Uint32Array;
  readonly stack: Uint32Array;
  /** Stamp of the last flood. Each flood uses its own, so that nothing has to be cleared. */
  stamp: number;
}

const spaces = new WeakMap<PortalGraph, FloodSpace>();

function floodSpaceOf(graph: PortalGraph): FloodSpace {
  let space = spaces.get(graph);
  if (space === undefined) {
    space = {
      inFront: new Uint32Array(graph.wayWords),
      reached: new Uint32Array(graph.clusterCount),
      stack: new Uint32Array(graph.clusterCount),
      stamp: 0,
    };
    spaces.set(graph, space);
  }
  return space;
}

/** Keeps in the row of `way` only ways that are reachable from it through ways in front of it. */
export function keepReachable(graph: PortalGraph, rows: Uint32Array, way: number): void {
  const { target, firstWay, clusterWays, wayWords } = graph;
  const space = floodSpaceOf(graph);
  const { inFront, reached, stack } = space;
  const row = way * wayWords;
  for (let i = 0; i < wayWords; i++) {
    inFront[i] = rows[row + i];
    rows[row + i] = 0;
  }
  const stamp = ++space.stamp;
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
 * Clears, in one word of all rows, what the reversed direction excludes. Both directions are upper
 * bounds, so a visible way must be in both. If the reverse is cleared first, the result is the same.
 */
export function dropOneSided(graph: PortalGraph, rows: Uint32Array, word: number): void {
  const { wayCount, wayWords } = graph;
  for (let way = 0; way < wayCount; way++) {
    const at = way * wayWords + word;
    const backWord = (way ^ 1) >>> 5;
    const backBit = (way ^ 1) & 31;
    for (let left = rows[at]; left !== 0; left &= left - 1) {
      const bit = 31 - Math.clz32(left & -left);
      const reversed = ((word * 32 + bit) ^ 1) * wayWords + backWord;
      if (((rows[reversed] >>> backBit) & 1) === 0) rows[at] &= ~(1 << bit);
    }
  }
}
