/** Builds the graph of places in a map and the ways between neighbouring leaves. */

import type { LeafTree } from "../../map/types.ts";
import { findLeaf, makeBoxLeafs, writeBoxLeafs } from "../../visibility/leaf-walk.ts";

// Test for straight lines through open space.

/**
 * Length in inches for which a line may cross solid space, because planes and boxes are rounded.
 */
const GRAZE = 0.05;

/** A point in a `Float32Array` or a plain array: x, y, z. */
export type LinePoint = readonly [x: number, y: number, z: number];

/** Whether every point of the line lies in a leaf with a cluster. */
export function isLineOpen(tree: LeafTree, from: LinePoint, to: LinePoint): boolean {
  if (tree.nodeCount === 0) return tree.leafCluster[findLeaf(tree, ...from)] >= 0;
  const { nodePlane, nodeChildren, leafCluster } = tree;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const graze = GRAZE / Math.max(length, GRAZE);

  const isPartOpen = (node: number, t0: number, t1: number): boolean => {
    if (node < 0) return leafCluster[-1 - node] >= 0 || t1 - t0 < graze;
    const p = node * 4;
    const [nx, ny, nz, d] = [nodePlane[p], nodePlane[p + 1], nodePlane[p + 2], nodePlane[p + 3]];
    const start = nx * from[0] + ny * from[1] + nz * from[2] - d;
    const end = nx * to[0] + ny * to[1] + nz * to[2] - d;
    const d0 = start + (end - start) * t0;
    const d1 = start + (end - start) * t1;
    const front = nodeChildren[node * 2];
    const back = nodeChildren[node * 2 + 1];
    if (d0 >= 0 && d1 >= 0) return isPartOpen(front, t0, t1);
    if (d0 < 0 && d1 < 0) return isPartOpen(back, t0, t1);
    const middle = Math.min(t1, Math.max(t0, t0 + ((t1 - t0) * d0) / (d0 - d1)));
    return d0 >= 0
      ? isPartOpen(front, t0, middle) && isPartOpen(back, middle, t1)
      : isPartOpen(back, t0, middle) && isPartOpen(front, middle, t1);
  };
  return isPartOpen(0, 0, 1);
}

/** Edge in inches below which a leaf is a sliver between brushes: to be crossed, not to stay in. */
const MIN_ROOM_EDGE = 32;
/**
 * Eye height above the floor in inches, limited by the leaf's height: above a player's head, below
 * a ceiling.
 */
const TOUR_HEIGHT = 96;
/** Tolerance in inches between boxes of neighbours. */
const REACH = 1;

/**
 * Most neighbour tests in total; real maps have some 20 per leaf. In contrived maps whose leaves
 * all overlap, the remaining leaves get no edges.
 */
const MOST_NEIGHBOURS = 2 ** 21;

export interface LeafGraph {
  /** A place in each leaf. */
  readonly places: readonly LinePoint[];
  /** Whether the leaf is wide enough to stay in. */
  readonly isRoom: readonly boolean[];
  /** First edge of each place in `to`; one entry more than places. */
  readonly firstEdge: Uint32Array;
  /** Target of each edge; `doors` is where the two leaves meet, `length` the distance. */
  readonly to: Uint32Array;
  readonly doors: readonly LinePoint[];
  readonly length: Float64Array;
}

type Box = readonly [x0: number, y0: number, z0: number, x1: number, y1: number, z1: number];

function boxOf(tree: LeafTree, leaf: number): Box {
  const b = tree.leafBox.subarray(leaf * 6, leaf * 6 + 6);
  return [b[0], b[1], b[2], b[3], b[4], b[5]];
}

/** Returns the centre of a box, at most at eye height above its floor. */
function placeIn([x0, y0, z0, x1, y1, z1]: Box): LinePoint {
  return [(x0 + x1) / 2, (y0 + y1) / 2, Math.min((z0 + z1) / 2, z0 + TOUR_HEIGHT)];
}

/**
 * Returns a place in a leaf. Its box's centre may lie outside, because leaves have any convex
 * shape.
 */
function findPlace(tree: LeafTree, leaf: number, box: Box): LinePoint | null {
  const eye = placeIn(box);
  const [x, y] = eye;
  const heights = [eye[2], (box[2] + box[5]) / 2];
  const tries: LinePoint[] = heights.map((z) => [x, y, z]);
  // Between the centre and each corner, for leaves that are cut off diagonally.
  for (const cx of [box[0], box[3]]) {
    for (const cy of [box[1], box[4]]) {
      for (const z of heights) tries.push([(x + cx) / 2, (y + cy) / 2, z]);
    }
  }
  return tries.find((place) => findLeaf(tree, ...place) === leaf) ?? null;
}

const distance = (a: LinePoint, b: LinePoint) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

