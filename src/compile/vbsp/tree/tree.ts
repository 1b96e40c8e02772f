/** The BSP tree while it is being made. */

import type { BspBrush } from "../brushes/bsp-brush.ts";
import type { MapSide } from "../brushes/map-brush.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import { emptyMaxs, emptyMins, type Winding } from "../brushes/winding.ts";

/** An inner node if it has children, else a leaf. */
export interface TreeNode {
  /** Even row of the plane table; -1 on leafs. */
  plane: number;
  front: TreeNode | null;
  back: TreeNode | null;
  /** null above the block that the node is in. */
  readonly parent: TreeNode | null;
  /** Of what its portals bound; empty where nothing does. */
  mins: Float64Array;
  maxs: Float64Array;
  /** Portals around a leaf, or around a node that is still to be divided. */
  portals: Portal[];
  /** Faces on an inner node's plane. */
  faces: BspFace[];

  /** The rest is of leafs. `CONTENTS_*`. */
  contents: number;
  brushes: readonly BspBrush[];
  /** Faces that the leaf sees, of nodes and of detail brushes. */
  leafFaces: BspFace[];
  /** -1: solid. */
  cluster: number;
  /** 0: none. */
  area: number;
  /** Portals between here and an entity, plus one; 0: no entity is reached. */
  occupied: number;
  /** Row in LUMP_LEAFWATERDATA, -1: none. */
  water: number;
  /** Number in LUMP_NODES or LUMP_LEAFS. */
  row: number;
}

/** A polygon between two leafs. */
export interface Portal {
  /** The node on whose plane it lies; null on the box around the tree. */
  readonly onNode: TreeNode | null;
  /** Normal and distance. */
  readonly plane: readonly number[];
  /** In front of the plane, and behind it. */
  front: TreeNode;
  back: TreeNode;
  /** Clockwise seen from the front. */
  readonly winding: Winding;
  /** The brush side that is seen here, after `markVisibleSides`; null where nothing is. */
  side: MapSide | null;
}

/** A face to be written to LUMP_FACES. */
export interface BspFace {
  readonly winding: Winding;
  /** Row of the plane table, looking as the face does. */
  readonly plane: number;
  readonly side: MapSide;
  readonly texInfo: number;
  /** Of the leaf it is seen from. */
  readonly contents: number;
  /** On a node's plane; false for faces of detail brushes and displacements. */
  readonly onNode: boolean;
  /** Number in LUMP_FACES; -1 before. */
  row: number;
  /** Points with those of neighbours that lie on its edges, as vertex numbers. */
  vertexes: readonly number[];
}

export interface VbspTree {
  readonly root: TreeNode;
  /** Beyond the box around everything. */
  readonly outside: TreeNode;
}

export function makeNode(parent: TreeNode | null = null): TreeNode {
  return {
    plane: -1,
    front: null,
    back: null,
    parent,
    mins: emptyMins(),
    maxs: emptyMaxs(),
    portals: [],
    faces: [],
    contents: 0,
    brushes: [],
    leafFaces: [],
    cluster: -1,
    area: 0,
    occupied: 0,
    water: -1,
    row: -1,
  };
}

export const isLeaf = (node: TreeNode): boolean => node.front === null;

/** Every leaf, front before back. */
export function* leafsOf(root: TreeNode): Generator<TreeNode> {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.front && node.back) stack.push(node.back, node.front);
    else yield node;
  }
}

/** Every inner node, parents first, front before back. */
export function* innerNodesOf(root: TreeNode): Generator<TreeNode> {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!node.front || !node.back) continue;
    yield node;
    stack.push(node.back, node.front);
  }
}

/** The other leaf of a portal. */
export const across = (portal: Portal, node: TreeNode): TreeNode =>
  portal.front === node ? portal.back : portal.front;

export function findLeaf(root: TreeNode, x: number, y: number, z: number, planes: PlaneTable) {
  let node = root;
  while (node.front && node.back) {
    const at = node.plane * 3;
    const { normal } = planes;
    const d = normal[at] * x + normal[at + 1] * y + normal[at + 2] * z - planes.dist[node.plane];
    node = d >= 0 ? node.front : node.back;
  }
  return node;
}
