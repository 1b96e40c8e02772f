/** Resolves a model's materials and skins for glTF. */

import { listMaterialPaths } from "../../formats/studio/list-material-paths.ts";
import type { Mdl } from "../../formats/studio/types.ts";
import { contentName } from "../../scene/materials/content-name.ts";
import type { ContentAccess } from "../../scene/open/read-content.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import type { GltfPrimitive } from "../gltf/gltf-types.ts";
import type { GltfMaterialTable } from "../materials/material-table.ts";

const VARIANTS = "KHR_materials_variants";

/** Material of a primitive, with its variants. */
export type MaterialWords = Pick<GltfPrimitive, "material" | "extensions">;

/**
 * Returns the material of each column of a model's skin table in the shown skin, with those of all
 * skins as variants if there are several.
 * @param table `null` for no materials
 * @param used columns that are drawn
 */
export async function resolveModelMaterials(
  builder: GltfBuilder,
  mdl: Mdl,
  table: GltfMaterialTable | null,
  used: ReadonlySet<number>,
  { ledger }: Pick<ContentAccess, "ledger">,
): Promise<MaterialWords[]> {
  const { skinFamilyCount, skinReferenceCount } = mdl;
  if (table === null) return Array.from({ length: skinReferenceCount }, () => ({}));
  const rows: number[][] = [];
  for (let skin = 0; skin < Math.max(1, skinFamilyCount); skin++) {
    const family: number[] = [];
    for (let column = 0; column < skinReferenceCount; column++) {
      // Unused columns get no material.
      if (!used.has(column)) {
        family.push(-1);
        continue;
      }
      ledger.take("materialPlaces", Math.max(1, mdl.textureDirs.length), mdl.name, "MDL");
      const paths = listMaterialPaths(mdl, skin, column);
      family.push(await table.add(paths.map((path) => contentName(path, ".vmt"))));
    }
    rows.push(family);
  }
  const varies = rows.some((family) => family.some((row, column) => row !== rows[0][column]));
  if (!varies) return rows[0].map((material) => ({ material }));
  builder.useExtension(VARIANTS);
  builder.json.extensions = {
    ...builder.json.extensions,
    [VARIANTS]: { variants: rows.map((_, skin) => ({ name: `skin ${skin}` })) },
  };
  return rows[0].map((material, column) => ({
    material,
    extensions: { [VARIANTS]: { mappings: mapVariants(rows.map((family) => family[column])) } },
  }));
}

/** Maps each material to its skins. */
function mapVariants(materials: readonly number[]) {
  const skins = new Map<number, number[]>();
  for (const [skin, material] of materials.entries()) {
    skins.set(material, [...(skins.get(material) ?? []), skin]);
  }
  return Array.from(skins, ([material, variants]) => ({ material, variants }));
}
