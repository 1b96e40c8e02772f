/** Displacements as the game uses them: where players stand, where is built, what lets things through. */

import { listCellTriangles } from "../../compile/vbsp/parts/displacements/disp-grid.ts";
import type { Ledger } from "../../core/ledger.ts";
import { kindRow, MARK_KINDS } from "../../map/marks/mark-kinds.ts";
import { buildDisplacementGrid } from "../../scene/world/displacement.ts";
import { edgesOf } from "./convex.ts";
import type { MarkBuilder } from "./mark-builder.ts";
import type { MarkMap } from "./mark-map.ts";
import { ShapeClusters } from "./shape-clusters.ts";

/** `DISPTRI_TAG_*` of Valve's public `bspfile.h`. */
const TAG_WALKABLE = 1 << 1;
const TAG_BUILDABLE = 1 << 2;
/** `SURF_NOHULL_COLL` of `builddisp.h`, in `minTess` where its sign bit is set. */
const NOHULL_COLL = 0x4;

/** @returns what was left out: a sentence each */
export function addGroundMarks(map: MarkMap, out: MarkBuilder, ledger: Ledger): string[] {
  const { world, materials } = map;
  const { faces, dispInfos, dispTris, texInfos } = world;
  const clusters = new ShapeClusters(map.tree);
  let over = 0;
  let found = 0;
  for (let face = 0; face < faces.count; face++) {
    const info = faces.dispInfo[face];
    if (info < 0 || faces.edgeCount[face] !== 4) continue;
    found++;
    if (!ledger.tryTake("displacementVertices", (2 ** dispInfos.power[info] + 1) ** 2)) {
      over++;
      continue;
    }
    const { edge, position } = buildDisplacementGrid(world, faces, face);
    const texInfo = faces.texinfo[face];
    const name = texInfo < 0 ? "" : (materials[texInfos.texdata[texInfo]] ?? "");
    const rim = rimOf(position, edge);
    const seenFrom = clusters.of(position);
    const add = (kind: number, corners: number[]): void => {
      if (corners.length === 0) return;
      const { color } = MARK_KINDS[kind];
      out.add({ kind, color, name: name || "no material" }, corners, rim, seenFrom);
    };
    const triangles = listCellTriangles(edge);
    const tagsAt = dispInfos.firstTri[info];
    const cornersWhere = (wanted: (tags: number) => boolean): number[] => {
      const corners: number[] = [];
      for (let i = 0; i < triangles.length; i++) {
        if (!wanted(dispTris.tags[tagsAt + Math.floor(i / 3)])) continue;
        for (let axis = 0; axis < 3; axis++) corners.push(position[triangles[i] * 3 + axis]);
      }
      return corners;
    };
    const tess = dispInfos.minTess[info];
    if (tess < 0 && (tess & NOHULL_COLL) !== 0)
      add(
        NOCOLLIDE,
        cornersWhere(() => true),
      );
    if (dispTris.count === 0) continue;
    add(
      WALKABLE,
      cornersWhere((tags) => (tags & TAG_WALKABLE) !== 0),
    );
    add(
      STEEP,
      cornersWhere((tags) => (tags & TAG_WALKABLE) === 0),
    );
    add(
      BUILDABLE,
      cornersWhere((tags) => (tags & TAG_BUILDABLE) !== 0),
    );
  }
  const warnings: string[] = [];
  if (over > 0) warnings.push(`${over} displacements are left out: they are too many.`);
  if (found > 0 && dispTris.count === 0) {
    warnings.push(
      "Where displacements can be stood on cannot be told: LUMP_DISP_TRIS is not there.",
    );
  }
  return warnings;
}

const WALKABLE = kindRow("walkable");
const STEEP = kindRow("steep");
const BUILDABLE = kindRow("buildable");
const NOCOLLIDE = kindRow("nocollide");

/** Its outline, 6 numbers a line. */
function rimOf(position: Float32Array, edge: number): number[] {
  const rim: number[] = [];
  const at = (vertex: number) => rim.push(...position.subarray(vertex * 3, vertex * 3 + 3));
  for (let i = 0; i < edge; i++) at(i);
  for (let i = 1; i < edge; i++) at(i * edge + edge - 1);
  for (let i = edge - 2; i >= 0; i--) at((edge - 1) * edge + i);
  for (let i = edge - 2; i > 0; i--) at(i * edge);
  return edgesOf([rim]);
}
