/** The steps from brushes to a tree with faces, for the world and for brush entities' models. */

import { SURF_NODRAW } from "../../formats/bsp/layouts/surface-flags.ts";
import type { Vmf } from "../../formats/vmf/types.ts";
import type { CompileReport, PortalFile } from "../types.ts";
import { CONTENTS_DETAIL } from "./brushes/contents.ts";
import { boundBrushes, type MapBrush } from "./brushes/map-brush.ts";
import type { PlaneTable } from "./brushes/plane-table.ts";
import type { SourceMap } from "./brushes/read-map.ts";
import { addDetail } from "./faces/detail-faces.ts";
import { makeNodeFaces } from "./faces/faces.ts";
import { listOverlaidSides } from "./faces/overlaid-sides.ts";
import { markVisibleSides } from "./faces/visible-sides.ts";
import { findSkyAreas, floodAreas, removeAreaPortalBrushes, type VbspAreas } from "./tree/areas.ts";
import { makePortalFile, numberClusters } from "./tree/clusters.ts";
import { fillOutside, floodEntities } from "./tree/flood.ts";
import { makePortals } from "./tree/portals.ts";
import { pruneNodes } from "./tree/prune-nodes.ts";
import { type BspFace, innerNodesOf, leafsOf, type TreeNode, type VbspTree } from "./tree/tree.ts";
import { buildModelTree, buildWorldTree, type TreeInBox } from "./tree/world-tree.ts";

export interface CompiledModel {
  readonly root: TreeNode;
  /** Faces of detail brushes, which no node has. */
  readonly leafFaces: readonly BspFace[];
}

export interface CompiledWorld extends CompiledModel {
  readonly areas: VbspAreas;
  readonly portals: PortalFile;
}

/** Throws LeakError. */
export function compileWorld(vmf: Vmf, source: SourceMap, report: CompileReport): CompiledWorld {
  const { planes, texInfos, worldBrushes } = source;
  const structural = worldBrushes.filter(({ contents }) => (contents & CONTENTS_DETAIL) === 0);
  const detail = worldBrushes.filter(({ contents }) => (contents & CONTENTS_DETAIL) !== 0);
  const [mins, maxs] = boundBrushes(worldBrushes);

  // Once with all sides, to see which of them make faces; then only those divide, if they can.
  let tree: VbspTree;
  let boxed: TreeInBox;
  for (let pass = 0; ; pass++) {
    boxed = buildWorldTree(structural, mins, maxs, planes);
    tree = makePortals(boxed.root, boxed.mins, boxed.maxs, planes);
    const isInhabited = floodEntities(tree, vmf.entities, planes);
    if (isInhabited) fillOutside(tree);
    else if (pass === 0) report.warn("no entity is in the open: the outside is not filled");
    markVisibleSides(tree.root, structural, planes);
    report.progress("vbsp", 0.3 + pass * 0.2);
    if (pass === 1) break;
  }
  const { root } = tree;
  const areas = floodAreas(root, report);
  removeAreaPortalBrushes(root);
  const overlaid = listOverlaidSides(vmf.entities);
  makeNodeFaces(root, planes, source, overlaid);
  const leafFaces = addDetail(root, detail, planes, texInfos, overlaid);
  const skyAreas = findSkyAreas(root, vmf.entities, planes);
  pruneNodes(root);
  const clusterCount = numberClusters(root, skyAreas);
  const portals = makeVisPortals(boxed, clusterCount, planes);
  return { root, leafFaces, areas, portals };
}

/**
 * Makes the portals for vvis again, in the tree without the nodes that part nothing but solid space. The nodes keep the
 * portals that they have, which know the sides that are seen there.
 */
function makeVisPortals(
  { root, mins, maxs }: TreeInBox,
  clusterCount: number,
  planes: PlaneTable,
): PortalFile {
  const nodes = [...innerNodesOf(root), ...leafsOf(root)];
  const kept = nodes.map((node) => node.portals);
  for (const node of nodes) node.portals = [];
  makePortals(root, mins, maxs, planes);
  const file = makePortalFile(root, clusterCount);
  for (const [i, node] of nodes.entries()) node.portals = kept[i];
  return file;
}

/** A brush entity's model: a tree of its own, without an outside, clusters or detail. */
export function compileModel(
  brushes: readonly MapBrush[],
  source: SourceMap,
  overlaidSides: ReadonlySet<number>,
): CompiledModel {
  const { planes } = source;
  const { root, mins, maxs } = buildModelTree(brushes, planes);
  makePortals(root, mins, maxs, planes);
  markVisibleSides(root, brushes, planes);
  makeNodeFaces(root, planes, source, overlaidSides);
  return { root, leafFaces: [] };
}

/** Whether a face is written: nothing draws those with `SURF_NODRAW`. */
export const isWritten = (face: BspFace): boolean => (face.side.surf & SURF_NODRAW) === 0;
