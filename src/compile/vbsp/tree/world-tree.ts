/**
 * The world's tree: a grid of columns 1024 inches wide, which keeps the tree shallow and the
 * cutting of brushes local, with a subtree in each column. Columns, order and margins are those of
 * vbsp's public sources (`ProcessBlock_Thread`, `BlockTree`).
 */

import { CONTENTS_SOLID } from "../../../formats/bsp/layouts/contents-flags.ts";
import { SURF_HINT, SURF_TRANS } from "../../../formats/bsp/layouts/surface-flags.ts";
import { makeBoxVolume } from "../brushes/box-volume.ts";
import {
  type BspBrush,
  type BspSide,
  isSkipSide,
  isVisibleSide,
  MIN_REACH,
  makeBspBrush,
  markOnNode,
  splitBrush,
} from "../brushes/bsp-brush.ts";
import { chopBrushes } from "../brushes/chop-brushes.ts";
import { CONTENTS_LIQUID } from "../brushes/contents.ts";
import { boundBrushes, type MapBrush } from "../brushes/map-brush.ts";
import { PLANE_ANY_X, type PlaneTable } from "../brushes/plane-table.ts";
import { MAX_COORD } from "../limits.ts";
import { makeNode, type TreeNode } from "./tree.ts";

// Division of space by the sides of brushes until every leaf has one kind of contents.

/** Bits for the side of a plane that a brush is on. */
const FRONT = 1;
const BACK = 2;
const BOTH = 3;
/** The plane is one of the brush's own sides. */
const FACING = 4;
/** Distance in inches by which a box must cross a plane to be on both sides. */
const BOX_EPSILON = 0.001;
/** Value that a plane must exceed to be chosen. */
const MIN_VALUE = -99999;
const WATER_VALUE = 9999999;

/**
 * Builds the tree of non-overlapping brushes in a box given as a brush. Chooses planes and the
 * order of brushes like `SelectSplitSide` and `SplitBrushList` of vbsp's public sources, so that
 * leafs are the same.
 */
function buildTree(brushes: readonly BspBrush[], volume: BspBrush, planes: PlaneTable): TreeNode {
  const root = makeNode();
  const stack = [{ node: root, brushes, volume: volume as BspBrush | null }];
  for (let task = stack.pop(); task; task = stack.pop()) {
    const { node } = task;
    const chosen = selectPlane(task.brushes, task.volume, planes);
    if (!chosen) {
      closeLeaf(node, task.brushes);
      continue;
    }
    node.plane = chosen.plane;
    node.front = makeNode(node);
    node.back = makeNode(node);
    const parts = splitBrushes(task.brushes, chosen, planes);
    const halves = task.volume
      ? splitBrush(task.volume, chosen.plane, planes)
      : { front: null, back: null };
    stack.push(
      { node: node.back, brushes: parts.back, volume: halves.back },
      { node: node.front, brushes: parts.front, volume: halves.front },
    );
  }
  return root;
}

/**
 * Sets a leaf's brushes and contents. A solid brush whose sides are all on nodes fills its leaf and
 * alone determines the contents.
 */
function closeLeaf(node: TreeNode, brushes: readonly BspBrush[]): void {
  node.brushes = brushes;
  for (const { source, sides } of brushes) {
    if ((source.contents & CONTENTS_SOLID) !== 0 && sides.every((side) => side.onNode)) {
      node.contents = CONTENTS_SOLID;
      return;
    }
    node.contents |= source.contents;
  }
}

interface ChosenPlane {
  readonly plane: number;
  /** Side of the plane that each brush is on. */
  readonly places: Uint8Array;
}

/** Chooses the plane to divide brushes by, visible sides before others; `null` if none is left. */
function selectPlane(
  brushes: readonly BspBrush[],
  volume: BspBrush | null,
  planes: PlaneTable,
): ChosenPlane | null {
  if (!volume) return null;
  const tested = new Set<number>();
  for (const visible of [true, false]) {
    let best: ChosenPlane | null = null;
    let bestValue = MIN_VALUE;
    let places = new Uint8Array(brushes.length);
    for (const brush of brushes) {
      for (const side of brush.sides) {
        if (side.onNode || !side.source || side.source.bevel || isSkipSide(side)) continue;
        if (side.source.visible !== visible) continue;
        const plane = side.plane & ~1;
        if (tested.has(plane)) continue;
        tested.add(plane);
        if (!reachesAcross(volume, plane, planes)) continue;
        const value = ratePlane(side, plane, brushes, places, planes);
        if (value > bestValue && dividesVolume(volume, plane, planes)) {
          bestValue = value;
          const spare: Uint8Array = best ? best.places : new Uint8Array(brushes.length);
          best = { plane, places };
          places = spare as Uint8Array<ArrayBuffer>;
        }
      }
    }
    if (best) return best;
  }
  return null;
}

function dividesVolume(volume: BspBrush, plane: number, planes: PlaneTable): boolean {
  const { front, back } = splitBrush(volume, plane, planes);
  return front !== null && back !== null;
}

/** Excludes most planes that do not divide a volume, without cutting it. */
function reachesAcross(volume: BspBrush, plane: number, { normal, dist }: PlaneTable): boolean {
  const at = plane * 3;
  let above = 0;
  let below = 0;
  for (const { winding } of volume.sides) {
    for (let i = 0; i < winding.length; i += 3) {
      const d =
        winding[i] * normal[at] +
        winding[i + 1] * normal[at + 1] +
        winding[i + 2] * normal[at + 2] -
        dist[plane];
      if (d > above) above = d;
      else if (d < below) below = d;
    }
  }
  return above >= MIN_REACH && below <= -MIN_REACH;
}

