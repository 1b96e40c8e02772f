/**
 * Rebuilds the portals that the compiler did not store: creates them at each node of the tree and
 * divides them on the way down, as vbsp does (`compile/vbsp/tree/portals.ts`), from the planes in
 * the map.
 */

import { makeBoxVolume } from "../../compile/vbsp/brushes/box-volume.ts";
import { PlaneTable } from "../../compile/vbsp/brushes/plane-table.ts";
import { isSeenBetween } from "../../compile/vbsp/tree/clusters.ts";
import { CONTENTS_SOLID } from "../../formats/bsp/layouts/contents-flags.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import {
  chopWinding,
  EXACT_EPSILON,
  isTinyWinding,
  makeHugeWinding,
  splitWinding,
  type Winding,
} from "../../math/winding.ts";
import type { CannotTell } from "../cannot-tell.ts";
import type { LeafPortals } from "./compare-portals.ts";

export type TreeLumps = Pick<BspWorld, "nodes" | "leafs" | "planes" | "models">;

/** Empty space around the tree's box: vbsp's SIDESPACE. */
const OUTER_SPACE = 24;
/** Largest coordinate of a winding from `makeHugeWinding`. */
const WORLD_EDGE = 65536;
/**
 * Most polygons during division. The largest real maps take some 200,000; a malicious map may take
 * any number.
 */
const MOST_PIECES = 1 << 20;
/** Most tests of winding points against planes. Large maps take some 5 million. */
const MOST_POINTS = 1 << 27;

/** Stands for the space beyond the box. Nodes count from 0, leafs are -1 - leaf. */
const OUTSIDE = 0x7fffffff;

/** Polygon during division, with the children in front and behind, in the numbering of nodes. */
interface Piece {
  winding: Winding;
  /** Row of the planes; -1 for a side of the box. */
  readonly plane: number;
  /** Plane of the polygon, 4 numbers. */
  readonly normal: readonly number[];
  front: number;
  back: number;
  /**
   * Sequence number of the last placement, by which portals are listed; -1 if the piece was split
   * and replaced.
   */
  turn: number;
}

/** Pieces around a node, with their turns. A piece with another turn by now has moved elsewhere. */
interface Around {
  readonly pieces: Piece[];
  readonly turns: number[];
}

/**
 * Lists portals between leafs that are not solid, in the order of the tree. Never throws: returns
 * `CannotTell` for a tree that takes more work than real ones.
 * @param mostPieces most polygons during division
 */
export function rebuildPortals(bsp: TreeLumps, mostPieces = MOST_PIECES): LeafPortals | CannotTell {
  const { nodes, planes, models } = bsp;
  if (nodes.count === 0) return { because: "the map's tree has no nodes" };
  const root = models.count > 0 ? models.headNode[0] : 0;
  if (root < 0) return { because: "the world is a single leaf" };
  const pieces: Piece[] = [];
  const ofNode = new Map<number, Around>();
  let points = 0;
  let turns = 0;

  const place = (piece: Piece) => {
    piece.turn = turns++;
    for (const end of [piece.front, piece.back]) {
      if (end < 0 || end === OUTSIDE) continue;
      const around = ofNode.get(end) ?? { pieces: [], turns: [] };
      ofNode.set(end, around);
      around.pieces.push(piece);
      around.turns.push(piece.turn);
    }
  };
  const add = (piece: Piece) => {
    pieces.push(piece);
    place(piece);
  };
  const planeOf = (row: number) => [
    planes.normal[row * 3],
    planes.normal[row * 3 + 1],
    planes.normal[row * 3 + 2],
    planes.dist[row],
  ];

  for (const { plane, winding } of boxSides(bsp, root)) {
    add({ winding, plane: -1, normal: plane, front: OUTSIDE, back: root, turn: 0 });
  }
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const all = ofNode.get(node);
    const around = all?.pieces.filter(({ turn }, i) => turn === all.turns[i]) ?? [];
    ofNode.delete(node);
    const front = nodes.children[node * 2];
    const back = nodes.children[node * 2 + 1];
    const row = nodes.plane[node];
    const normal = planeOf(row);
    const made = windingOfNode(node, around, normal);
    if (made) add({ winding: made, plane: row, normal, front, back, turn: 0 });
    for (const piece of around) {
      points += piece.winding.length;
      divide(piece, { node, front, back, normal }, place, add);
    }
    if (turns > mostPieces || points > MOST_POINTS) {
      return { because: "its tree cuts its portals into more pieces than any real map's" };
    }
    if (back >= 0) stack.push(back);
    if (front >= 0) stack.push(front);
  }
  return writeColumns(bsp, pieces);
}

