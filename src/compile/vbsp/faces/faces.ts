/** Faces of structural brushes: what is seen at the portals of the tree, joined and cut to size. */

import type { FindMaterial } from "../../types.ts";
import {
  CONTENTS_GRATE,
  CONTENTS_SOLID,
  CONTENTS_WATER,
  CONTENTS_WINDOW,
  visibleContents,
} from "../brushes/contents.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import { reverseWinding } from "../brushes/winding.ts";
import {
  across,
  type BspFace,
  innerNodesOf,
  leafsOf,
  type Portal,
  type TreeNode,
} from "../tree/tree.ts";
import { listLeafsOfFace } from "./filter-faces.ts";
import { mergeFaces } from "./merge-faces.ts";
import { subdivideFace } from "./subdivide-face.ts";
import type { TexInfoTable } from "./texinfo-table.ts";

export interface FaceMaterials {
  readonly texInfos: TexInfoTable;
  readonly findBottom: FindMaterial;
}

/**
 * Makes the faces of a tree's portals, whose sides are known. Sets `faces` of the nodes and
 * `leafFaces` of the leafs that see them.
 * @param keptApart ids of sides whose faces are not joined with those of other sides
 */
export function makeNodeFaces(
  root: TreeNode,
  planes: PlaneTable,
  { texInfos, findBottom }: FaceMaterials,
  keptApart: ReadonlySet<number>,
): void {
  for (const leaf of leafsOf(root)) {
    if (leaf.contents & CONTENTS_SOLID) continue;
    for (const portal of leaf.portals) {
      const face = makeFace(portal, leaf, (row) => texInfos.findBeneath(row, findBottom));
      if (face) portal.onNode!.faces.push(face);
    }
  }
  for (const node of innerNodesOf(root)) {
    if (node.faces.length === 0) continue;
    const faces: BspFace[] = [];
    for (const face of mergeFaces(node.faces, planes, keptApart)) {
      faces.push(...subdivideFace(face, texInfos));
    }
    node.faces = faces;
    for (const face of faces) {
      const child = (face.plane & 1) === 0 ? node.front! : node.back!;
      for (const leaf of listLeafsOfFace(child, face, planes)) leaf.leafFaces.push(face);
    }
  }
}

/**
 * The face that a leaf sees at one of its portals, if it sees one.
 * @param beneath the texinfo of a surface of water from below
 */
function makeFace(
  portal: Portal,
  leaf: TreeNode,
  beneath: (texInfo: number) => number | null,
): BspFace | null {
  const { side, onNode } = portal;
  if (!side || !onNode) return null;
  const beyond = across(portal, leaf).contents;
  const change = visibleContents(leaf.contents ^ beyond);
  // Glass and grates are not seen from within.
  if ((leaf.contents & change & (CONTENTS_WINDOW | CONTENTS_GRATE)) !== 0) return null;
  // Of water, from below, a material of its own is.
  const isBeneath = (leaf.contents & change & CONTENTS_WATER) !== 0;
  const texInfo = isBeneath ? beneath(side.texInfo) : side.texInfo;
  if (texInfo === null) return null;
  const isBehind = portal.back === leaf;
  return {
    winding: isBehind ? reverseWinding(portal.winding) : portal.winding,
    plane: onNode.plane | (isBehind ? 1 : 0),
    side,
    texInfo,
    contents: leaf.contents,
    onNode: true,
    row: -1,
    vertexes: [],
  };
}
