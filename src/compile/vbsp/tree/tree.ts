/** BSP tree during compilation. */

import { emptyMaxs, emptyMins, type Winding } from "../../../math/winding.ts";
import type { BspBrush } from "../brushes/bsp-brush.ts";
import type { MapSide } from "../brushes/map-brush.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";

/** Inner node if it has children, else a leaf. */
export interface TreeNode {
  /** Even row of the plane table; -1 on leafs. */
  plane: number;
  front: TreeNode | null;
  back: TreeNode | null;
  /** `null` above the block that contains the node. */
  readonly parent: TreeNode | null;
  /** Box of its portals; empty if it has none. */
  mins: Float64Array;
  maxs: Float64Array;
  /** Portals around a leaf, or around a node that is not divided yet. */
  portals: Portal[];
  /** Faces on an inner node's plane. */
  faces: BspFace[];

  /** `CONTENTS_*`. This and the following fields are for leafs only. */
  contents: number;
  brushes: readonly BspBrush[];
  /** Faces visible from the leaf, of nodes and of detail brushes. */
  leafFaces: BspFace[];
  /** Cluster; -1 if solid. */
  cluster: number;
  /** Area; 0 if none. */
  area: number;
  /** Portals between the leaf and the nearest entity, plus one; 0 if no entity is reached. */
  occupied: number;
  /** Row in LUMP_LEAFWATERDATA; -1 if none. */
  water: number;
  /** Number in LUMP_NODES or LUMP_LEAFS. */
  row: number;
}

/** Polygon between two leafs. */
export interface Portal {
  /** Node whose plane contains the portal; `null` on the box around the tree. */
  readonly onNode: TreeNode | null;
  /** Normal and distance. */
  readonly plane: readonly number[];
  /** Nodes in front of the plane and behind it. */
  front: TreeNode;
  back: TreeNode;
  /** Clockwise seen from the front. */
  readonly winding: Winding;
  /** Brush side visible here, after `markVisibleSides`; `null` if none. */
  side: MapSide | null;
}

/** Face to be written to LUMP_FACES. */
export interface BspFace {
  readonly winding: Winding;
  /** Row of the plane table, with the face's direction. */
  readonly plane: number;
  readonly side: MapSide;
  readonly texInfo: number;
  /** Contents of the leaf that sees the face. */
  readonly contents: number;
  /** True if the face is on a node's plane; false for faces of detail brushes and displacements. */
  readonly onNode: boolean;
  /** Number in LUMP_FACES; -1 before it is written. */
  row: number;
  /** Vertex numbers of its corners and of neighbors' corners on its edges. */
  vertexes: readonly number[];
}

export interface VbspTree {
  readonly root: TreeNode;
  /** Leaf beyond the box around everything. */
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

/** Yields every leaf, front before back. */
export function* leafsOf(root: TreeNode): Generator<TreeNode> {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.front && node.back) stack.push(node.back, node.front);
    else yield node;
  }
}

/** Yields every inner node, parents first, front before back. */
export function* innerNodesOf(root: TreeNode): Generator<TreeNode> {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!node.front || !node.back) continue;
    yield node;
    stack.push(node.back, node.front);
  }
}

/** Returns the other leaf of a portal. */
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
