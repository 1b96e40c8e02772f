import { Ledger } from "../../src/core/ledger.ts";
import { type HullCounts, type MapHulls, SOLIDITY } from "../../src/map/hulls.ts";
import { buildTriangleTree } from "../../src/scene/collision/collision-tree.ts";
import { boxPlanes, PieceList } from "../../src/scene/collision/piece-list.ts";

export const NO_COUNTS: HullCounts = {
  ...{ brushes: 0, playerClips: 0, ladders: 0, waters: 0 },
  ...{ propsByHulls: 0, propsByBoxes: 0, propsWithout: 0, passable: 0, leftOut: 0 },
};

/** A box that moves with an entity. */
export interface MadeModel {
  /** Row of the entity lump. */
  readonly entity: number;
  /** Minimum and maximum corner in the model's own space. */
  readonly box: readonly number[];
  readonly origin?: readonly number[];
  readonly solidity?: number;
  readonly isSolid?: boolean;
  readonly contents?: number;
}

/**
 * @param boxes minimum and maximum corner of each
 * @param corners 9 numbers per triangle
 */
export function makeHulls(
  boxes: readonly number[][],
  corners: readonly number[] = [],
  models: readonly MadeModel[] = [],
): MapHulls {
  const list = new PieceList(new Ledger());
  for (const { entity, box, origin = [0, 0, 0], contents = 1, ...more } of models) {
    const { solidity = SOLIDITY.shown, isSolid = true } = more;
    const [x, y, z] = origin;
    const worldFromModel = Float32Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z);
    const model = list.addModel({ entity, worldFromModel, isSolid, solidity });
    const placed = box.map((value, i) => value + origin[i % 3]);
    list.add({ planes: boxPlanes(placed), contents, box: placed, model });
  }
  for (const box of boxes) list.add({ planes: boxPlanes(box), contents: 1, box });
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
