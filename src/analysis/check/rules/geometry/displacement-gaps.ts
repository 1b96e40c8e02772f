import type { DisplacementFacts } from "../../facts/drawn-surfaces.ts";
import { placeOfFace } from "../../facts/face-place.ts";
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