/** Returns the box that the tree divides, from its own bounds and those of the world's model. */
function boxSides({ nodes, models }: TreeLumps, root: number) {
  const low: number[] = [];
  const high: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const lows = [nodes.mins[root * 3 + axis]];
    const highs = [nodes.maxs[root * 3 + axis]];
    if (models.count > 0) {
      lows.push(models.mins[axis]);
      highs.push(models.maxs[axis]);
    }
    low.push(Math.max(Math.floor(Math.min(...lows)) - OUTER_SPACE, -WORLD_EDGE));
    high.push(Math.min(Math.ceil(Math.max(...highs)) + OUTER_SPACE, WORLD_EDGE));
    // Invalid bounds: uses the whole world.
    if (!(low[axis] < high[axis])) {
      low[axis] = -WORLD_EDGE;
      high[axis] = WORLD_EDGE;
    }
  }
  const table = new PlaneTable();
  return makeBoxVolume(low, high, table).sides.map(({ plane, winding }) => ({
    plane: [...table.normal.slice(plane * 3, plane * 3 + 3), table.dist[plane]],
    winding,
  }));
}

/** Returns the part of a node's plane within the node; `null` if none. */
function windingOfNode(
  node: number,
  around: readonly Piece[],
  [nx, ny, nz, dist]: readonly number[],
): Winding | null {
  let winding: Winding | null = makeHugeWinding(nx, ny, nz, dist);
  for (const { front, normal } of around) {
    const sign = front === node ? 1 : -1;
    winding = chopWinding(
      winding,
      normal[0] * sign,
      normal[1] * sign,
      normal[2] * sign,
      normal[3] * sign,
      EXACT_EPSILON,
    );
    if (!winding) return null;
  }
  return isTinyWinding(winding) ? null : winding;
}

/** Node of the tree with its children and the 4 numbers of its plane. */
interface Split {
  readonly node: number;
  readonly front: number;
  readonly back: number;
  readonly normal: readonly number[];
}

/** Moves a piece from a node to its children, and splits it if it is in both. */
function divide(
  piece: Piece,
  { node, front: toFront, back: toBack, normal }: Split,
  place: (piece: Piece) => void,
  add: (piece: Piece) => void,
): void {
  const whole = piece.winding;
  let { front, back } = splitWinding(whole, normal[0], normal[1], normal[2], normal[3]);
  if (front && front !== whole && isTinyWinding(front)) front = null;
  if (back && back !== whole && isTinyWinding(back)) back = null;
  const isFront = piece.front === node;
  if (front && back) {
    piece.turn = -1;
    for (const [winding, child] of [
      [front, toFront],
      [back, toBack],
    ] as const) {
      add({
        ...piece,
        winding,
        front: isFront ? child : piece.front,
        back: isFront ? piece.back : child,
      });
    }
    return;
  }
  // Neither: the piece is too small to split or lies on the plane. It goes to the side where most
  // of it is.
  const isAhead = front !== null || (back === null && isMostlyInFront(whole, normal));
  const child = isAhead ? toFront : toBack;
  if (isFront) piece.front = child;
  else piece.back = child;
  place(piece);
}

function isMostlyInFront(winding: Winding, [nx, ny, nz, dist]: readonly number[]): boolean {
  let farthest = 0;
  for (let i = 0; i < winding.length; i += 3) {
    const d = winding[i] * nx + winding[i + 1] * ny + winding[i + 2] * nz - dist;
    if (Math.abs(d) > Math.abs(farthest)) farthest = d;
  }
  return farthest >= 0;
}

function writeColumns({ leafs }: TreeLumps, pieces: readonly Piece[]): LeafPortals {
  const isOpen = (end: number) => end < 0 && (leafs.contents[-1 - end] & CONTENTS_SOLID) === 0;
  const kept = pieces
    .filter(({ turn, plane, front, back }) => {
      return turn >= 0 && plane >= 0 && isOpen(front) && isOpen(back);
    })
    .sort((a, b) => a.turn - b.turn);
  const first = new Uint32Array(kept.length + 1);
  for (const [i, { winding }] of kept.entries()) first[i + 1] = first[i] + winding.length / 3;
  const points = new Float32Array(first[kept.length] * 3);
  for (const [i, { winding }] of kept.entries()) points.set(winding, first[i] * 3);
  const leafA = Uint32Array.from(kept, ({ front }) => -1 - front);
  const leafB = Uint32Array.from(kept, ({ back }) => -1 - back);
  return {
    count: kept.length,
    first,
    points,
    leafA,
    leafB,
    clusterA: Int32Array.from(leafA, (leaf) => leafs.cluster[leaf]),
    clusterB: Int32Array.from(leafB, (leaf) => leafs.cluster[leaf]),
    plane: Uint32Array.from(kept, ({ plane }) => plane),
    isSeenThrough: Uint8Array.from(leafA, (leaf, i) =>
      isSeenBetween(leafs.contents[leaf], leafs.contents[leafB[i]]) ? 1 : 0,
    ),
  };
}
