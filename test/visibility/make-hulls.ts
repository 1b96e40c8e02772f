import { Ledger } from "../../src/core/ledger.ts";
import type { HullCounts, MapHulls } from "../../src/map/hulls.ts";
import { buildTriangleTree } from "../../src/scene/collision/collision-tree.ts";
import { boxPlanes, PieceList } from "../../src/scene/collision/piece-list.ts";

export const NO_COUNTS: HullCounts = {
  ...{ brushes: 0, playerClips: 0, ladders: 0, waters: 0 },
  ...{ propsByHulls: 0, propsByBoxes: 0, propsWithout: 0, passable: 0, leftOut: 0 },
};

/**
 * @param boxes minimum and maximum corner of each
 * @param corners 9 numbers per triangle
 */
export function makeHulls(boxes: readonly number[][], corners: readonly number[] = []): MapHulls {
  const list = new PieceList(new Ledger());
  for (const box of boxes) list.add(boxPlanes(box), 1, box);
  const { order, boxes: triangleBoxes, boxLinks } = buildTriangleTree(Float32Array.from(corners));
  const triangles = Float32Array.from(
    [...order].flatMap((row) => corners.slice(row * 9, row * 9 + 9)),
  );
  return {
    ...list.build(),
    triangleCount: order.length,
    triangles,
    triangleBoxes,
    triangleBoxLinks: boxLinks,
    rails: new Float32Array(0),
    dismounts: new Float32Array(0),
    dismountRail: new Int32Array(0),
    counts: NO_COUNTS,
  };
}
