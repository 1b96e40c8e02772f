/** Lists the meshes of a model with their triangles. */

import { FormatError } from "../../../core/errors.ts";
import type { Mdl, Vtx, Vvd } from "../types.ts";

/** Triangles of one of the MDL's meshes in one LOD. */
export interface LodMesh {
  /** Row of `Mdl.meshes`. */
  readonly mesh: number;
  /** Column of the skin table. */
  readonly material: number;
  /** Vertex numbers within the mesh. */
  readonly indices: Uint32Array;
}

/** Meshes with triangles, by body part, model and LOD. */
export type ModelMeshes = readonly (readonly (readonly (readonly LodMesh[])[])[])[];

/**
 * Lists triangles by body part, model and LOD, checked against the MDL and the VVD.
 * @throws FormatError of the format VTX, or MDL
 */
export function listMeshes(mdl: Mdl, vvd: Vvd, vtx: Vtx): ModelMeshes {
  checkVertices(mdl, vvd);
  const table: LodMesh[][][][] = mdl.bodyParts.map(({ models }) =>
    models.map(() => Array.from({ length: vtx.lodCount }, () => [])),
  );
  const { meshes } = vtx;
  for (let row = 0; row < meshes.count; row++) {
    if (meshes.indexCount[row] === 0) continue;
    const part = meshes.bodyPart[row];
    const model = mdl.bodyParts[part]?.models[meshes.model[row]];
    if (model === undefined || meshes.mesh[row] >= model.meshCount) {
      throw new FormatError({
        format: "VTX",
        code: "mismatch",
        where: "MeshHeader_t",
        offset: 0,
        expected: "the body parts, models and meshes of the MDL",
        found: `mesh ${meshes.mesh[row]} of model ${meshes.model[row]} of body part ${part}`,
      });
    }
    const mesh = model.firstMesh + meshes.mesh[row];
    const first = meshes.firstIndex[row];
    const indices = vtx.indices.subarray(first, first + meshes.indexCount[row]);
    const vertexCount = mdl.meshes.vertexCount[mesh];
    const stray = indices.findIndex((index) => index >= vertexCount);
    if (stray >= 0) {
      throw new FormatError({
        format: "VTX",
        code: "bad-index",
        where: "Vertex_t.origMeshVertID",
        offset: 0,
        expected: `one of ${vertexCount} vertices of the mesh`,
        found: String(indices[stray]),
      });
    }
    const replaced = meshes.material?.[row] ?? -1;
    const material = replaced < 0 ? mdl.meshes.material[mesh] : replaced;
    table[part][meshes.model[row]][meshes.lod[row]].push({ mesh, material, indices });
  }
  return table;
}

function checkVertices(mdl: Mdl, { vertices }: Vvd): void {
  for (let mesh = 0; mesh < mdl.meshes.count; mesh++) {
    const end = mdl.meshes.firstVertex[mesh] + mdl.meshes.vertexCount[mesh];
    if (end <= vertices.count) continue;
    throw new FormatError({
      format: "MDL",
      code: "bad-index",
      where: "mstudiomesh_t.numvertices",
      offset: 0,
      expected: `vertices of the ${vertices.count} of the VVD`,
      found: `vertices to ${end} in mesh ${mesh}`,
    });
  }
}
