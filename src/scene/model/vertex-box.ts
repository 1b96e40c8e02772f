/** The box of vertices that no triangle joins. */

import type { StudioVertices } from "../../formats/studio/types.ts";

/**
 * @param palette 12 floats a bone
 * @returns 6 numbers, model space, inches; zeros where there are no vertices
 */
export function boxOfVertices(vertices: StudioVertices, palette: Float32Array): Float32Array {
  const { count, position, boneIndex, boneWeight } = vertices;
  const box = new Float32Array(6);
  if (count === 0) return box;
  box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for (let at = 0; at < count * 3; at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      let value = 0;
      for (let k = at; k < at + 3; k++) {
        const m = boneIndex[k] * 12 + axis * 4;
        const x = palette[m] * position[at] + palette[m + 1] * position[at + 1];
        value += boneWeight[k] * (x + palette[m + 2] * position[at + 2] + palette[m + 3]);
      }
      box[axis] = Math.min(box[axis], value);
      box[3 + axis] = Math.max(box[3 + axis], value);
    }
  }
  return box;
}
