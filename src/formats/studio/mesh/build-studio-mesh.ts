/** Builds the mesh of a model from its three files. */

import { FormatError } from "../../../core/errors.ts";
import { checkVtxChecksum, checkVvdChecksum } from "../checksums.ts";
import type { Mdl, StudioMesh, StudioVertices, Vtx, Vvd } from "../types.ts";
import { countPaletteBones } from "./build-bone-palette.ts";

/**
 * Combines the three files of a model: one model of each body part, with the triangles of all LODs.
 * Indices of a draw refer to the vertices of root LOD 0.
 * @param body selects the models: see `chooseModels`; by default the first of each part
 * @throws FormatError `mismatch` if the files do not belong together, `bad-index` if a triangle or
 * a vertex is out of range
 */
export function buildStudioMesh(mdl: Mdl, vvd: Vvd, vtx: Vtx, body = 0): StudioMesh {
  checkVvdChecksum(vvd, mdl);
  checkVtxChecksum(vtx, mdl);
  const { vertices } = vvd;
  checkBones(vertices, countPaletteBones(mdl));

  const { meshes } = vtx;
  const chosen = chooseModels(mdl, body);
  const rows: number[] = [];
  const switchPoint = new Float32Array(vtx.lodCount);
  let indexTotal = 0;
  for (let row = 0; row < meshes.count; row++) {
    // Taken from all models, because a part may be empty, and all models switch at the same points.
    switchPoint[meshes.lod[row]] = meshes.switchPoint[row];
    if (meshes.model[row] !== (chosen[meshes.bodyPart[row]] ?? 0)) continue;
    if (meshes.indexCount[row] === 0) continue;
    rows.push(row);
    indexTotal += meshes.indexCount[row];
  }
  rows.sort((a, b) => meshes.lod[a] - meshes.lod[b] || a - b);

  const mesh = {
    vertices,
    indices: new Uint32Array(indexTotal),
    lodCount: vtx.lodCount,
    switchPoint,
    drawCount: rows.length,
    drawLod: new Uint8Array(rows.length),
    drawMesh: new Uint32Array(rows.length),
    drawMaterial: new Uint16Array(rows.length),
    drawFirstIndex: new Uint32Array(rows.length),
    drawIndexCount: new Uint32Array(rows.length),
  };
  let out = 0;
  for (let draw = 0; draw < rows.length; draw++) {
    const row = rows[draw];
    const mdlRow = findMdlMesh(mdl, meshes.bodyPart[row], meshes.model[row], meshes.mesh[row]);
    mesh.drawLod[draw] = meshes.lod[row];
    mesh.drawMesh[draw] = mdlRow;
    const replaced = meshes.material?.[row] ?? -1;
    mesh.drawMaterial[draw] = replaced < 0 ? mdl.meshes.material[mdlRow] : replaced;
    mesh.drawFirstIndex[draw] = out;
    mesh.drawIndexCount[draw] = meshes.indexCount[row];
    const firstVertex = mdl.meshes.firstVertex[mdlRow];
    const end = meshes.firstIndex[row] + meshes.indexCount[row];
    for (let i = meshes.firstIndex[row]; i < end; i++) {
      const vertex = firstVertex + vtx.indices[i];
      if (vertex >= vertices.count) {
        throw new FormatError({
          format: "VTX",
          code: "bad-index",
          where: "Vertex_t.origMeshVertID",
          offset: 0,
          expected: `vertices below ${vertices.count} of the VVD`,
          found: `${vertex} in body part ${meshes.bodyPart[row]}, LOD ${meshes.lod[row]}`,
        });
      }
      mesh.indices[out++] = vertex;
    }
  }
  return mesh;
}

function checkBones(vertices: StudioVertices, boneCount: number): void {
  const index = vertices.boneIndex.findIndex((bone) => bone >= boneCount);
  if (index < 0) return;
  throw new FormatError({
    format: "VVD",
    code: "bad-index",
    where: "mstudioboneweight_t.bone",
    offset: 0,
    expected: `bones below ${boneCount} of the MDL`,
    found: `${vertices.boneIndex[index]} in vertex ${Math.floor(index / 3)}`,
  });
}

/** Returns the row of `Mdl.meshes` for a mesh of a body part's model. */
function findMdlMesh(mdl: Mdl, bodyPart: number, modelRow: number, mesh: number): number {
  const model = mdl.bodyParts[bodyPart]?.models[modelRow];
  if (model !== undefined && mesh < model.meshCount) return model.firstMesh + mesh;
  throw new FormatError({
    format: "VTX",
    code: "mismatch",
    where: "MeshHeader_t",
    offset: 0,
    expected: "the body parts and meshes of the MDL",
    found: `mesh ${mesh} of body part ${bodyPart}`,
  });
}

/**
 * Returns the model that each body part shows: (body / base) % count, like `GetBodygroup` of
 * Valve's public `game/shared/animation.cpp`. Every number shows something: numbers that are too
 * large wrap around. Numbers below 0, for which the engine would compute negative rows, count as 0.
 * @param body value of an entity's key `body`
 * @returns a value a body part: row of `MdlBodyPart.models`; 0 if the part has none
 */
export function chooseModels({ bodyParts }: Pick<Mdl, "bodyParts">, body: number): Uint16Array {
  const number = Math.max(0, Math.trunc(body) || 0);
  return Uint16Array.from(bodyParts, ({ base, models }) =>
    // An intact file has no base below 1.
    models.length > 0 ? Math.floor(number / Math.max(1, base)) % models.length : 0,
  );
}
