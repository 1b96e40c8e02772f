/** Where light that is baked for props comes from, and where it goes. */

import type { Vhv } from "../../../formats/studio/read/parse-vhv.ts";
import type { PropModel } from "../prop-model.ts";

/** Where baked light goes: a row an instance. */
export interface BakedTarget {
  /** Row of the map's static props: the number in the file's name. Rows past its end are none, and have no light. */
  readonly prop: Uint32Array;
  readonly model: readonly PropModel[];
  /** Row of the model's first vertex among all props' vertices. */
  readonly firstVertex: Uint32Array;
}

/** The path of a prop's light for its texels: one for both lights of a map. */
export const texelLightPath = (prop: number) => `texelslighting_${prop}.ppl`;

/** Spreads the light of strip groups over the model's vertices; false if the two do not fit. */
export function writeBakedLight(out: Uint32Array, vhv: Vhv, model: PropModel): boolean {
  const { stripGroups } = model;
  if (vhv.meshCount !== stripGroups.length) return false;
  if (stripGroups.some(({ vertices }, i) => vertices.length !== vhv.meshVertexCount[i]))
    return false;
  const words = new DataView(vhv.color.buffer, vhv.color.byteOffset, vhv.color.byteLength);
  // Coarser LODs first: vertices that they share with LOD 0 keep what LOD 0 has.
  for (let i = stripGroups.length - 1; i >= 0; i--) {
    if (stripGroups[i].model !== 0) continue;
    const { vertices } = stripGroups[i];
    for (let k = 0; k < vertices.length; k++) {
      out[vertices[k]] = words.getUint32((vhv.meshFirstVertex[i] + k) * 4, true);
    }
  }
  return true;
}
