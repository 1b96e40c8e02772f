import { placeOfFace } from "../../facts/face-place.ts";
import { countOf } from "../../facts/words.ts";
import type { Fault, Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Cosine between the normals of two adjacent triangles, about 150 degrees. */
const FOLD = -0.87;
/** Smallest triangle in square inches. The normals of slivers are unreliable. */
const LEAST_AREA = 16;

/**
 * Two adjacent triangles of a displacement meet at less than 30 degrees. (note)
 * Mend: Smooth it there, or paint along the face's normal.
 */
export const foldedDisplacements: Rule = {
  name: "folded-displacements",
  why: "A folded surface is lit wrongly, and players get stuck in the fold.",
  check(facts) {
    const faults: Fault[] = [];
    for (const { face, grid } of facts.displacements) {
      const folds = findFolds(grid.position, grid.indices);
      if (folds.count === 0) continue;
      const message = `A displacement turns back on itself at ${countOf(folds.count, "edge")}.`;
      faults.push({ severity: "note", message, ...placeOfFace(facts.bsp, face), origin: folds.at });
    }
    return faults;
  },
};

function findFolds(position: Float32Array, indices: Uint16Array): { count: number; at: Vec3 } {
  const normals = indices.length / 3;
  const normal = new Float64Array(indices.length);
  const isSliver = new Uint8Array(normals);
  const byEdge = new Map<number, number>();
  let count = 0;
  let at: Vec3 = [0, 0, 0];
  for (let t = 0; t < normals; t++) {
    const [a, b, c] = indices.subarray(t * 3, t * 3 + 3);
    const side = (from: number, to: number) =>
      [0, 1, 2].map((axis) => position[to * 3 + axis] - position[from * 3 + axis]);
    const [u, v] = [side(a, b), side(a, c)];
    const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...cross);
    isSliver[t] = length / 2 < LEAST_AREA ? 1 : 0;
    for (let axis = 0; axis < 3; axis++) normal[t * 3 + axis] = cross[axis] / (length || 1);
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      const key = Math.min(from, to) * 65536 + Math.max(from, to);
      const other = byEdge.get(key);
      if (other === undefined) {
        byEdge.set(key, t);
        continue;
      }
      if (isSliver[t] === 1 || isSliver[other] === 1) continue;
      let cosine = 0;
      for (let axis = 0; axis < 3; axis++)
        cosine += normal[t * 3 + axis] * normal[other * 3 + axis];
      if (cosine > FOLD) continue;
      if (count === 0) at = [0, 1, 2].map((axis) => position[from * 3 + axis]) as unknown as Vec3;
      count++;
    }
  }
  return { count, at };
}
