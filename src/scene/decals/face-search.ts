/**
 * Finds faces by place: the world's faces by the leaves that a box touches, a brush entity's faces
 * by its box.
 */

import { writeTransformedBox } from "../../math/transformed-box.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../visibility/leaf-walk.ts";
import type { DecalSurfaces, DecalWorld } from "./decal-surfaces.ts";

export interface FaceSearch {
  /** Box of each placement in world space: minimum, maximum. */
  readonly boxes: Float32Array;
  /**
   * Visits the world's faces in leaves that touch a box, each once. Lookups are taken from the
   * budget.
   */
  readonly visitWorld: (box: Float32Array, visit: (face: number) => void) => void;
  /** Visits all faces of a placement's model. */
  readonly visitModel: (placement: number, visit: (face: number) => void) => void;
}

export function createFaceSearch(
  { bsp, faces, tree }: DecalWorld,
  surfaces: DecalSurfaces,
): FaceSearch {
  const { models, leafs, leafFaces } = bsp;
  const { placements } = surfaces;
  const boxes = new Float32Array(placements.length * 6);
  for (const [p, { model, matrix }] of placements.entries()) {
    const mins = models.mins.subarray(model * 3, model * 3 + 3);
    const maxs = models.maxs.subarray(model * 3, model * 3 + 3);
    if (matrix) {
      writeTransformedBox(boxes, p * 6, matrix, 0, mins, maxs);
    } else {
      boxes.set(mins, p * 6);
      boxes.set(maxs, p * 6 + 3);
    }
  }
  const boxLeafs = makeBoxLeafs(tree);
  /** Number of the search, from 1, in which each face was last visited. */
  const seenIn = new Uint32Array(faces.count);
  let search = 0;

  return {
    boxes,
    visitWorld(box, visit) {
      search++;
      const leafCount = writeBoxLeafs(tree, box, 0, boxLeafs);
      surfaces.look(leafCount);
      for (let i = 0; i < leafCount; i++) {
        const leaf = boxLeafs[i];
        const end = leafs.firstLeafFace[leaf] + leafs.leafFaceCount[leaf];
        surfaces.look(leafs.leafFaceCount[leaf]);
        for (let at = leafs.firstLeafFace[leaf]; at < end; at++) {
          const face = leafFaces[at];
          if (face >= faces.count || seenIn[face] === search) continue;
          seenIn[face] = search;
          if (surfaces.placementOf(face) === 0) visit(face);
        }
      }
    },
    visitModel(placement, visit) {
      const { model } = placements[placement];
      const first = models.firstFace[model];
      surfaces.look(models.faceCount[model]);
      for (let face = first; face < first + models.faceCount[model]; face++) visit(face);
    },
  };
}
