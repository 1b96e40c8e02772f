/** Poses the vertices of a model for lines along edges and normals. Model space, inches. */

import type { StudioVertices } from "../../../formats/studio/types.ts";
import type { PropSet } from "../../../map/props.ts";
import { type LineRows, lineColor } from "../../../render/lines/line-rows.ts";

const EDGE = lineColor(0.1, 1, 0.45, 0.75);
const POINT = lineColor(0.95, 0.8, 0.45);
/** Colour of a vertex that is displaced by flexes. */
const POINT_MOVED = lineColor(1, 0.3, 0.15);
const NORMAL = lineColor(0.45, 0.75, 1, 0.9);
const NORMAL_TIP = lineColor(0.85, 0.35, 1, 0.9);

/** The drawn mesh of a model, by vertices. */
export class SkinnedMesh {
  readonly #vertices: StudioVertices;
  /** Posed positions of drawn vertices, 3 numbers a vertex. */
  readonly #position: Float32Array;
  readonly #normal: Float32Array;
  /** Vertices that any draw uses, in ascending order; all if there are no triangles. */
  readonly #used: Uint32Array;
  /** Pairs of vertices, each edge once. */
  readonly #edges: Uint32Array;

  /**
   * @param vertices vertices, read with each pose
   * @param set draws of one level of detail; its first vertex is the model's
   */
  constructor(vertices: StudioVertices, set: PropSet) {
    this.#vertices = vertices;
    this.#position = new Float32Array(vertices.count * 3);
    this.#normal = new Float32Array(vertices.count * 3);
    const edges = new Set<number>();
    const used = new Set<number>();
    for (let draw = 0; draw < set.drawCount; draw++) {
      const first = set.drawFirstIndex[draw];
      for (let i = first; i < first + set.drawIndexCount[draw]; i++) {
        const a = set.indices[i];
        const b = set.indices[(i - first) % 3 === 2 ? i - 2 : i + 1];
        used.add(a);
        edges.add(Math.min(a, b) * vertices.count + Math.max(a, b));
      }
    }
    const isBare = set.drawCount === 0;
    const rows = isBare ? Uint32Array.from({ length: vertices.count }, (_, i) => i) : used;
    this.#used = Uint32Array.from(rows).sort();
    this.#edges = new Uint32Array(edges.size * 2);
    let at = 0;
    for (const edge of edges) {
      this.#edges[at++] = Math.floor(edge / vertices.count);
      this.#edges[at++] = edge % vertices.count;
    }
  }

  /** @param palette 12 floats a bone. Allocates nothing */
  pose(palette: Float32Array): void {
    const { position, normal, boneIndex, boneWeight } = this.#vertices;
    for (let i = 0; i < this.#used.length; i++) {
      const at = this.#used[i] * 3;
      for (let axis = 0; axis < 3; axis++) {
        let p = 0;
        let n = 0;
        for (let k = at; k < at + 3; k++) {
          const weight = boneWeight[k];
          if (weight === 0) continue;
          const m = boneIndex[k] * 12 + axis * 4;
          const x = palette[m];
          const y = palette[m + 1];
          const z = palette[m + 2];
          p +=
            weight *
            (x * position[at] + y * position[at + 1] + z * position[at + 2] + palette[m + 3]);
          n += weight * (x * normal[at] + y * normal[at + 1] + z * normal[at + 2]);
        }
        this.#position[at + axis] = p;
        this.#normal[at + axis] = n;
      }
    }
  }

  /** Positions of drawn vertices in the last pose, 3 numbers a vertex. */
  get posed(): Float32Array {
    return this.#position;
  }

  addEdges(rows: LineRows): void {
    const p = this.#position;
    for (let i = 0; i < this.#edges.length; i += 2) {
      const a = this.#edges[i] * 3;
      const b = this.#edges[i + 1] * 3;
      rows.add(p[a], p[a + 1], p[a + 2], p[b], p[b + 1], p[b + 2], EDGE);
    }
  }

  /**
   * Adds a cross at each vertex.
   * @param rest vertices without flexes
   * @param size length of an arm, inches
   */
  addPoints(rows: LineRows, rest: StudioVertices, size: number): void {
    const p = this.#position;
    const from = rest.position;
    const to = this.#vertices.position;
    for (let i = 0; i < this.#used.length; i++) {
      const at = this.#used[i] * 3;
      const x = p[at];
      const y = p[at + 1];
      const z = p[at + 2];
      let color = POINT;
      for (let k = at; k < at + 3; k++) if (from[k] !== to[k]) color = POINT_MOVED;
      rows.add(x - size, y, z, x + size, y, z, color);
      rows.add(x, y - size, z, x, y + size, z, color);
      rows.add(x, y, z - size, x, y, z + size, color);
    }
  }

  /** @param length inches */
  addNormals(rows: LineRows, length: number): void {
    const p = this.#position;
    const n = this.#normal;
    for (let i = 0; i < this.#used.length; i++) {
      const at = this.#used[i] * 3;
      rows.add(
        p[at],
        p[at + 1],
        p[at + 2],
        p[at] + n[at] * length,
        p[at + 1] + n[at + 1] * length,
        p[at + 2] + n[at + 2] * length,
        NORMAL,
        NORMAL_TIP,
      );
    }
  }
}
