/** Rules about the shape of displacements. */

import type { DisplacementFacts } from "../../facts/drawn-surfaces.ts";
import { placeOfFace } from "../../facts/face-facts.ts";
import { countOf } from "../../facts/words.ts";
import type { Fault, Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Smallest gap in inches. Rounding causes smaller ones. */
const GAP = 1;
/**
 * Smallest cosine between the normals of the base faces of two displacements that form one ground.
 */
const ALIKE = 0.7;
/** Largest gap in inches. Wider gaps are intended cliffs. */
const WIDEST = 24;

/**
 * Two displacements of one material share a whole edge, but vertices on it are 1 to 24 inches
 * apart. (note)
 * Mend: Sew them in Hammer.
 */
export const displacementGaps: Rule = {
  name: "displacement-gaps",
  why: "Players see through a gap between displacements, unless something else covers it.",
  check(facts) {
    const sides = new Map<string, Side[]>();
    for (const displacement of facts.displacements) {
      for (const side of listSides(displacement)) {
        const list = sides.get(side.key);
        if (list === undefined) sides.set(side.key, [side]);
        else if (list.length < 8) list.push(side);
      }
    }
    const faults: Fault[] = [];
    for (const list of sides.values()) {
      // If three or more sides share an edge, it is unknown which belong together.
      if (list.length !== 2 || list[0].face === list[1].face) continue;
      const { width, at } = widestGap(list[0].line, list[1].line);
      if (width < GAP || width > WIDEST) continue;
      const faces = `faces ${list[0].face} and ${list[1].face}`;
      const message = `Two displacements (${faces}) share an edge and lie ${width.toFixed(1)} inches apart.`;
      const [{ normal }, other] = list.map(({ face }) => placeOfFace(facts.bsp, face));
      // Between a floor and a wall the wall covers the gap.
      if (normal.reduce((sum, value, i) => sum + value * other.normal[i], 0) < ALIKE) continue;
      const place = { origin: at, normal, radius: 32, face: list[0].face };
      faults.push({ severity: "note", message, ...place });
    }
    return faults;
  },
};

interface Side {
  /** Both ends of the flat edge, in a fixed order, so that both displacements have the same key. */
  readonly key: string;
  readonly face: number;
  /** Positions along the edge, 3 numbers a vertex, from the end that sorts first. */
  readonly line: Float32Array;
}

function listSides({ face, grid }: DisplacementFacts): Side[] {
  const { edge, flat, position } = grid;
  const last = edge - 1;
  const rows = Array.from({ length: edge }, (_, i) => i);
  const lines = [
    rows.map((i) => i),
    rows.map((i) => last * edge + i),
    rows.map((i) => i * edge),
    rows.map((i) => i * edge + last),
  ];
  const nameOf = (vertex: number) =>
    [0, 1, 2].map((axis) => Math.round(flat[vertex * 3 + axis] * 4)).join(" ");
  return lines.map((vertices) => {
    const [from, to] = [nameOf(vertices[0]), nameOf(vertices[last])];
    const sorted = from < to ? vertices : [...vertices].reverse();
    const line = Float32Array.from(sorted.flatMap((v) => [...position.subarray(v * 3, v * 3 + 3)]));
    return { key: from < to ? `${from}|${to}` : `${to}|${from}`, face, line };
  });
}

/**
 * Finds the widest distance between vertices of the coarser line and their counterparts in the
 * finer line.
 */
function widestGap(a: Float32Array, b: Float32Array): { width: number; at: Vec3 } {
  const [coarse, fine] = a.length <= b.length ? [a, b] : [b, a];
  const step = (fine.length / 3 - 1) / (coarse.length / 3 - 1);
  let width = 0;
  let at: Vec3 = [0, 0, 0];
  for (let i = 0; i < coarse.length / 3; i++) {
    const j = i * step;
    const [p, q] = [coarse.subarray(i * 3, i * 3 + 3), fine.subarray(j * 3, j * 3 + 3)];
    const distance = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    if (distance > width) {
      width = distance;
      at = [p[0], p[1], p[2]];
    }
  }
  return { width, at };
}

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
