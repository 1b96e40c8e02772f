/** Divides space by the sides of brushes until every leaf is of one kind. */

import { SURF_HINT, SURF_TRANS } from "../../../formats/bsp/layouts/surface-flags.ts";
import {
  type BspBrush,
  type BspSide,
  isSkipSide,
  isVisibleSide,
  MIN_REACH,
  markOnNode,
  splitBrush,
} from "../brushes/bsp-brush.ts";
import { CONTENTS_LIQUID, CONTENTS_SOLID } from "../brushes/contents.ts";
import { PLANE_ANY_X, type PlaneTable } from "../brushes/plane-table.ts";
import { makeNode, type TreeNode } from "./tree.ts";

/** Which side of a plane a brush is on. */
const FRONT = 1;
const BACK = 2;
const BOTH = 3;
/** The plane is one of its own. */
const FACING = 4;
/** Inches: a box that reaches less than this across a plane is on one side of it. */
const BOX_EPSILON = 0.001;
/** Value that a plane must exceed to divide anything. */
const MIN_VALUE = -99999;
const WATER_VALUE = 9999999;

/**
 * Builds the tree of brushes that do not overlap, over a box given as a brush. Planes and the order of brushes are
 * chosen as `SelectSplitSide` and `SplitBrushList` of vbsp's public sources do, so that leafs are the same.
 */
export function buildTree(
  brushes: readonly BspBrush[],
  volume: BspBrush,
  planes: PlaneTable,
): TreeNode {
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

/** A solid brush whose sides are all on nodes fills its leaf and is all that counts there. */
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
  /** Where each brush lies. */
  readonly places: Uint8Array;
}

/** The plane to divide brushes by: sides that are seen first, then others; null if none is left. */
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

/** Rules out most planes that do not divide a volume, without cutting it. */
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
 * Rates a plane: many brushes that end on it and few sides cut, as many brushes before as behind, axial ones first;
 * water surfaces before all, translucent sides last. A plane that cuts a hint side and is no hint itself is never
 * taken; as in vbsp, only the last brush of the list is asked for hint sides.
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

/** What `placeBrush` adds up over the brushes of one plane. */
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

/** Visible sides of a brush that a plane cuts. */
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

/** Divides brushes by the chosen plane. Each list comes out in reverse, as from lists that grow at their heads. */
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
