/** Summarises an SMD for `visleaf inspect`. */

import type { Smd } from "./types.ts";

/** Summary of an SMD: plain data for JSON. */
export interface SmdSummary {
  readonly format: "SMD";
  readonly version: number;
  readonly bones: readonly { readonly name: string; readonly parent: number }[];
  readonly frames: number;
  readonly triangles: number;
  /** Number of triangles by material. */
  readonly materials: Readonly<Record<string, number>>;
  /** Number of vertices by their number of links. */
  readonly links: Readonly<Record<number, number>>;
  /** [mins, maxs] of the triangles; `null` if there are none. */
  readonly box: readonly (readonly number[])[] | null;
  /** Number of shapes in the vertex animation, and of vertices in the first. */
  readonly shapes: number;
  readonly shapeVertices: number;
}

export function summarizeSmd(smd: Smd): SmdSummary {
  const { nodes, triangles, vertexAnimation } = smd;
  const materials = new Map<string, number>();
  for (const row of triangles.material) {
    const name = triangles.materials[row];
    materials.set(name, (materials.get(name) ?? 0) + 1);
  }
  const links: Record<number, number> = {};
  for (let i = 0; i < triangles.count * 3; i++) {
    const count = triangles.firstLink[i + 1] - triangles.firstLink[i];
    links[count] = (links[count] ?? 0) + 1;
  }
  return {
    format: "SMD",
    version: smd.version,
    bones: nodes.name.map((name, i) => ({ name, parent: nodes.parent[i] })),
    frames: smd.skeleton.frameCount,
    triangles: triangles.count,
    materials: Object.fromEntries(materials),
    links,
    box: measureBox(triangles.position),
    shapes: vertexAnimation?.frameCount ?? 0,
    shapeVertices: vertexAnimation?.firstVertex[1] ?? 0,
  };
}

function measureBox(position: Float32Array): number[][] | null {
  if (position.length === 0) return null;
  const mins = [Infinity, Infinity, Infinity];
  const maxs = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < position.length; i++) {
    mins[i % 3] = Math.min(mins[i % 3], position[i]);
    maxs[i % 3] = Math.max(maxs[i % 3], position[i]);
  }
  return [mins, maxs];
}
