/**
 * Counts what the engine draws from a cluster, by the map's lumps: the faces of all leafs in the
 * PVS, each once.
 */

import type { Bsp } from "../../src/formats/bsp/types.ts";
import { decodePvsRow } from "../../src/visibility/pvs.ts";

/** Counts triangles of world faces; a face with T-junction primitives has those triangles. */
export function countDrawnTriangles(bsp: Bsp, cluster: number): number {
  const { visibility, leafs, faces, leafFaces, primitives } = bsp;
  if (visibility === null) throw new Error("a map without visibility");
  const row = new Uint32Array((visibility.clusterCount + 31) >>> 5);
  decodePvsRow({ ...visibility, rowOffset: visibility.pvsOffset }, cluster, row);
  const marked = new Set<number>();
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    const own = leafs.cluster[leaf];
    if (own < 0 || ((row[own >> 5] >> (own & 31)) & 1) === 0) continue;
    for (let i = 0; i < leafs.leafFaceCount[leaf]; i++) {
      marked.add(leafFaces[leafs.firstLeafFace[leaf] + i]);
    }
  }
  let triangles = 0;
  for (const face of marked) {
    let own = faces.edgeCount[face] - 2;
    for (let i = 0; i < faces.primitiveCount[face]; i++) {
      const primitive = faces.firstPrimitive[face] + i;
      if (i === 0) own = 0;
      const count = primitives.indexCount[primitive];
      own += primitives.type[primitive] === 0 ? count / 3 : count - 2;
    }
    triangles += own;
  }
  return triangles;
}
