/**
 * Builds polygons between the leafs of a tree: creates them at each node and divides them on the
 * way down. Tolerances and orders are those of vbsp's public `portals.cpp`, so that portal files
 * are the same.
 */

import {
  chopWinding,
  growBox,
  isTinyWinding,
  makeHugeWinding,
  splitWinding,
  type Winding,
} from "../../../math/winding.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import { across, makeNode, type Portal, type TreeNode, type VbspTree } from "./tree.ts";

/** Inches between the tree's box and the surrounding portals, so that no leaf is flat. */
const MARGIN = 8;
/** Inches by which a node's polygon may reach past its neighbors' portals. */
const PORTAL_EPSILON = 0.1;

/**
 * Builds the portals of a tree within a box, which must contain everything that the tree divides.
 * Extends the boxes of all nodes to their portals. A leaf's portals are listed newest first.
 */
export function makePortals(
  root: TreeNode,
  mins: readonly number[],
  maxs: readonly number[],
  planes: PlaneTable,
): VbspTree {
  const outside = makeNode();
  addBoxPortals(root, outside, mins, maxs);
  // During division, the lists have their newest portal last.
  const leafs = [outside];
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    for (const { winding } of node.portals) growBox(winding, node.mins, node.maxs);
    if (!node.front || !node.back) {
      leafs.push(node);
      continue;
    }
    const winding = windingOfNode(node, planes);
    if (winding) {
      const plane = planeAt(node.plane, planes);
      link({ onNode: node, plane, front: node.front, back: node.back, winding, side: null });
    }
    dividePortals(node, planes);
    stack.push(node.back, node.front);
  }
  for (const { portals } of leafs) portals.reverse();
  return { root, outside };
}

function addBoxPortals(
  root: TreeNode,
  outside: TreeNode,
  mins: readonly number[],
  maxs: readonly number[],
): void {
  const walls = [0, 1, 2].flatMap((axis) =>
    [1, -1].map((sign) => {
      const normal = [0, 1, 2].map((a) => (a === axis ? sign : 0));
      return [...normal, sign > 0 ? mins[axis] - MARGIN : -maxs[axis] - MARGIN];
    }),
  );
  for (const plane of walls) {
    const [x, y, z, dist] = plane;
    let winding: Winding | null = makeHugeWinding(x, y, z, dist);
    for (const [nx, ny, nz, d] of walls.filter((wall) => wall !== plane)) {
      winding = winding && chopWinding(winding, nx, ny, nz, d);
    }
    if (winding) link({ onNode: null, plane, front: root, back: outside, winding, side: null });
  }
}

function planeAt(row: number, { normal, dist }: PlaneTable): readonly number[] {
  return [normal[row * 3], normal[row * 3 + 1], normal[row * 3 + 2], dist[row]];
}

function link(portal: Portal): void {
  portal.front.portals.push(portal);
  portal.back.portals.push(portal);
}

/**
 * Returns the part of a node's plane within its parents' half-spaces and its portals; `null` if
 * there is none.
 */
function windingOfNode(node: TreeNode, planes: PlaneTable): Winding | null {
  const [x, y, z, d] = planeAt(node.plane, planes);
  let winding: Winding | null = makeHugeWinding(x, y, z, d);
  for (let child = node; child.parent && winding; child = child.parent) {
    const half = child.parent.front === child ? 0 : 1;
    const [nx, ny, nz, dist] = planeAt(child.parent.plane ^ half, planes);
    winding = chopWinding(winding, nx, ny, nz, dist);
  }
  for (let i = node.portals.length - 1; i >= 0 && winding; i--) {
    const { front, plane } = node.portals[i];
    const sign = front === node ? 1 : -1;
    const [nx, ny, nz, dist] = plane;
    winding = chopWinding(winding, nx * sign, ny * sign, nz * sign, dist * sign, PORTAL_EPSILON);
  }
  return winding && !isTinyWinding(winding) ? winding : null;
}

/** Moves a node's portals to its children, splitting those in both. Drops tiny parts. */
function dividePortals(node: TreeNode, planes: PlaneTable): void {
  const [x, y, z, dist] = planeAt(node.plane, planes);
  const portals = node.portals;
  node.portals = [];
  for (let i = portals.length - 1; i >= 0; i--) {
    const portal = portals[i];
    const other = across(portal, node);
    const nodeIsFront = portal.front === node;
    let { front, back } = splitWinding(portal.winding, x, y, z, dist);
    // The portal is on the plane.
    if (!front && !back) back = portal.winding;
    if (front && isTinyWinding(front)) front = null;
    if (back && isTinyWinding(back)) back = null;
    other.portals.splice(other.portals.lastIndexOf(portal), 1);
    const isWhole = !front || !back;
    for (const [winding, child] of [
      [front, node.front!],
      [back, node.back!],
    ] as const) {
      if (!winding) continue;
      link({
        ...portal,
        front: nodeIsFront ? child : other,
        back: nodeIsFront ? other : child,
        winding: isWhole ? portal.winding : winding,
      });
    }
  }
}
