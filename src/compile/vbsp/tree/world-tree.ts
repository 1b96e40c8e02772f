/**
 * The world's tree: a grid of columns 1024 inches wide, which keeps the tree shallow and the cutting of brushes local,
 * and a tree in each column. Columns, order and margins are those of vbsp's public sources (`ProcessBlock_Thread`,
 * `BlockTree`).
 */

import { makeBoxVolume } from "../brushes/box-volume.ts";
import { type BspBrush, makeBspBrush, markOnNode, splitBrush } from "../brushes/bsp-brush.ts";
import { chopBrushes } from "../brushes/chop-brushes.ts";
import { CONTENTS_SOLID } from "../brushes/contents.ts";
import { boundBrushes, type MapBrush } from "../brushes/map-brush.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import { MAX_COORD } from "../limits.ts";
import { buildTree } from "./build-tree.ts";
import { makeNode, type TreeNode } from "./tree.ts";

const BLOCK_SIZE = 1024;
/** Columns on each side of the origin. */
const MAX_BLOCKS = MAX_COORD / BLOCK_SIZE;
/** Empty space above and below the map. */
const MARGIN_Z = 8;

/** A tree before its portals, and the box that it divides. */
export interface TreeInBox {
  readonly root: TreeNode;
  readonly mins: readonly number[];
  readonly maxs: readonly number[];
}

/** Builds the tree of structural brushes, over the columns that the given box touches and a ring around them. */
export function buildWorldTree(
  brushes: readonly MapBrush[],
  mins: ArrayLike<number>,
  maxs: ArrayLike<number>,
  planes: PlaneTable,
): TreeInBox {
  const blockOf = (value: number) =>
    Math.max(-MAX_BLOCKS, Math.min(MAX_BLOCKS - 1, Math.floor(value / BLOCK_SIZE)));
  const [x0, y0, x1, y1] = [mins[0], mins[1], maxs[0], maxs[1]].map(blockOf);

  const divide = (xl: number, yl: number, xh: number, yh: number): TreeNode => {
    if (xl === xh && yl === yh) {
      const isRing = xl < x0 || xl > x1 || yl < y0 || yl > y1;
      return isRing ? makeNode() : buildBlock(brushes, xl, yl, planes);
    }
    const alongX = xh - xl > yh - yl;
    const middle = alongX ? xl + ((xh - xl) >> 1) + 1 : yl + ((yh - yl) >> 1) + 1;
    const node = makeNode();
    node.plane = planes.find(alongX ? 1 : 0, alongX ? 0 : 1, 0, middle * BLOCK_SIZE);
    node.front = alongX ? divide(middle, yl, xh, yh) : divide(xl, middle, xh, yh);
    node.back = alongX ? divide(xl, yl, middle - 1, yh) : divide(xl, yl, xh, middle - 1);
    return node;
  };
  return {
    root: divide(x0 - 1, y0 - 1, x1 + 1, y1 + 1),
    mins: [x0 * BLOCK_SIZE, y0 * BLOCK_SIZE, mins[2] - MARGIN_Z],
    maxs: [(x1 + 1) * BLOCK_SIZE, (y1 + 1) * BLOCK_SIZE, maxs[2] + MARGIN_Z],
  };
}

/** Builds the tree of one column. A column without brushes is solid. */
function buildBlock(
  brushes: readonly MapBrush[],
  column: number,
  row: number,
  planes: PlaneTable,
): TreeNode {
  const mins = [column * BLOCK_SIZE, row * BLOCK_SIZE, -MAX_COORD];
  const maxs = [mins[0] + BLOCK_SIZE, mins[1] + BLOCK_SIZE, MAX_COORD];
  const inside = clipBrushes(brushes, mins, maxs, planes);
  if (inside.length === 0) {
    const solid = makeNode();
    solid.contents = CONTENTS_SOLID;
    return solid;
  }
  return buildTree(chopBrushes(inside, planes), makeBoxVolume(mins, maxs, planes), planes);
}

/** Cuts brushes to the sides of a column, in reverse order. Sides on the column's planes divide it no more. */
function clipBrushes(
  brushes: readonly MapBrush[],
  mins: readonly number[],
  maxs: readonly number[],
  planes: PlaneTable,
): BspBrush[] {
  const bounds = [0, 1].map((axis) =>
    [mins[axis], maxs[axis]].map((dist) => planes.find(1 - axis, axis, 0, dist)),
  );
  const clipped: BspBrush[] = [];
  for (let i = brushes.length - 1; i >= 0; i--) {
    const source = brushes[i];
    const isOutside = [0, 1, 2].some(
      (axis) => source.mins[axis] >= maxs[axis] || source.maxs[axis] <= mins[axis],
    );
    if (isOutside) continue;
    let brush: BspBrush | null = makeBspBrush(source);
    for (let axis = 0; axis < 2 && brush; axis++) {
      const [low, high] = bounds[axis];
      if (brush.maxs[axis] > maxs[axis]) brush = splitBrush(brush, high, planes).back;
      if (brush && brush.mins[axis] < mins[axis]) brush = splitBrush(brush, low, planes).front;
    }
    if (!brush) continue;
    for (const plane of bounds.flat()) brush = markOnNode(brush, plane);
    clipped.push(brush);
  }
  return clipped;
}

/** Builds the tree of a brush entity's model: detail or not, all of its brushes divide it. */
export function buildModelTree(brushes: readonly MapBrush[], planes: PlaneTable): TreeInBox {
  const [mins, maxs] = boundBrushes(brushes).map((corner) => [...corner]);
  const pieces = chopBrushes(brushes.map(makeBspBrush).reverse(), planes);
  const corner = [MAX_COORD, MAX_COORD, MAX_COORD];
  const volume = makeBoxVolume(
    corner.map((value) => -value),
    corner,
    planes,
  );
  return { root: buildTree(pieces, volume, planes), mins, maxs };
}
