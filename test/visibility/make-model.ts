/** Builds a map with one brush model that rays can hit. */

import { type MapCollision, SIDE_STOPS } from "../../src/map/collision.ts";
import type { BrushModels } from "../../src/map/motion/brush-models.ts";
import type { LeafTree } from "../../src/map/tree.ts";
import { createModelMover } from "../../src/visibility/model-mover.ts";
import { createTrace } from "../../src/visibility/trace.ts";

export const NO_TREE: LeafTree = {
  ...{ nodeCount: 0, nodePlane: new Float32Array(0), nodeChildren: new Int32Array(0) },
  ...{ leafCount: 2, leafCluster: Int32Array.of(0, 0), leafFlags: new Uint8Array(2) },
  leafBox: new Float32Array(12),
};
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const ENTITY = 5;

/** Builds a map whose only solid is a model: 20 inches along x, 40 along y, 60 along z. */
export function openModel() {
  const sides = [10, 10, 20, 20, 30, 30].flatMap((distance, side) => {
    const normal = [0, 0, 0];
    normal[side >> 1] = side % 2 === 0 ? 1 : -1;
    return [...normal, distance];
  });
  const collision: MapCollision = {
    sidePlane: Float32Array.from(sides),
    ...{ sideMaterial: new Int32Array(6), sideKind: new Uint8Array(6).fill(SIDE_STOPS) },
    ...{ brushCount: 1, brushFirstSide: Uint32Array.of(0), brushSideCount: Uint32Array.of(6) },
    ...{ leafCount: 2, leafFirstBrush: Uint32Array.of(0, 1), leafBrushCount: Uint32Array.of(1, 0) },
    ...{ leafBrushes: Uint32Array.of(0), leafArea: new Uint16Array(2) },
    // The world's leaf is empty.
    ...{ modelCount: 2, modelHeadNode: Int32Array.of(-2, -1) },
    modelFromWorld: Float32Array.from([...IDENTITY, ...IDENTITY]),
    modelBox: Float32Array.from([0, 0, 0, 0, 0, 0, -10, -20, -30, 10, 20, 30]),
    ...{ modelEntity: Int32Array.of(-1, ENTITY), modelIsHidden: new Uint8Array(2) },
    ...{ triangleCount: 0, triangles: new Float32Array(0), triangleMaterial: new Int32Array(0) },
    ...{ boxes: new Float32Array(0), boxLinks: new Uint32Array(0), materialName: ["stone"] },
  };
  const brushes: BrushModels = {
    ...{ count: 1, entity: Int32Array.of(ENTITY), model: Int32Array.of(1) },
    ...{ worldFromModel: Float32Array.from(IDENTITY), isHidden: new Uint8Array(1) },
    ...{ firstChunk: Uint32Array.of(0), chunkCount: Uint32Array.of(0), chunks: new Uint32Array(0) },
  };
  const trace = createTrace(NO_TREE, collision);
  const mover = createModelMover(collision, brushes);
  /** Returns the distance of the model from x = -200 along x; `null` if the ray passes it. */
  const cast = (y = 0, z = 0) =>
    trace.cast(-200, y, z, 1, 0, 0, 1000) ? trace.hit.distance : null;
  return { collision, brushes, trace, mover, cast };
}
