/**
 * Computes a model's vertices by the formulas of Valve's `studio.h`, independent of the exporter.
 */

import type { BonePose } from "../../../src/formats/studio/mesh/build-bone-palette.ts";
import type { StudioModel } from "../../../src/model/files/studio-model.ts";

export interface Placed {
  /** Index of the mesh among the shown ones. */
  readonly mesh: number;
  /** Positions in glTF's space. */
  readonly vertices: readonly (readonly number[])[];
  readonly indexCount: number;
}

interface Asked {
  readonly lod: number;
  readonly body: number;
  readonly scale: number;
  readonly pose?: BonePose;
  /** 12 numbers per bone, in place of the pose's. */
  readonly palette?: Float32Array;
}

/** Returns all vertices of the shown meshes, skinned by their bones' matrices and weights. */
export function placeVertices(
  { mdl, vvd, vtx }: StudioModel,
  { lod, body, scale, pose = mdl.bones, palette }: Asked,
): Placed[] {
  const { position, boneIndex, boneWeight } = vvd!.vertices;
  const world: number[][] = [];
  for (let bone = 0; bone < mdl.bones.count; bone++) {
    const own = matrixOf(pose.position, bone * 3, pose.quaternion, bone * 4);
    const parent = mdl.bones.parent[bone];
    world.push(parent < 0 ? own : multiply(world[parent], own));
  }
  const skin = world.map((matrix, bone) =>
    palette === undefined
      ? multiply(matrix, Array.from(mdl.bones.poseToBone.subarray(bone * 12, bone * 12 + 12)))
      : Array.from(palette.subarray(bone * 12, bone * 12 + 12)),
  );
  const isStatic = (mdl.flags & 0x10) !== 0;
  const placed: Placed[] = [];
  const { meshes } = vtx!;
  for (let row = 0; row < meshes.count; row++) {
    const part = mdl.bodyParts[meshes.bodyPart[row]];
    const chosen = Math.floor(body / part.base) % part.models.length;
    if (meshes.lod[row] !== lod || meshes.model[row] !== chosen) continue;
    if (meshes.indexCount[row] === 0) continue;
    const mesh = part.models[chosen].firstMesh + meshes.mesh[row];
    const first = mdl.meshes.firstVertex[mesh];
    const vertices: number[][] = [];
    for (let v = first; v < first + mdl.meshes.vertexCount[mesh]; v++) {
      const out = [0, 0, 0];
      const p = position.subarray(v * 3, v * 3 + 3);
      for (let k = 0; k < 3; k++) {
        const weight = boneWeight[v * 3 + k];
        if (weight === 0) continue;
        const m = skin[boneIndex[v * 3 + k]];
        for (let axis = 0; axis < 3; axis++) {
          const at = axis * 4;
          out[axis] += weight * (m[at] * p[0] + m[at + 1] * p[1] + m[at + 2] * p[2] + m[at + 3]);
        }
      }
      const [x, y, z] = isStatic ? p : out;
      vertices.push([y * scale, z * scale, x * scale]);
    }
    placed.push({ mesh: placed.length, vertices, indexCount: meshes.indexCount[row] });
  }
  return placed;
}

function matrixOf(p: Float32Array, at: number, q: Float32Array, from: number): number[] {
  const [x, y, z, w] = q.subarray(from, from + 4);
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), p[at]],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), p[at + 1]],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), p[at + 2]],
  ];
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 12 }, (_, i) => {
    const [row, column] = [Math.floor(i / 4) * 4, i % 4];
    const sum = a[row] * b[column] + a[row + 1] * b[column + 4] + a[row + 2] * b[column + 8];
    return column === 3 ? sum + a[row + 3] : sum;
  });
}
