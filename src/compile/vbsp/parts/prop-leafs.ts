import type { LeafTree } from "../../../map/types.ts";
import { writeMatrix3x4 } from "../../../math/angles.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../../visibility/leaf-walk.ts";

/** Inches by which a model's box is grown, so that a flat one on a plane lies on both sides of it. */
const GROWN = 1 / 32;

/**
 * Lists the leafs of the inside that a turned box reaches into, in ascending order.
 * @param bounds 6 numbers, model space: mins, maxs
 * @param angles degrees: pitch, yaw, roll
 */
export type ListPropLeafs = (
  bounds: ArrayLike<number>,
  origin: readonly number[],
  angles: readonly number[],
) => number[];

/** A prop is drawn when one of its leafs is seen: one too many does no harm, one too few does. */
export function createPropLeafs(tree: LeafTree): ListPropLeafs {
  const found = makeBoxLeafs(tree);
  return (bounds, origin, angles) => {
    const matrix = new Float32Array(12);
    const [pitch, yaw, roll] = angles;
    writeMatrix3x4(matrix, 0, pitch, yaw, roll, origin[0], origin[1], origin[2]);
    const half = [0, 1, 2].map((k) => (bounds[k + 3] - bounds[k]) / 2 + GROWN);
    const middle = [0, 1, 2].map((k) => (bounds[k + 3] + bounds[k]) / 2);
    const box = new Float32Array(6);
    const centre = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const row = matrix.subarray(axis * 4, axis * 4 + 4);
      centre[axis] = row[0] * middle[0] + row[1] * middle[1] + row[2] * middle[2] + row[3];
      const reach = row
        .subarray(0, 3)
        .reduce((sum, value, k) => sum + Math.abs(value) * half[k], 0);
      box[axis] = centre[axis] - reach;
      box[axis + 3] = centre[axis] + reach;
    }
    const count = writeBoxLeafs(tree, box, 0, found);
    return [...found.subarray(0, count)]
      .filter(
        (leaf) => tree.leafCluster[leaf] >= 0 && meetsLeafBox(tree, leaf, matrix, centre, half),
      )
      .sort((a, b) => a - b);
  };
}

/** Whether no axis of the turned box parts it from a leaf's box. */
function meetsLeafBox(
  { leafBox }: LeafTree,
  leaf: number,
  matrix: Float32Array,
  centre: readonly number[],
  half: readonly number[],
): boolean {
  for (let k = 0; k < 3; k++) {
    let distance = 0;
    let reach = half[k];
    for (let axis = 0; axis < 3; axis++) {
      const min = leafBox[leaf * 6 + axis];
      const max = leafBox[leaf * 6 + 3 + axis];
      const direction = matrix[axis * 4 + k];
      distance += direction * ((min + max) / 2 - centre[axis]);
      // Leaf boxes are stored as whole inches, cut: they may lack up to one on each side.
      reach += Math.abs(direction) * ((max - min) / 2 + 1);
    }
    if (Math.abs(distance) > reach) return false;
  }
  return true;
}
