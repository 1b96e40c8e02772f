/**
 * The world's tree: first a grid of columns 1024 inches wide, which keeps the tree shallow and the
 * cutting of brushes local, then a tree in each column.
 */

import { makeBoxVolume } from "../brushes/box-volume.ts";
import { type BspBrush, makeBspBrush, splitBrush } from "../brushes/bsp-brush.ts";
import { chopBrushes } from "../brushes/chop-brushes.ts";
import type { MapBrush } from "../brushes/map-brush.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import { buildTree } from "./build-tree.ts";
import { makeNode, type TreeNode } from "./tree.ts";

const BLOCK_SIZE = 1024;
/** Empty space around everything, so that the outside is one leaf or more. */
const OUTER_SPACE = 24;

/** Blocks from `x0`, `y0` up to but not including `x1`, `y1`. */
interface BlockRange {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A tree before its portals, and the box that it divides. */
export interface TreeInBox {
  readonly root: TreeNode;
  readonly mins: readonly number[];
  readonly maxs: readonly number[];
}

/** Builds the tree of structural brushes, over all of the given box and some space around it. */
export function buildWorldTree(
  brushes: readonly MapBrush[],
  mins: ArrayLike<number>,
  maxs: ArrayLike<number>,
  planes: PlaneTable,
): TreeInBox {
  const all: BlockRange = {
    x0: Math.floor(mins[0] / BLOCK_SIZE),
    y0: Math.floor(mins[1] / BLOCK_SIZE),
    x1: Math.max(Math.ceil(maxs[0] / BLOCK_SIZE), Math.floor(mins[0] / BLOCK_SIZE) + 1),
    y1: Math.max(Math.ceil(maxs[1] / BLOCK_SIZE), Math.floor(mins[1] / BLOCK_SIZE) + 1),
  };
  const low = [0, 1, 2].map((axis) => Math.floor(mins[axis]) - OUTER_SPACE);
  const high = [0, 1, 2].map((axis) => Math.ceil(maxs[axis]) + OUTER_SPACE);

  const divide = (range: BlockRange, inside: readonly BspBrush[]): TreeNode => {
    const width = range.x1 - range.x0;
    const depth = range.y1 - range.y0;
    if (width === 1 && depth === 1) {
      const edge = (inner: number, outer: number, block: number) =>
        block === inner ? outer : block * BLOCK_SIZE;
      const volume = makeBoxVolume(
        [edge(all.x0, low[0], range.x0), edge(all.y0, low[1], range.y0), low[2]],
        [edge(all.x1, high[0], range.x1), edge(all.y1, high[1], range.y1), high[2]],
        planes,
      );
      return buildTree(chopBrushes(inside, planes), volume, planes);
    }
    const alongX = width >= depth;
    const middle = alongX ? range.x0 + (width >> 1) : range.y0 + (depth >> 1);
    const node = makeNode();
    node.plane = planes.find(alongX ? 1 : 0, alongX ? 0 : 1, 0, middle * BLOCK_SIZE);
    const front: BspBrush[] = [];
    const back: BspBrush[] = [];
    for (const brush of inside) {
      const parts = splitBrush(brush, node.plane, planes);
      if (parts.front) front.push(markOnNode(parts.front, node.plane));
      if (parts.back) back.push(markOnNode(parts.back, node.plane));
    }
    node.front = divide({ ...range, ...(alongX ? { x0: middle } : { y0: middle }) }, front);
    node.back = divide({ ...range, ...(alongX ? { x1: middle } : { y1: middle }) }, back);
    return node;
  };
  return { root: divide(all, brushes.map(makeBspBrush)), mins: low, maxs: high };
}

/** Builds the tree of a brush entity's model: detail or not, all of its brushes divide it. */
export function buildModelTree(brushes: readonly MapBrush[], planes: PlaneTable): TreeInBox {
  const low = [0, 1, 2].map((axis) => lowest(brushes, axis) - OUTER_SPACE);
  const high = [0, 1, 2].map((axis) => highest(brushes, axis) + OUTER_SPACE);
  const pieces = chopBrushes(brushes.map(makeBspBrush), planes);
  const root = buildTree(pieces, makeBoxVolume(low, high, planes), planes);
  return { root, mins: low, maxs: high };
}

const lowest = (brushes: readonly MapBrush[], axis: number): number =>
  Math.floor(
    brushes.reduce((low, { mins }) => Math.min(low, mins[axis]), Number.POSITIVE_INFINITY),
  );
const highest = (brushes: readonly MapBrush[], axis: number): number =>
  Math.ceil(
    brushes.reduce((high, { maxs }) => Math.max(high, maxs[axis]), Number.NEGATIVE_INFINITY),
  );

function markOnNode(brush: BspBrush, plane: number): BspBrush {
  if (!brush.sides.some((side) => side.plane >> 1 === plane >> 1 && !side.onNode)) return brush;
  const sides = brush.sides.map((side) =>
    side.plane >> 1 === plane >> 1 ? { ...side, onNode: true } : side,
  );
  return { ...brush, sides };
}
