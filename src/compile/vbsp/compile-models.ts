/** Builds trees with faces from brushes, for the world and for brush entities' models. */

import {
  CONTENTS_DETAIL,
  CONTENTS_GRATE,
  CONTENTS_SOLID,
  CONTENTS_WATER,
  CONTENTS_WINDOW,
} from "../../formats/bsp/layouts/contents-flags.ts";
import { SURF_HINT, SURF_NODRAW } from "../../formats/bsp/layouts/surface-flags.ts";
import type { Vmf, VmfEntity } from "../../formats/vmf/types.ts";
import { reverseWinding } from "../../math/winding.ts";
import type { CompileReport, FindMaterial, PortalFile } from "../types.ts";
import { visibleContents } from "./brushes/contents.ts";
import { boundBrushes, type MapBrush, type MapSide } from "./brushes/map-brush.ts";
import type { PlaneTable } from "./brushes/plane-table.ts";
import type { SourceMap } from "./brushes/read-map.ts";
import { readOrigin } from "./entity-keys.ts";
import { addDetail, listLeafsOfFace } from "./faces/detail-faces.ts";
import { listOverlaidSides, mergeFaces } from "./faces/merge-faces.ts";
import { subdivideFace } from "./faces/subdivide-face.ts";
import type { TexInfoTable } from "./faces/texinfo-table.ts";
import { findSkyAreas, floodAreas, removeAreaPortalBrushes, type VbspAreas } from "./tree/areas.ts";
import { makePortalFile, numberClusters } from "./tree/clusters.ts";
import { findLeakPath, LeakError } from "./tree/leak.ts";
import { makePortals } from "./tree/portals.ts";
import {
  across,
  type BspFace,
  findLeaf,
  innerNodesOf,
  isLeaf,
  leafsOf,
  type Portal,
  type TreeNode,
  type VbspTree,
} from "./tree/tree.ts";
import { buildModelTree, buildWorldTree, type TreeInBox } from "./tree/world-tree.ts";

// Faces of structural brushes: visible sides at the portals of the tree, merged and subdivided.

export interface FaceMaterials {
  readonly texInfos: TexInfoTable;
  readonly findBottom: FindMaterial;
}

/**
 * Builds the faces of a tree's portals, whose sides are known. Sets `faces` of the nodes and
 * `leafFaces` of the leafs that see them.
 * @param keptApart ids of sides whose faces are not merged with those of other sides
 */
function makeNodeFaces(
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
 * Returns the face that a leaf sees at one of its portals, or `null`.
 * @param beneath returns the texinfo of a water surface from below
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
  // Glass and grates are not visible from inside.
  if ((leaf.contents & change & (CONTENTS_WINDOW | CONTENTS_GRATE)) !== 0) return null;
  // Water has its own material when seen from below.
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

// Selection of the brush side visible at a portal between leafs of different contents.

/**
 * Sets `side` of all portals, and `visible` of exactly the sides that they show and of hints. A
 * hint is never visible, but divides the tree before invisible sides.
 */
function markVisibleSides(root: TreeNode, brushes: readonly MapBrush[], planes: PlaneTable): void {
  for (const { sides } of brushes) {
    for (const side of sides) side.visible = (side.surf & SURF_HINT) !== 0;
  }
  for (const leaf of leafsOf(root)) {
    for (const portal of leaf.portals) {
      if (portal.front !== leaf || !portal.onNode) continue;
      portal.side = findSide(portal, planes);
      if (portal.side) portal.side.visible = true;
    }
  }
}

/**
 * Returns the side on the portal's plane whose brush causes the change of contents, or else the
 * nearest side.
 */
function findSide(portal: Portal, planes: PlaneTable): MapSide | null {
  const contents = visibleContents(portal.front.contents ^ portal.back.contents);
  if (contents === 0) return null;
  const plane = portal.onNode!.plane;
  let best: MapSide | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const leaf of [portal.front, portal.back]) {
    for (const { source } of leaf.brushes) {
      if ((source.contents & contents) === 0) continue;
      for (const side of source.sides) {
        if (side.bevel || side.isHidden) continue;
        if (side.plane >> 1 === plane >> 1) return side;
        const distance = distanceTo(side.plane, portal, planes);
        if (distance >= bestDistance) continue;
        best = side;
        bestDistance = distance;
      }
    }
  }
  return best;
}