/**
 * Rates a plane. Prefers many brushes that end on it, few cut sides, equal numbers of brushes on
 * both sides, and axial planes. Water surfaces come first, translucent sides last. Rejects a plane
 * that cuts a hint side and is not a hint itself; as in vbsp, only the last brush of the list is
 * tested for hint sides.
 */
function ratePlane(
  side: BspSide,
  plane: number,
  brushes: readonly BspBrush[],
  places: Uint8Array,
  planes: PlaneTable,
): number {
  let front = 0;
  let back = 0;
  let facing = 0;
  let slivers = 0;
  tally.splits = 0;
  for (let i = 0; i < brushes.length; i++) {
    tally.splitsHint = false;
    const place = placeBrush(brushes[i], plane, planes);
    places[i] = place;
    if (place & FRONT) front++;
    if (place & BACK) back++;
    if (place & FACING) facing++;
    if (place === BOTH && tally.isSliver) slivers++;
  }
  const { surf, contents } = side.source!;
  if (contents & CONTENTS_LIQUID) return WATER_VALUE;
  if (tally.splitsHint && (surf & SURF_HINT) === 0) return Number.NEGATIVE_INFINITY;
  let value = 5 * facing - 5 * tally.splits - Math.abs(front - back) - 1000 * slivers;
  if (planes.type[plane] < PLANE_ANY_X) value += 5;
  if (surf & SURF_TRANS) value -= 500;
  return value;
}

/**
 * State of `placeBrush` for the plane being rated: `splits` of all brushes, the rest of the last
 * brush.
 */
const tally = { splits: 0, splitsHint: false, isSliver: false };

function placeBrush(brush: BspBrush, plane: number, planes: PlaneTable): number {
  const { sides } = brush;
  for (let i = 0; i < sides.length; i++) {
    if (sides[i].plane === plane) return BACK | FACING;
    if (sides[i].plane === (plane ^ 1)) return FRONT | FACING;
  }
  const place = placeBox(brush.mins, brush.maxs, plane, planes);
  if (place === BOTH) countSplits(brush, plane, planes);
  return place;
}

function placeBox(
  mins: Float64Array,
  maxs: Float64Array,
  plane: number,
  { normal, dist, type: planeType }: PlaneTable,
): number {
  const type = planeType[plane];
  if (type < PLANE_ANY_X) {
    const isAbove = maxs[type] > dist[plane] + BOX_EPSILON;
    return (isAbove ? FRONT : 0) | (mins[type] < dist[plane] - BOX_EPSILON ? BACK : 0);
  }
  let high = -dist[plane];
  let low = high;
  for (let axis = 0; axis < 3; axis++) {
    const n = normal[plane * 3 + axis];
    high += n * (n > 0 ? maxs[axis] : mins[axis]);
    low += n * (n > 0 ? mins[axis] : maxs[axis]);
  }
  return (high >= BOX_EPSILON ? FRONT : 0) | (low < BOX_EPSILON ? BACK : 0);
}

/** Counts the visible sides of a brush that a plane cuts. */
function countSplits(brush: BspBrush, plane: number, { normal, dist }: PlaneTable): void {
  const at = plane * 3;
  let highest = 0;
  let lowest = 0;
  for (const side of brush.sides) {
    if (!isVisibleSide(side)) continue;
    const { winding } = side;
    let high = 0;
    let low = 0;
    for (let i = 0; i < winding.length; i += 3) {
      const d =
        winding[i] * normal[at] +
        winding[i + 1] * normal[at + 1] +
        winding[i + 2] * normal[at + 2] -
        dist[plane];
      if (d > high) high = d;
      if (d < low) low = d;
    }
    if (high > highest) highest = high;
    if (low < lowest) lowest = low;
    if (high <= MIN_REACH || low >= -MIN_REACH || isSkipSide(side)) continue;
    tally.splits++;
    if (side.source!.surf & SURF_HINT) tally.splitsHint = true;
  }
  tally.isSliver = (highest > 0 && highest < 1) || (lowest < 0 && lowest > -1);
}

/**
 * Divides brushes by the chosen plane. Each list is in reverse order, as in vbsp, whose lists grow
 * at their heads.
 */
function splitBrushes(
  brushes: readonly BspBrush[],
  { plane, places }: ChosenPlane,
  planes: PlaneTable,
): { front: BspBrush[]; back: BspBrush[] } {
  const front: BspBrush[] = [];
  const back: BspBrush[] = [];
  for (const [i, brush] of brushes.entries()) {
    if ((places[i] & BOTH) === BOTH) {
      const parts = splitBrush(brush, plane, planes);
      if (parts.front) front.push(parts.front);
      if (parts.back) back.push(parts.back);
      continue;
    }
    const moved = places[i] & FACING ? markOnNode(brush, plane) : brush;
    if (places[i] & FRONT) front.push(moved);
    else if (places[i] & BACK) back.push(moved);
  }
  return { front: front.reverse(), back: back.reverse() };
}

const BLOCK_SIZE = 1024;
/** Columns on each side of the origin. */
const MAX_BLOCKS = MAX_COORD / BLOCK_SIZE;
/** Empty space above and below the map, in inches. */
const MARGIN_Z = 8;

/** Tree without portals, and the box that it divides. */
export interface TreeInBox {
  readonly root: TreeNode;
  readonly mins: readonly number[];
  readonly maxs: readonly number[];
}

/**
 * Builds the tree of structural brushes, over the columns that the given box touches and a ring
 * around them.
 */
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

/**
 * Cuts brushes to the sides of a column, in reverse order. Marks sides on the column's planes, so
 * that they divide nothing.
 */
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

/**
 * Builds the tree of a brush entity's model. All its brushes divide it, including detail brushes.
 */
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
