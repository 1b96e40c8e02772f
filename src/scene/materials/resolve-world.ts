/** The world's materials, and a word of the faces of which the map names none. */

import type { BspWorld } from "../../formats/bsp/types.ts";
import type { ContentAccess } from "../open/read-content.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { WorldMaterials } from "./material-names.ts";
import { type ResolvedMaterials, resolveMaterials } from "./materials.ts";
import { warnOfNamelessFaces } from "./nameless-faces.ts";

/** As `resolveMaterials` does by their names. */
export function resolveWorldMaterials(
  bsp: BspWorld,
  { names, reflectivity }: Pick<WorldMaterials, "names" | "reflectivity">,
  access: ContentAccess,
  options: TextureOptions,
  distance?: ArrayLike<number>,
): Promise<ResolvedMaterials> {
  warnOfNamelessFaces(bsp, access.diagnostics);
  return resolveMaterials(names, reflectivity, access, options, distance);
}
