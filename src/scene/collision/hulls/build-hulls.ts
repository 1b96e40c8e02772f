/** What a box that moves can meet of a map. */

import type { Brushes } from "../../../formats/bsp/read/read-brushes.ts";
import type { BspDetails, BspWorld } from "../../../formats/bsp/types.ts";
import type { MapHulls } from "../../../map/hulls.ts";
import type { ContentAccess } from "../../open/read-content.ts";
import { buildDisplacementGrid, type DisplacementGrid } from "../../world/displacement.ts";
import { buildTriangleTree } from "../collision-tree.ts";
import { addBrushPieces } from "./brush-pieces.ts";
import { findRails } from "./find-rails.ts";
import { PieceList } from "./piece-list.ts";
import { addPropPieces } from "./prop-pieces.ts";
import { listSolidProps } from "./solid-props.ts";

/** `DispInfos.minTess` with its sign bit holds flags: this one, of `builddisp.h`, lets boxes by. */
const SURF_NOHULL_COLL = 0x4;

/** Rejects as reading content does when it is aborted. */
export async function buildHulls(
  bsp: BspWorld & Pick<BspDetails, "staticProps">,
  brushes: Brushes,
  access: ContentAccess,
): Promise<MapHulls> {
  const list = new PieceList(access.ledger);
  const brushCounts = addBrushPieces(bsp, brushes, list);
  const propCounts = { propsByHulls: 0, propsByBoxes: 0, propsWithout: 0 };
  for (const props of [bsp.staticProps, listSolidProps(bsp.entities)]) {
    if (props !== null) await addPropPieces(props, propCounts, list, access);
  }
  const { leftOut } = list;
  return {
    ...list.build(),
    ...buildTerrain(bsp),
    ...findRails(bsp.entities),
    counts: { ...brushCounts, ...propCounts, leftOut },
  };
}

function buildTerrain(bsp: BspWorld) {
  const { faces, dispInfos } = bsp;
  const grids: DisplacementGrid[] = [];
  let indexCount = 0;
  for (let face = 0; face < faces.count; face++) {
    const info = faces.dispInfo[face];
    if (info < 0 || faces.edgeCount[face] !== 4) continue;
    const tess = dispInfos.minTess[info];
    if (tess < 0 && (tess & SURF_NOHULL_COLL) !== 0) continue;
    const grid = buildDisplacementGrid(bsp, faces, face);
    grids.push(grid);
    indexCount += grid.indices.length;
  }
  const corners = new Float32Array(indexCount * 3);
  let at = 0;
  for (const { position, indices } of grids) {
    for (let i = 0; i < indices.length; i++) {
      for (let axis = 0; axis < 3; axis++) corners[at++] = position[indices[i] * 3 + axis];
    }
  }
  const { order, boxes, boxLinks } = buildTriangleTree(corners);
  const triangles = new Float32Array(corners.length);
  for (let to = 0; to < order.length; to++) {
    for (let i = 0; i < 9; i++) triangles[to * 9 + i] = corners[order[to] * 9 + i];
  }
  return {
    triangleCount: order.length,
    triangles,
    triangleBoxes: boxes,
    triangleBoxLinks: boxLinks,
  };
}
