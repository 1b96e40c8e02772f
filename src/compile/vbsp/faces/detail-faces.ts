/**
 * Faces of func_detail brushes. They do not divide the tree. Their faces are added to the leafs
 * they touch, and their pieces are listed there for collision.
 */

import { CONTENTS_SOLID } from "../../../formats/bsp/layouts/contents-flags.ts";
import { isTinyWinding, splitWinding, type Winding } from "../../../math/winding.ts";
import { type BspBrush, makeBspBrush, splitBrush } from "../brushes/bsp-brush.ts";
import { chopBrushes } from "../brushes/chop-brushes.ts";
import { CONTENTS_TRANSPARENT, CONTENTS_VISIBLE } from "../brushes/contents.ts";
import type { MapBrush } from "../brushes/map-brush.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import type { BspFace, TreeNode } from "../tree/tree.ts";
import { mergeFaces } from "./merge-faces.ts";
import { subdivideFace } from "./subdivide-face.ts";
import type { TexInfoTable } from "./texinfo-table.ts";

/** Lists the leafs below a node, except solid ones, that contain or touch a face. */
export function listLeafsOfFace(
  root: TreeNode,
  face: BspFace,
  { normal, dist }: PlaneTable,
): TreeNode[] {
  const leafs: TreeNode[] = [];
  const stack: { node: TreeNode; winding: Winding }[] = [{ node: root, winding: face.winding }];
  for (let task = stack.pop(); task; task = stack.pop()) {
    const { node, winding } = task;
    if (!node.front || !node.back) {
      if ((node.contents & CONTENTS_SOLID) === 0) leafs.push(node);
      continue;
    }
    const at = node.plane * 3;
    let { front, back } = splitWinding(
      winding,
      normal[at],
      normal[at + 1],
      normal[at + 2],
      dist[node.plane],
    );
    if (!front && !back) {
      // The face lies on the plane, so it belongs to the side that it faces.
      const f = face.plane * 3;
      const along =
        normal[f] * normal[at] + normal[f + 1] * normal[at + 1] + normal[f + 2] * normal[at + 2];
      if (along > 0) front = winding;
      else back = winding;
    } else if (front && back) {
      if (isTinyWinding(front)) front = null;
      else if (isTinyWinding(back)) back = null;
    }
    if (back) stack.push({ node: node.back, winding: back });
    if (front) stack.push({ node: node.front, winding: front });
  }
  return leafs;
}

// Search for the boxes that touch a box, by a grid over x and y.

const CELL = 256;

interface Boxed {
  readonly mins: ArrayLike<number>;
  readonly maxs: ArrayLike<number>;
}

class BoxGrid<T extends Boxed> {
  readonly #boxes: readonly T[];
  readonly #cells = new Map<number, number[]>();
  /** Number of the query that tested each box last. */
  readonly #seen: Uint32Array;
  #query = 0;

  constructor(boxes: readonly T[]) {
    this.#boxes = boxes;
    this.#seen = new Uint32Array(boxes.length);
    for (const [i, box] of boxes.entries()) {
      for (const key of cellsOf(box)) {
        const cell = this.#cells.get(key);
        if (cell) cell.push(i);
        else this.#cells.set(key, [i]);
      }
    }
  }

