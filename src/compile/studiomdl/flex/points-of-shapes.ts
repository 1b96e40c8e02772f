/** A VTA alone: vertices that nobody tells the triangles of, as a model of nothing but these. */

import type { Smd, SmdVertexAnimation } from "../../../formats/smd/types.ts";

/** A mesh names its vertices in 16 bits. */
const MAX_MESH_VERTICES = 0x10000;

export interface PointSources {
  /** A triangle of no size for each vertex of the first shape: compiled, vertices without triangles. */
  readonly mesh: Smd;
  /** The same shapes by the corners of these. */
  readonly shapes: Smd;
}

/** @param vta its first shape has all vertices, each with a number of its own; they hang on one bone */
export function pointsOfShapes(vta: Smd, shapes: SmdVertexAnimation): PointSources {
  const count = shapes.firstVertex[1] ?? 0;
  const rowOf = new Map<number, number>();
  for (let row = 0; row < count; row++) rowOf.set(shapes.id[row], row);
  const corners = count * 3;
  const meshCount = Math.ceil(count / MAX_MESH_VERTICES);
  const spread = (values: Float32Array) => {
    const out = new Float32Array(corners * 3);
    for (let i = 0; i < out.length; i++) out[i] = values[Math.floor(i / 9) * 3 + (i % 3)];
    return out;
  };
  const nodes = { count: 1, id: Int32Array.of(0), name: ["root"], parent: Int32Array.of(-1) };
  const skeleton = {
    frameCount: 1,
    time: Int32Array.of(0),
    position: new Float32Array(3),
    rotation: new Float32Array(3),
  };
  const mesh: Smd = {
    version: vta.version,
    nodes,
    skeleton,
    triangles: {
      count,
      materials: Array.from({ length: meshCount }, (_, i) => `points${i === 0 ? "" : i}`),
      material: Uint32Array.from({ length: count }, (_, i) => Math.floor(i / MAX_MESH_VERTICES)),
      bone: new Uint16Array(corners),
      position: spread(shapes.position),
      normal: spread(shapes.normal),
      // Each its own, so that vertices that lie in one place stay as many as they are.
      texCoord: Float32Array.from({ length: corners * 2 }, (_, i) => Math.floor(i / 6)),
      firstLink: Uint32Array.from({ length: corners + 1 }, (_, i) => i),
      linkBone: new Uint16Array(corners),
      linkWeight: new Float32Array(corners).fill(1),
      firstExtraTexCoord: new Uint32Array(corners + 1),
      extraTexCoord: new Float32Array(0),
    },
    vertexAnimation: null,
  };
  // Every later shape has vertices of the first alone: the reader has seen to that.
  const id = Uint32Array.from(shapes.id, (number) => rowOf.get(number)! * 3);
  return { mesh, shapes: { ...vta, nodes, skeleton, vertexAnimation: { ...shapes, id } } };
}
