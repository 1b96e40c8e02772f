/** Lists the strip groups of a model with their vertices. */

import { VTX_VERTEX } from "../records/strips.ts";
import type { Mdl } from "../types.ts";
import { readVtxLayout } from "../vtx-layout.ts";

/** One strip group of a VTX: the unit that baked vertex light is stored for. */
export interface StripGroup {
  /** Number of the model in its body part. */
  readonly model: number;
  readonly lod: number;
  /** Rows of `StudioVertices`, in the file's order (checked). */
  readonly vertices: Uint32Array;
}

/** Lists the strip groups of all models in file order. The files must belong together. */
export function listStripGroups(mdl: Mdl, vtx: Uint8Array, vertexCount: number): StripGroup[] {
  const view = new DataView(vtx.buffer, vtx.byteOffset, vtx.byteLength);
  const { meshes, strips } = readVtxLayout(vtx);
  const groups: StripGroup[] = [];
  for (let row = 0; row < meshes.model.length; row++) {
    const model = mdl.bodyParts[meshes.bodyPart[row]]?.models[meshes.model[row]];
    if (model === undefined || meshes.mesh[row] >= model.meshCount) continue;
    const firstVertex = mdl.meshes.firstVertex[model.firstMesh + meshes.mesh[row]];
    let lastOffset = -1;
    const endStrip = meshes.firstStrip[row] + meshes.stripCount[row];
    for (let strip = meshes.firstStrip[row]; strip < endStrip; strip++) {
      const offset = strips.vertexOffset[strip];
      // Strips of one group share its vertices.
      if (offset === lastOffset) continue;
      lastOffset = offset;
      const vertices = Uint32Array.from({ length: strips.vertexCount[strip] }, (_, i) => {
        const at = offset + i * VTX_VERTEX.bytes + VTX_VERTEX.at.origMeshVertID;
        return Math.min(firstVertex + view.getUint16(at, true), vertexCount - 1);
      });
      groups.push({ model: meshes.model[row], lod: meshes.lod[row], vertices });
    }
  }
  return groups;
}
