import type { BspFace } from "../tree/tree.ts";

export interface VertexNormals {
  /** 3 a normal, unit length; each direction once. */
  readonly normals: readonly number[];
  /** For each vertex of each face, in order, its normal. */
  readonly indices: readonly number[];
}

/**
 * Normals of the vertices of a model's faces: the face's own, or the mean over the faces at that
 * vertex that share a smoothing group with it.
 * @param planeNormals 3 a plane
 */
export function smoothNormals(
  faces: readonly BspFace[],
  planeNormals: readonly number[],
): VertexNormals {
  const smoothAt = new Map<number, BspFace[]>();
  for (const face of faces) {
    if (face.side.smoothingGroups === 0) continue;
    for (const vertex of face.vertexes) {
      const list = smoothAt.get(vertex);
      if (list) list.push(face);
      else smoothAt.set(vertex, [face]);
    }
  }
  const normals: number[] = [];
  const indices: number[] = [];
  const known = new Map<string, number>();
  for (const face of faces) {
    const groups = face.side.smoothingGroups;
    for (const vertex of face.vertexes) {
      const planes = new Set([face.plane]);
      if (groups !== 0) {
        for (const other of smoothAt.get(vertex)!) {
          if (other.side.smoothingGroups & groups) planes.add(other.plane);
        }
      }
      const sum = [0, 0, 0];
      for (const plane of [...planes].sort((a, b) => a - b)) {
        for (let axis = 0; axis < 3; axis++) sum[axis] += planeNormals[plane * 3 + axis];
      }
      // A plane's normal is a unit vector in single precision as it is.
      const length = planes.size === 1 ? 1 : Math.hypot(sum[0], sum[1], sum[2]);
      const [x, y, z] = sum.map((value) => Math.fround(length > 1e-6 ? value / length : 0));
      const key = `${x} ${y} ${z}`;
      let index = known.get(key);
      if (index === undefined) {
        index = normals.push(x, y, z) / 3 - 1;
        known.set(key, index);
      }
      indices.push(index);
    }
  }
  return { normals, indices };
}
