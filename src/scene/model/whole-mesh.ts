/** Merges the triangles of all models of all body parts into one mesh. */

import { buildStudioMesh } from "../../formats/studio/mesh/build-studio-mesh.ts";
import type { Mdl, StudioMesh, Vtx, Vvd } from "../../formats/studio/types.ts";

/** Most selectable models of a body part; real models have one or two dozen. */
export const MAX_BODY_MODELS = 64;

/**
 * Runs `buildStudioMesh` for every choice of body groups. The draws of each model appear once,
 * ordered by level of detail and then as in the file.
 * @throws FormatError as `buildStudioMesh` does
 */
export function buildWholeMesh(mdl: Mdl, vvd: Vvd, vtx: Vtx): StudioMesh {
  const most = mdl.bodyParts.reduce((count, part) => Math.max(count, part.models.length), 1);
  const meshes: StudioMesh[] = [];
  for (let model = 0; model < Math.min(most, MAX_BODY_MODELS); model++) {
    meshes.push(
      buildStudioMesh(
        mdl,
        vvd,
        vtx,
        bodyOf(mdl, () => model),
      ),
    );
  }
  const [first] = meshes;
  if (meshes.length === 1) return first;
  const rows: { mesh: StudioMesh; draw: number; lod: number; row: number }[] = [];
  const known = new Set<string>();
  for (const mesh of meshes) {
    for (let draw = 0; draw < mesh.drawCount; draw++) {
      const [lod, row] = [mesh.drawLod[draw], mesh.drawMesh[draw]];
      const key = `${lod} ${row}`;
      if (known.has(key)) continue;
      known.add(key);
      rows.push({ mesh, draw, lod, row });
    }
  }
  rows.sort((a, b) => a.lod - b.lod || a.row - b.row);
  const total = rows.reduce((sum, { mesh, draw }) => sum + mesh.drawIndexCount[draw], 0);
  const indices = new Uint32Array(total);
  const drawFirstIndex = new Uint32Array(rows.length);
  let out = 0;
  for (const [i, { mesh, draw }] of rows.entries()) {
    const from = mesh.drawFirstIndex[draw];
    drawFirstIndex[i] = out;
    indices.set(mesh.indices.subarray(from, from + mesh.drawIndexCount[draw]), out);
    out += mesh.drawIndexCount[draw];
  }
  const of = (value: (mesh: StudioMesh, draw: number) => number) =>
    rows.map(({ mesh, draw }) => value(mesh, draw));
  return {
    ...first,
    indices,
    drawCount: rows.length,
    drawLod: Uint8Array.from(of((mesh, draw) => mesh.drawLod[draw])),
    drawMesh: Uint32Array.from(of((mesh, draw) => mesh.drawMesh[draw])),
    drawMaterial: Uint16Array.from(of((mesh, draw) => mesh.drawMaterial[draw])),
    drawFirstIndex,
    drawIndexCount: Uint32Array.from(of((mesh, draw) => mesh.drawIndexCount[draw])),
  };
}

/**
 * Returns the engine's body number for a model of each body part. Indexes beyond a part's last
 * model are clamped.
 */
export function bodyOf(mdl: Mdl, modelOf: (bodyPart: number) => number): number {
  return mdl.bodyParts.reduce((body, { base, models }, part) => {
    const model = Math.min(Math.max(modelOf(part), 0), models.length - 1);
    return body + Math.max(base, 1) * Math.max(model, 0);
  }, 0);
}
