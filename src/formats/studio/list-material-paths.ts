import { assert } from "../../core/errors.ts";
import { normalizePath } from "../normalize-path.ts";
import type { Mdl } from "./types.ts";

/**
 * The content paths at which a mesh's material may lie, in the order to try them:
 * `materials/<dir>/<texture>.vmt`, lower case, with single forward slashes.
 * `material` is a column of the skin table. A family that the model lacks is family 0, as in the
 * engine.
 */
export function listMaterialPaths(mdl: Mdl, skinFamily: number, material: number): string[] {
  assert(material >= 0 && material < mdl.skinReferenceCount, "a material of the skin table");
  const family = skinFamily >= 0 && skinFamily < mdl.skinFamilyCount ? skinFamily : 0;
  const texture = mdl.textures[mdl.skins[family * mdl.skinReferenceCount + material]];
  const dirs = mdl.textureDirs.length > 0 ? mdl.textureDirs : [""];
  return [...new Set(dirs.map((dir) => materialPath(dir, texture)))];
}

function materialPath(dir: string, texture: string): string {
  return `materials/${normalizePath(`${dir}/${texture}`).replace(/\.vmt$/, "")}.vmt`;
}