  /** Lists the other boxes that touch a box, in the original order. */
  listTouching(box: T): T[] {
    const found: number[] = [];
    this.#query++;
    for (const key of cellsOf(box)) {
      for (const i of this.#cells.get(key) ?? []) {
        if (this.#seen[i] === this.#query) continue;
        this.#seen[i] = this.#query;
        if (this.#boxes[i] !== box && touches(this.#boxes[i], box)) found.push(i);
      }
    }
    return found.sort((a, b) => a - b).map((i) => this.#boxes[i]);
  }
}

function touches(a: Boxed, b: Boxed): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (a.mins[axis] > b.maxs[axis] || a.maxs[axis] < b.mins[axis]) return false;
  }
  return true;
}

function cellsOf({ mins, maxs }: Boxed): number[] {
  const keys: number[] = [];
  for (let x = Math.floor(mins[0] / CELL); x <= Math.floor(maxs[0] / CELL); x++) {
    for (let y = Math.floor(mins[1] / CELL); y <= Math.floor(maxs[1] / CELL); y++) {
      keys.push(x * 65536 + y);
    }
  }
  return keys;
}

/** Adds detail brushes to a tree's leafs and returns their faces that any leaf sees. */
export function addDetail(
  root: TreeNode,
  brushes: readonly MapBrush[],
  planes: PlaneTable,
  texInfos: TexInfoTable,
  keptApart: ReadonlySet<number>,
): BspFace[] {
  const pieces = chopBrushes(brushes.map(makeBspBrush).reverse(), planes);
  const faces: BspFace[] = [];
  for (const face of mergeByPlane(makeFaces(pieces, planes), planes, keptApart)) {
    for (const part of subdivideFace(face, texInfos)) {
      const leafs = listLeafsOfFace(root, part, planes);
      for (const leaf of leafs) leaf.leafFaces.push(part);
      if (leafs.length > 0) faces.push(part);
    }
  }
  for (const piece of pieces) addToLeafs(root, piece, planes);
  return faces;
}

function mergeByPlane(
  faces: readonly BspFace[],
  planes: PlaneTable,
  keptApart: ReadonlySet<number>,
): BspFace[] {
  const byPlane = new Map<number, BspFace[]>();
  for (const face of faces) {
    const list = byPlane.get(face.plane);
    if (list) list.push(face);
    else byPlane.set(face.plane, [face]);
  }
  return [...byPlane.values()].flatMap((list) => mergeFaces(list, planes, keptApart));
}

/** Builds the faces of brush sides that are not covered by another brush. */
function makeFaces(brushes: readonly BspBrush[], planes: PlaneTable): BspFace[] {
  const visible = brushes.filter(({ source }) => (source.contents & CONTENTS_VISIBLE) !== 0);
  const grid = new BoxGrid(visible);
  const faces: BspFace[] = [];
  for (const brush of visible) {
    const neighbors = grid.listTouching(brush).filter((other) => mayHide(other, brush));
    for (const { source: side, plane, winding } of brush.sides) {
      if (!side || side.bevel || side.isHidden || (side.contents & CONTENTS_VISIBLE) === 0)
        continue;
      const cutters = neighbors.filter(({ sides }) =>
        sides.some((other) => other.plane >> 1 === plane >> 1),
      );
      for (const part of cutAwayAll(winding, plane, cutters, planes)) {
        faces.push({
          winding: part,
          plane,
          side,
          texInfo: side.texInfo,
          contents: side.contents,
          onNode: false,
          row: -1,
          vertexes: [],
        });
      }
    }
  }
  return faces;
}

/** Whether a brush may hide another. Transparent brushes hide only transparent ones. */
function mayHide({ source }: BspBrush, brush: BspBrush): boolean {
  const seenThrough = (source.contents & CONTENTS_TRANSPARENT) !== 0;
  return !seenThrough || (brush.source.contents & CONTENTS_TRANSPARENT) !== 0;
}

/**
 * Removes the parts of a side that adjacent brushes cover. Keeps the whole side if several pieces
 * would remain, because a hidden part costs less than more faces.
 */
function cutAwayAll(
  winding: Winding,
  plane: number,
  cutters: readonly BspBrush[],
  planes: PlaneTable,
): Winding[] {
  let parts = [winding];
  for (const cutter of cutters) {
    parts = parts.flatMap((part) => cutAway(part, plane, cutter, planes) ?? [part]);
  }
  return parts.length > 1 ? [winding] : parts;
}

/**
 * Removes the part of a polygon that a brush's side on the same plane covers; `null` if they do not
 * overlap.
 */
function cutAway(
  winding: Winding,
  plane: number,
  { sides }: BspBrush,
  { normal, dist }: PlaneTable,
): Winding[] | null {
  const outside: Winding[] = [];
  let rest = winding;
  for (const side of sides) {
    if (side.source?.bevel || side.plane >> 1 === plane >> 1) continue;
    const at = side.plane * 3;
    const { front, back } = splitWinding(
      rest,
      normal[at],
      normal[at + 1],
      normal[at + 2],
      dist[side.plane],
    );
    if (!back || isTinyWinding(back)) return null;
    if (front && !isTinyWinding(front)) outside.push(front);
    rest = back;
  }
  return outside;
}

function addToLeafs(root: TreeNode, piece: BspBrush, planes: PlaneTable): void {
  const stack: { node: TreeNode; brush: BspBrush }[] = [{ node: root, brush: piece }];
  for (let task = stack.pop(); task; task = stack.pop()) {
    const { node, brush } = task;
    if (!node.front || !node.back) {
      if ((node.contents & CONTENTS_SOLID) === 0) node.brushes = [...node.brushes, brush];
      continue;
    }
    const { front, back } = splitBrush(brush, node.plane, planes);
    if (back) stack.push({ node: node.back, brush: back });
    if (front) stack.push({ node: node.front, brush: front });
  }
}