export function buildLeafGraph(tree: LeafTree): LeafGraph {
  const leafs: number[] = [];
  const places: LinePoint[] = [];
  const isRoom: boolean[] = [];
  const placeOfLeaf = new Int32Array(tree.leafCount).fill(-1);
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    if (tree.leafCluster[leaf] < 0) continue;
    const box = boxOf(tree, leaf);
    const place = findPlace(tree, leaf, box);
    if (place === null) continue;
    placeOfLeaf[leaf] = places.length;
    leafs.push(leaf);
    places.push(place);
    isRoom.push(Math.min(box[3] - box[0], box[4] - box[1], box[5] - box[2]) >= MIN_ROOM_EDGE);
  }

  const edges: { to: number; door: LinePoint; length: number }[][] = places.map(() => []);
  const reached = makeBoxLeafs(tree);
  let tests = 0;
  const grown = new Float32Array(6);
  for (const [place, leaf] of leafs.entries()) {
    const a = boxOf(tree, leaf);
    for (let axis = 0; axis < 3; axis++) {
      grown[axis] = a[axis] - REACH;
      grown[axis + 3] = a[axis + 3] + REACH;
    }
    const count = writeBoxLeafs(tree, grown, 0, reached);
    tests += count;
    if (tests > MOST_NEIGHBOURS) break;
    for (const neighbour of reached.subarray(0, count)) {
      const other = placeOfLeaf[neighbour];
      if (other <= place) continue;
      const b = boxOf(tree, neighbour);
      const low = (axis: number) => Math.max(a[axis], b[axis]);
      const high = (axis: number) => Math.min(a[axis + 3], b[axis + 3]);
      if ([0, 1, 2].some((axis) => low(axis) > high(axis) + REACH)) continue;
      const from = places[place];
      const to = places[other];
      const shared: Box = [low(0), low(1), low(2), high(0), high(1), high(2)];
      const middle: LinePoint = [
        (from[0] + to[0]) / 2,
        (from[1] + to[1]) / 2,
        (from[2] + to[2]) / 2,
      ];
      const door = [placeIn(shared), middle].find(
        (point) => isLineOpen(tree, from, point) && isLineOpen(tree, point, to),
      );
      if (door === undefined) continue;
      const length = distance(from, door) + distance(door, to);
      edges[place].push({ to: other, door, length });
      edges[other].push({ to: place, door, length });
    }
  }

  const firstEdge = new Uint32Array(places.length + 1);
  for (const [place, list] of edges.entries())
    firstEdge[place + 1] = firstEdge[place] + list.length;
  const all = edges.flat();
  return {
    places,
    isRoom,
    firstEdge,
    to: Uint32Array.from(all, (edge) => edge.to),
    doors: all.map((edge) => edge.door),
    length: Float64Array.from(all, (edge) => edge.length),
  };
}

/** Returns the places of the largest connected part. */
export function listLargestPart({ places, firstEdge, to }: LeafGraph): number[] {
  const seen = new Uint8Array(places.length);
  let largest: number[] = [];
  for (let start = 0; start < places.length; start++) {
    if (seen[start]) continue;
    seen[start] = 1;
    const part = [start];
    for (let next = 0; next < part.length; next++) {
      for (let edge = firstEdge[part[next]]; edge < firstEdge[part[next] + 1]; edge++) {
        if (seen[to[edge]]) continue;
        seen[to[edge]] = 1;
        part.push(to[edge]);
      }
    }
    if (part.length > largest.length) largest = part;
  }
  return largest;
}

export interface ShortestWays {
  /** Distance of each place; infinite if unreachable. */
  readonly distance: Float64Array;
  /** Edge by which each place is reached from the place in `before`; −1 if none. */
  readonly edge: Int32Array;
  readonly before: Int32Array;
}

/**
 * Dijkstra's algorithm with a binary heap. Equal distances are settled by number, so that the
 * result is deterministic.
 */
export function findShortestWays(graph: LeafGraph, start: number): ShortestWays {
  const { places, firstEdge, to, length } = graph;
  const far = new Float64Array(places.length).fill(Number.POSITIVE_INFINITY);
  const edgeTo = new Int32Array(places.length).fill(-1);
  const before = new Int32Array(places.length).fill(-1);
  const heap: { place: number; far: number }[] = [];
  const isLess = (a: number, b: number) =>
    heap[a].far < heap[b].far || (heap[a].far === heap[b].far && heap[a].place < heap[b].place);
  const swap = (a: number, b: number) => {
    [heap[a], heap[b]] = [heap[b], heap[a]];
  };
  const push = (place: number, distanceTo: number) => {
    heap.push({ place, far: distanceTo });
    for (let at = heap.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isLess(at, parent)) break;
      swap(at, parent);
      at = parent;
    }
  };
  const pop = () => {
    const top = heap[0];
    const last = heap.pop()!;
    if (heap.length === 0) return top;
    heap[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [at * 2 + 1, at * 2 + 2]) {
        if (child < heap.length && isLess(child, least)) least = child;
      }
      if (least === at) return top;
      swap(at, least);
      at = least;
    }
  };

  far[start] = 0;
  push(start, 0);
  while (heap.length > 0) {
    const { place, far: reached } = pop();
    if (reached > far[place]) continue;
    for (let edge = firstEdge[place]; edge < firstEdge[place + 1]; edge++) {
      const next = reached + length[edge];
      if (next >= far[to[edge]]) continue;
      far[to[edge]] = next;
      edgeTo[to[edge]] = edge;
      before[to[edge]] = place;
      push(to[edge], next);
    }
  }
  return { distance: far, edge: edgeTo, before };
}
