/** The way of a tour: which places of a map it visits, in which order, and the points between. */

import type { LeafTree } from "../../map/types.ts";
import { lerp } from "../../math/vec3.ts";
import {
  buildLeafGraph,
  findShortestWays,
  type LeafGraph,
  listLargestPart,
  type ShortestWays,
} from "./leaf-graph.ts";
import { isLineOpen, type LinePoint } from "./trace-line.ts";

/** Enough to come by every part of a map; each is as far from the others as can be. */
const MAX_STOPS = 24;
/** Half the width of what must fit through a short cut, and half of its height. */
const CLEARANCE = 16;
/** A corner is cut this far before and after it, where there is room. */
const CORNER = 96;

const squared = (a: LinePoint, b: LinePoint) =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

/** Places spread over a part of the map, each the farthest from all before; first nearest `start`. */
function chooseStops({ places, isRoom }: LeafGraph, part: readonly number[], start: LinePoint) {
  const rooms = part.filter((place) => isRoom[place]);
  const all = rooms.length > 0 ? rooms : part;
  const nearest = new Float64Array(all.length).fill(Number.POSITIVE_INFINITY);
  let next = 0;
  for (let i = 1; i < all.length; i++) {
    if (squared(places[all[i]], start) < squared(places[all[next]], start)) next = i;
  }
  const stops: number[] = [];
  while (stops.length < Math.min(MAX_STOPS, all.length)) {
    stops.push(all[next]);
    const stop = places[all[next]];
    next = 0;
    for (let i = 0; i < all.length; i++) {
      nearest[i] = Math.min(nearest[i], squared(places[all[i]], stop));
      if (nearest[i] > nearest[next]) next = i;
    }
  }
  return stops;
}

/**
 * The order of a short tour that begins at the first: the nearest unvisited one next, then stretches
 * turned round as long as that shortens it. `far[a][b]` is the way from stop a to stop b.
 */
function orderStops(far: readonly (readonly number[])[]): number[] {
  const order = [0];
  const left = far.map((_, i) => i).slice(1);
  while (left.length > 0) {
    const row = far[order[order.length - 1]];
    let best = 0;
    for (let i = 1; i < left.length; i++) if (row[left[i]] < row[left[best]]) best = i;
    order.push(...left.splice(best, 1));
  }
  const step = (i: number, j: number) => (j < order.length ? far[order[i]][order[j]] : 0);
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (let i = 0; i + 2 < order.length; i++) {
      for (let j = i + 2; j < order.length; j++) {
        const now = step(i, i + 1) + step(j, j + 1);
        const turned = step(i, j) + step(i + 1, j + 1);
        if (turned >= now - 1e-6) continue;
        order.splice(i + 1, j - i, ...order.slice(i + 1, j + 1).reverse());
        isShorter = true;
      }
    }
  }
  return order;
}

/** The points from a place to another: through the middles of leaves and what they share. */
function listPoints(graph: LeafGraph, ways: ShortestWays, to: number): LinePoint[] {
  const points: LinePoint[] = [];
  for (let place = to; ways.edge[place] >= 0; place = ways.before[place]) {
    points.push(graph.places[place], graph.doors[ways.edge[place]]);
  }
  return points.reverse();
}

/** Whether something of the width of `CLEARANCE` can go straight along. */
function isPassable(tree: LeafTree, from: LinePoint, to: LinePoint): boolean {
  if (!isLineOpen(tree, from, to)) return false;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  // To the left and the right of it; straight up and down, any side will do.
  const x = length > 1 ? (-(to[1] - from[1]) / length) * CLEARANCE : CLEARANCE;
  const y = length > 1 ? ((to[0] - from[0]) / length) * CLEARANCE : 0;
  const moved = ([px, py, pz]: LinePoint, dx: number, dy: number, dz: number): LinePoint => {
    return [px + dx, py + dy, pz + dz];
  };
  const sides: LinePoint[] = [
    [x, y, 0],
    [-x, -y, 0],
    [0, 0, CLEARANCE],
    [0, 0, -CLEARANCE],
  ];
  return sides.every((side) => isLineOpen(tree, moved(from, ...side), moved(to, ...side)));
}

/** Leaves out the points that can be passed by: as far ahead each time as one can go straight. */
function straighten(
  tree: LeafTree,
  points: readonly LinePoint[],
  isKept: ReadonlySet<LinePoint>,
): LinePoint[] {
  const way = [points[0]];
  for (let at = 0; at < points.length - 1; ) {
    let next = at + 1;
    while (
      next + 1 < points.length &&
      !isKept.has(points[next]) &&
      isPassable(tree, points[at], points[next + 1])
    ) {
      next++;
    }
    way.push(points[next]);
    at = next;
  }
  return way;
}

/** Turns each corner into a curve, as wide as there is room for, up to `CORNER`. */
function roundCorners(tree: LeafTree, points: readonly LinePoint[]): LinePoint[] {
  const way = [points[0]];
  for (let i = 1; i + 1 < points.length; i++) {
    const [before, corner, after] = [points[i - 1], points[i], points[i + 1]];
    const lengthIn = Math.sqrt(squared(before, corner));
    const lengthOut = Math.sqrt(squared(corner, after));
    const curve = (radius: number): LinePoint[] => {
      const from = lerp(corner, before, radius / lengthIn);
      const to = lerp(corner, after, radius / lengthOut);
      const steps = [0, 0.25, 0.5, 0.75, 1];
      return steps.map((t) => lerp(lerp(from, corner, t), lerp(corner, to, t), t));
    };
    const isOpen = (part: LinePoint[]) =>
      part.every((point, j) => j === 0 || isLineOpen(tree, part[j - 1], point));
    let rounded: LinePoint[] = [corner];
    for (let radius = Math.min(CORNER, lengthIn / 2, lengthOut / 2); radius > 2; radius /= 2) {
      const part = curve(radius);
      if (!isOpen(part)) continue;
      rounded = part;
      break;
    }
    way.push(...rounded);
  }
  if (points.length > 1) way.push(points[points.length - 1]);
  return way;
}

/**
 * The points of a tour from near `start` through the largest part of the map that can be flown
 * through without crossing a wall; straight lines between them stay in open space. Empty if there is
 * no leaf to stand in. The same for the same tree and start.
 */
export function buildTourWay(tree: LeafTree, start: LinePoint): LinePoint[] {
  const graph = buildLeafGraph(tree);
  const part = listLargestPart(graph);
  if (part.length === 0) return [];
  const stops = chooseStops(graph, part, start);
  const ways = stops.map((stop) => findShortestWays(graph, stop));
  const far = ways.map(({ distance }) => stops.map((stop) => distance[stop]));
  const order = orderStops(far);
  const points: LinePoint[] = [graph.places[stops[order[0]]]];
  for (let i = 1; i < order.length; i++) {
    points.push(...listPoints(graph, ways[order[i - 1]], stops[order[i]]));
  }
  const isStop = new Set(stops.map((stop) => graph.places[stop]));
  const distinct = points.filter((point, i) => i === 0 || squared(point, points[i - 1]) > 1);
  return roundCorners(tree, straighten(tree, distinct, isStop));
}
