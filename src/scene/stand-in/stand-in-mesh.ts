/** A mesh of one LOD and one material without a texture: what stands in for a model. */

import type { StudioMesh } from "../../formats/studio/types.ts";

/**
 * Three vertices a triangle, that each have its normal: flat, so that an edge is seen as one.
 * @param corners 9 a triangle, model space; counter-clockwise seen from outside
 */
export function buildFlatMesh(corners: Float32Array): StudioMesh {
  const count = corners.length / 3;
  const normal = new Float32Array(count * 3);
  const tangent = new Float32Array(count * 4);
  const boneWeight = new Float32Array(count * 3);
  for (let triangle = 0; triangle < corners.length; triangle += 9) {
    const side = (corner: number, axis: number) =>
      corners[triangle + corner * 3 + axis] - corners[triangle + axis];
    const x = side(1, 1) * side(2, 2) - side(1, 2) * side(2, 1);
    const y = side(1, 2) * side(2, 0) - side(1, 0) * side(2, 2);
    const z = side(1, 0) * side(2, 1) - side(1, 1) * side(2, 0);
    const length = Math.hypot(x, y, z);
    // A triangle without an area is not seen.
    const facing = length > 0 ? [x / length, y / length, z / length] : [0, 0, 1];
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangle / 3 + corner;
      normal.set(facing, vertex * 3);
      // Any direction does: there is no texture.
      tangent[vertex * 4 + (Math.abs(facing[0]) < 0.9 ? 0 : 1)] = tangent[vertex * 4 + 3] = 1;
      boneWeight[vertex * 3] = 1;
    }
  }
  return {
    vertices: {
      count,
      position: corners,
      normal,
      tangent,
      texCoord: new Float32Array(count * 2),
      boneWeight,
      boneIndex: new Uint8Array(count * 3),
      boneCount: new Uint8Array(count).fill(1),
    },
    indices: Uint32Array.from({ length: count }, (_, i) => i),
    lodCount: 1,
    switchPoint: new Float32Array(1),
    drawCount: 1,
    drawLod: new Uint8Array(1),
    drawMesh: new Uint32Array(1),
    drawMaterial: new Uint16Array(1),
    drawFirstIndex: new Uint32Array(1),
    drawIndexCount: Uint32Array.of(count),
  };
}