/** Sums the distances of a portal's points from a plane. */
function distanceTo(plane: number, { winding }: Portal, { normal, dist }: PlaneTable): number {
  const at = plane * 3;
  let sum = 0;
  for (let i = 0; i < winding.length; i += 3) {
    sum += Math.abs(
      winding[i] * normal[at] +
        winding[i + 1] * normal[at + 1] +
        winding[i + 2] * normal[at + 2] -
        dist[plane],
    );
  }
  return sum;
}

// Flood from the map's entities, which finds the inside. Unreachable leafs become solid.

/**
 * Floods from the entities through all leafs that are not solid, and sets `occupied`. Returns false
 * if no entity is in the open. Throws LeakError if the flood reaches the outside.
 */
function floodEntities(
  tree: VbspTree,
  entities: readonly VmfEntity[],
  planes: PlaneTable,
): boolean {
  const starts = new Map<TreeNode, VmfEntity>();
  for (const entity of entities) {
    const origin = readOrigin(entity);
    if (origin.every((value) => value === 0)) continue;
    // Raises the point, because an entity may stand exactly on a floor.
    const leaf = findLeaf(tree.root, origin[0], origin[1], origin[2] + 1, planes);
    if ((leaf.contents & CONTENTS_SOLID) === 0 && !starts.has(leaf)) starts.set(leaf, entity);
  }
  let reached = [...starts.keys()];
  for (const leaf of reached) leaf.occupied = 1;
  for (let distance = 2; reached.length > 0; distance++) {
    const next: TreeNode[] = [];
    for (const leaf of reached) {
      if (leaf === tree.outside) continue;
      for (const portal of leaf.portals) {
        const other = across(portal, leaf);
        if (other.occupied !== 0 || (other.contents & CONTENTS_SOLID) !== 0) continue;
        other.occupied = distance;
        next.push(other);
      }
    }
    reached = next;
  }
  if (tree.outside.occupied > 0) throwLeak(tree, starts);
  return starts.size > 0;
}

function throwLeak(tree: VbspTree, starts: ReadonlyMap<TreeNode, VmfEntity>): never {
  const { entity, points } = findLeakPath(tree.outside, starts);
  const origin = readOrigin(entity!);
  throw new LeakError(entity!, Float64Array.from([...points, ...origin]));
}

/** Makes unreached leafs solid, so that they have no faces and no clusters. */
function fillOutside(tree: VbspTree): void {
  for (const leaf of leafsOf(tree.root)) {
    if (leaf.occupied === 0) leaf.contents = CONTENTS_SOLID;
  }
}

/** Replaces each node that divides only solid space by one solid leaf. */
function pruneNodes(node: TreeNode): void {
  const { front, back } = node;
  if (!front || !back) return;
  pruneNodes(front);
  pruneNodes(back);
  if (!isLeaf(front) || !isLeaf(back)) return;
  if ((front.contents & back.contents & CONTENTS_SOLID) === 0) return;
  node.front = null;
  node.back = null;
  node.plane = -1;
  node.contents = CONTENTS_SOLID;
  node.brushes = [...front.brushes, ...back.brushes];
}

export interface CompiledModel {
  readonly root: TreeNode;
  /** Faces of detail brushes, which belong to no node. */
  readonly leafFaces: readonly BspFace[];
}

export interface CompiledWorld extends CompiledModel {
  readonly areas: VbspAreas;
  readonly portals: PortalFile;
}

/** Compiles the world. Throws LeakError. */
export function compileWorld(vmf: Vmf, source: SourceMap, report: CompileReport): CompiledWorld {
  const { planes, texInfos, worldBrushes } = source;
  const structural = worldBrushes.filter(({ contents }) => (contents & CONTENTS_DETAIL) === 0);
  const detail = worldBrushes.filter(({ contents }) => (contents & CONTENTS_DETAIL) !== 0);
  const [mins, maxs] = boundBrushes(worldBrushes);

  // The first pass divides by all sides, to find those that make faces. The second pass prefers
  // these.
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
 * Builds the portals for vvis, in the tree without nodes that divide only solid space. The nodes
 * keep their earlier portals, which know their visible sides.
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

/** Compiles a brush entity's model: a separate tree without outside, clusters or detail. */
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

/** Whether a face is written. Faces with `SURF_NODRAW` are not drawn. */
export const isWritten = (face: BspFace): boolean => (face.side.surf & SURF_NODRAW) === 0;
