/** Polygons between the leafs of a tree: made at each node and divided on the way down. */

import { makeBoxVolume } from "../brushes/box-volume.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import {
  chopWinding,
  EXACT_EPSILON,
  growBox,
  isTinyWinding,
  makeHugeWinding,
  splitWinding,
  type Winding,
} from "../brushes/winding.ts";
import { across, makeNode, type Portal, type Tree, type TreeNode } from "./tree.ts";

/**
 * Makes the portals of a tree within a box, which must hold all that the tree divides. Sets the
 * boxes of all nodes.
 */
export function makePortals(
  root: TreeNode,
  mins: readonly number[],
  maxs: readonly number[],
  planes: PlaneTable,
): Tree {
  const outside = makeNode();
  for (const { plane, winding } of makeBoxVolume(mins, maxs, planes).sides) {
    // Odd planes look against the pair's first; portals follow the first.
    const isOdd = (plane & 1) === 1;
    const portal: Portal = {
      onNode: null,
      front: isOdd ? root : outside,
      back: isOdd ? outside : root,
      winding: isOdd ? winding.slice() : winding,
      side: null,
    };
    if (isOdd) reverseInPlace(portal.winding);
    link(portal);
  }
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    for (const { winding } of node.portals) growBox(winding, node.mins, node.maxs);
    if (!node.front || !node.back) continue;
    const winding = windingOfNode(node, planes);
    if (winding) {
      link({ onNode: node, front: node.front, back: node.back, winding, side: null });
    }
    dividePortals(node, planes);
    stack.push(node.back, node.front);
  }
  return { root, outside };
}

function reverseInPlace(winding: Winding): void {
  for (let i = 0, j = winding.length - 3; i < j; i += 3, j -= 3) {
    for (let axis = 0; axis < 3; axis++) {
      const spare = winding[i + axis];
      winding[i + axis] = winding[j + axis];
      winding[j + axis] = spare;
    }
  }
}

function link(portal: Portal): void {
  portal.front.portals.push(portal);
  portal.back.portals.push(portal);
}

/** The part of a node's plane within the node, which its portals bound; null if there is none. */
function windingOfNode(node: TreeNode, planes: PlaneTable): Winding | null {
  const at = node.plane * 3;
  const { normal, dist } = planes;
  let winding: Winding | null = makeHugeWinding(
    normal[at],
    normal[at + 1],
    normal[at + 2],
    dist[node.plane],
  );
  for (const portal of node.portals) {
    const sign = portal.front === node ? 1 : -1;
    const [x, y, z, d] = planeOf(portal, planes);
    winding = chopWinding(winding, x * sign, y * sign, z * sign, d * sign, EXACT_EPSILON);
    if (!winding) return null;
  }
  return isTinyWinding(winding) ? null : winding;
}

/** [normal.xyz, dist] of a portal. */
function planeOf({ onNode, winding }: Portal, { normal, dist }: PlaneTable): number[] {
  if (onNode) {
    const at = onNode.plane * 3;
    return [normal[at], normal[at + 1], normal[at + 2], dist[onNode.plane]];
  }
  // On the outer box: the axis along which its corners do not differ.
  const axis = [0, 1, 2].find((a) => {
    for (let i = a; i < winding.length; i += 3) if (winding[i] !== winding[a]) return false;
    return true;
  })!;
  return [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0, winding[axis]];
}

/** Hands a node's portals to its children, cut where they reach into both. */
function dividePortals(node: TreeNode, { normal, dist }: PlaneTable): void {
  const at = node.plane * 3;
  const portals = node.portals;
  node.portals = [];
  for (const portal of portals) {
    const other = across(portal, node);
    const nodeIsFront = portal.front === node;
    let { front, back } = splitWinding(
      portal.winding,
      normal[at],
      normal[at + 1],
      normal[at + 2],
      dist[node.plane],
    );
    if (front && front !== portal.winding && isTinyWinding(front)) front = null;
    if (back && back !== portal.winding && isTinyWinding(back)) back = null;
    // Neither: it is too small to be cut, or lies on the plane. It belongs where it mostly is.
    if (!front && !back) {
      if (isMostlyInFront(portal.winding, node, normal, dist)) front = portal.winding;
      else back = portal.winding;
    }
    const isWhole = !front || !back;
    unlink(other, portal);
    for (const [winding, child] of [
      [front, node.front!],
      [back, node.back!],
    ] as const) {
      if (!winding) continue;
      link({
        onNode: portal.onNode,
        front: nodeIsFront ? child : other,
        back: nodeIsFront ? other : child,
        winding: isWhole ? portal.winding : winding,
        side: null,
      });
    }
  }
}

function unlink(node: TreeNode, portal: Portal): void {
  const at = node.portals.indexOf(portal);
  node.portals[at] = node.portals[node.portals.length - 1];
  node.portals.pop();
}

function isMostlyInFront(
  winding: Winding,
  { plane }: TreeNode,
  normal: readonly number[],
  dist: readonly number[],
): boolean {
  let farthest = 0;
  for (let i = 0; i < winding.length; i += 3) {
    const d =
      winding[i] * normal[plane * 3] +
      winding[i + 1] * normal[plane * 3 + 1] +
      winding[i + 2] * normal[plane * 3 + 2] -
      dist[plane];
    if (Math.abs(d) > Math.abs(farthest)) farthest = d;
  }
  return farthest >= 0;
}
