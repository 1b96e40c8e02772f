/** Writes light that was baked for props. */

import type { Vhv } from "../../formats/studio/read/parse-vhv.ts";
import type { PropModel } from "../props/prop-model.ts";

/** Destination of baked light, a row for each instance. */
export interface BakedTarget {
  /**
   * Row of the map's static prop, which is the number in the file's name. Rows past the table's end
   * have no light.
   */
  readonly prop: Uint32Array;
  readonly model: readonly PropModel[];
  /** Row of the model's first vertex among all props' vertices. */
  readonly firstVertex: Uint32Array;
}

/** Returns the path of a prop's texel light, which is shared by both lights of a map. */
export const texelLightPath = (prop: number) => `texelslighting_${prop}.ppl`;

/**
 * Copies the light of strip groups to the model's vertices; returns `false` if the two do not
 * match.
 */
export function writeBakedLight(out: Uint32Array, vhv: Vhv, model: PropModel): boolean {
  const { stripGroups } = model;
  if (vhv.meshCount !== stripGroups.length) return false;
  if (stripGroups.some(({ vertices }, i) => vertices.length !== vhv.meshVertexCount[i]))
    return false;
  const words = new DataView(vhv.color.buffer, vhv.color.byteOffset, vhv.color.byteLength);
  // Coarser LODs first, so that vertices shared with LOD 0 keep the light of LOD 0.
  for (let i = stripGroups.length - 1; i >= 0; i--) {
    if (stripGroups[i].model !== 0) continue;
    const { vertices } = stripGroups[i];
    for (let k = 0; k < vertices.length; k++) {
      out[vertices[k]] = words.getUint32((vhv.meshFirstVertex[i] + k) * 4, true);
    }
  }
  return true;
}
