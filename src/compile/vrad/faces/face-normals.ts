/**
 * Normals at the corners of faces, smoothed over the faces that share them.
 * Facts from vrad's `lightmap.cpp`: faces with a common smoothing group are smoothed. If neither
 * has a group, faces within 45 degrees are smoothed. Groups of the top byte make hard edges.
 */

import type { Bsp, Faces } from "../../../formats/bsp/types.ts";

const SMOOTHING_GROUP_HARD_EDGE = 0xff000000;
/**
 * Cosine of slightly more than 45 degrees, because many walls meet at that angle and normals are
 * rounded.
 */
const SMOOTHING_COSINE = Math.SQRT1_2 - 1e-6;

export interface FaceNormals {
  /** First row of `corner...` for each face; one more at the end. */
  readonly firstCorner: Uint32Array;
  /** Vertex of each corner. */
  readonly cornerVertex: Uint32Array;
  /** 3 a corner, unit length. */
  readonly cornerNormal: Float32Array;
  /** 1 for faces whose corner normals all equal the plane's. */
  readonly isFlat: Uint8Array;
  /** Faces that each face smooths with. Light is filtered across their edges. */
  readonly neighbours: readonly (readonly number[])[];
}

function listCorners(bsp: Bsp, faces: Faces) {
  const firstCorner = new Uint32Array(faces.count + 1);
  for (let i = 0; i < faces.count; i++) firstCorner[i + 1] = firstCorner[i] + faces.edgeCount[i];
  const cornerVertex = new Uint32Array(firstCorner[faces.count]);
  for (let face = 0; face < faces.count; face++) {
    for (let i = 0; i < faces.edgeCount[face]; i++) {
      const surfEdge = bsp.surfEdges[faces.firstEdge[face] + i];
      cornerVertex[firstCorner[face] + i] =
        surfEdge >= 0 ? bsp.edges[surfEdge * 2] : bsp.edges[-surfEdge * 2 + 1];
    }
  }
  return { firstCorner, cornerVertex };
}

/** Lists the faces around each vertex, each once. */
function listFacesOfVertexes(count: number, firstCorner: Uint32Array, cornerVertex: Uint32Array) {
  const facesOf: number[][] = Array.from({ length: count }, () => []);
  for (let face = 0; face + 1 < firstCorner.length; face++) {
    for (let i = firstCorner[face]; i < firstCorner[face + 1]; i++) {
      const list = facesOf[cornerVertex[i]];
      if (list[list.length - 1] !== face) list.push(face);
    }
  }
  return facesOf;
}

export function buildFaceNormals(bsp: Bsp, faces: Faces): FaceNormals {
  const { firstCorner, cornerVertex } = listCorners(bsp, faces);
  const facesOf = listFacesOfVertexes(bsp.vertexes.count, firstCorner, cornerVertex);
  const cornerNormal = new Float32Array(cornerVertex.length * 3);
  const isFlat = new Uint8Array(faces.count).fill(1);
  const planes = bsp.planes.normal;

  const smooths = (face: number, other: number): boolean => {
    const isDisp = faces.dispInfo[face] >= 0;
    if (!isDisp && faces.dispInfo[other] >= 0) return false;
    if (isDisp) return true;
    const a = faces.plane[face] * 3;
    const b = faces.plane[other] * 3;
    const cosine =
      planes[a] * planes[b] + planes[a + 1] * planes[b + 1] + planes[a + 2] * planes[b + 2];
    const groups = faces.smoothingGroups[face];
    const others = faces.smoothingGroups[other];
    if (groups === 0 && others === 0) return cosine >= SMOOTHING_COSINE;
    const common = groups & others;
    return common !== 0 && (common & SMOOTHING_GROUP_HARD_EDGE) === 0;
  };

  const neighbours: number[][] = [];
  for (let face = 0; face < faces.count; face++) {
    const found = new Set<number>();
    const plane = faces.plane[face] * 3;
    for (let corner = firstCorner[face]; corner < firstCorner[face + 1]; corner++) {
      const sum = [planes[plane], planes[plane + 1], planes[plane + 2]];
      for (const other of facesOf[cornerVertex[corner]]) {
        if (other === face || !smooths(face, other)) continue;
        found.add(other);
        for (let axis = 0; axis < 3; axis++) sum[axis] += planes[faces.plane[other] * 3 + axis];
      }
      const length = Math.hypot(sum[0], sum[1], sum[2]) || 1;
      let cosine = 0;
      for (let axis = 0; axis < 3; axis++) {
        const value = sum[axis] / length;
        cornerNormal[corner * 3 + axis] = value;
        cosine += value * planes[plane + axis];
      }
      if (cosine < 0.999) isFlat[face] = 0;
    }
    neighbours.push([...found]);
  }
  return { firstCorner, cornerVertex, cornerNormal, isFlat, neighbours };
}
