/** Edges of a model's triangles on its textures. */

import type { StudioVertices } from "../../formats/studio/types.ts";
import type { PropSet } from "../../map/props.ts";

export interface UvEdges {
  /** Name as in the material list of the model. */
  readonly material: string;
  /** 4 an edge: s and t of both ends, repeats of the texture; t grows downwards. Each edge once. */
  readonly edges: Float32Array;
}

/** Lists the edges for each material that is drawn, in draw order. */
export function listUvEdges({ count, texCoord }: StudioVertices, set: PropSet): UvEdges[] {
  const byMaterial = new Map<number, Set<number>>();
  for (let draw = 0; draw < set.drawCount; draw++) {
    const material = set.drawMaterial[draw];
    const edges = byMaterial.get(material) ?? new Set<number>();
    byMaterial.set(material, edges);
    const first = set.drawFirstIndex[draw];
    for (let i = first; i < first + set.drawIndexCount[draw]; i++) {
      const a = set.indices[i];
      const b = set.indices[(i - first) % 3 === 2 ? i - 2 : i + 1];
      edges.add(Math.min(a, b) * count + Math.max(a, b));
    }
  }
  return Array.from(byMaterial, ([material, pairs]) => {
    const edges = new Float32Array(pairs.size * 4);
    let at = 0;
    for (const pair of pairs) {
      for (const vertex of [Math.floor(pair / count), pair % count]) {
        edges[at++] = texCoord[vertex * 2];
        edges[at++] = texCoord[vertex * 2 + 1];
      }
    }
    return { material: set.materials.name[material], edges };
  });
}
