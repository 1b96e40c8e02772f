/** Material replacements by level of detail: `$lod { replacematerial }` of a model's source. */

import { parseVtxDetails } from "../read/parse-vtx-details.ts";
import type { Mdl, Vtx } from "../types.ts";

/**
 * Returns the model with an extra skin table column for each material that a LOD replaces, and the
 * VTX with the columns that its meshes then use. Drawing by the skin table shows the replacements.
 * Most models replace nothing and are returned unchanged.
 * @param bytes bytes of the VTX. Replacements of textures that the model lacks are ignored
 * @throws FormatError
 */
export function replaceMaterials(
  mdl: Mdl,
  vtx: Vtx,
  bytes: Uint8Array,
): { readonly mdl: Mdl; readonly vtx: Vtx } {
  const { replacements } = parseVtxDetails(bytes);
  const { skinFamilyCount, skinReferenceCount: width, skins } = mdl;
  const textures = [...mdl.textures];
  const rowOf = new Map<string, number>();
  /** Row of the replacement texture, by `lod texture`. */
  const shown = new Map<string, number>();
  for (let i = 0; i < replacements.count; i++) {
    const name = replacements.name[i];
    let row = rowOf.get(name);
    if (row === undefined) {
      row = textures.push(name) - 1;
      rowOf.set(name, row);
    }
    shown.set(`${replacements.lod[i]} ${replacements.material[i]}`, row);
  }
  const columns: number[][] = [];
  const columnOf = new Map<string, number>();
  const material = Int32Array.from({ length: vtx.meshes.count }, (_, row) => {
    const lod = vtx.meshes.lod[row];
    const column = columnInMdl(mdl, vtx, row);
    if (column === null) return -1;
    const families = Array.from({ length: skinFamilyCount }, (_, family) => {
      const texture = skins[family * width + column];
      return shown.get(`${lod} ${texture}`) ?? texture;
    });
    if (families.every((texture, family) => texture === skins[family * width + column])) return -1;
    const key = families.join();
    let added = columnOf.get(key);
    if (added === undefined) {
      added = width + columns.push(families) - 1;
      columnOf.set(key, added);
    }
    return added;
  });
  if (columns.length === 0) return { mdl, vtx };
  const wide = width + columns.length;
  const all = new Uint16Array(skinFamilyCount * wide);
  for (let family = 0; family < skinFamilyCount; family++) {
    all.set(skins.subarray(family * width, (family + 1) * width), family * wide);
    for (const [i, families] of columns.entries())
      all[family * wide + width + i] = families[family];
  }
  return {
    mdl: { ...mdl, textures, skins: all, skinReferenceCount: wide },
    vtx: { ...vtx, meshes: { ...vtx.meshes, material } },
  };
}

/** Returns the skin table column of a VTX mesh; `null` if the MDL has no such mesh. */
function columnInMdl(mdl: Mdl, { meshes }: Vtx, row: number): number | null {
  const model = mdl.bodyParts[meshes.bodyPart[row]]?.models[meshes.model[row]];
  if (model === undefined || meshes.mesh[row] >= model.meshCount) return null;
  return mdl.meshes.material[model.firstMesh + meshes.mesh[row]];
}
