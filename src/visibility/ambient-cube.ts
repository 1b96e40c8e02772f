/** Ambient light at a point, from the six-sided cubes that vrad stores in its leaf. */

import type { LeafAmbientLight } from "../map/props.ts";
import type { LeafTree } from "../map/tree.ts";

/** Numbers of a cube: linear RGB of +x −x +y −y +z −z. */
export const AMBIENT_CUBE_FLOATS = 18;
const CUBE_BYTES = 24;

/** Writes the cube at a point from the first `most` samples of a leaf, which has at least one. */
export function writeAmbientCube(
  out: Float32Array,
  { ambient, tree }: { readonly ambient: LeafAmbientLight; readonly tree: LeafTree },
  leaf: number,
  point: ArrayLike<number>,
  most = Number.POSITIVE_INFINITY,
): void {
  const { leafBox } = tree;
  const first = ambient.firstSample[leaf];
  const end = first + Math.min(most, ambient.sampleCount[leaf]);
  out.fill(0);
  let totalWeight = 0;
  for (let sample = first; sample < end; sample++) {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const low = leafBox[leaf * 6 + axis];
      const high = leafBox[leaf * 6 + 3 + axis];
      const at = low + (ambient.position[sample * 3 + axis] / 255) * (high - low);
      squared += (at - point[axis]) ** 2;
    }
    const weight = 1 / (squared + 1);
    totalWeight += weight;
    addCube(out, ambient.cube, sample * CUBE_BYTES, weight);
  }
  for (let i = 0; i < AMBIENT_CUBE_FLOATS; i++) out[i] /= totalWeight;
}

function addCube(out: Float32Array, cube: Uint8Array, at: number, weight: number): void {
  for (let side = 0; side < 6; side++) {
    const byte = at + side * 4;
    const scale = weight * 2 ** ((cube[byte + 3] << 24) >> 24);
    out[side * 3] += cube[byte] * scale;
    out[side * 3 + 1] += cube[byte + 1] * scale;
    out[side * 3 + 2] += cube[byte + 2] * scale;
  }
}
