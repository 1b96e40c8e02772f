/** Finds the textures and material paths of a model's meshes. */

import { assert } from "../../core/errors.ts";
import { normalizePath } from "../normalize-path.ts";
import type { Mdl } from "./types.ts";

/** Length limit of a directory. The engine's paths are shorter, so a longer name cannot exist. */
const MAX_PATH = 512;

/**
 * Returns the row of the texture of a mesh. `material` is a column of the skin table. A skin family
 * that the model lacks is read as family 0, like in the engine.
 */
export function findMaterialTexture(mdl: Mdl, skinFamily: number, material: number): number {
  assert(material >= 0 && material < mdl.skinReferenceCount, "a material of the skin table");
  const family = skinFamily >= 0 && skinFamily < mdl.skinFamilyCount ? skinFamily : 0;
  return mdl.skins[family * mdl.skinReferenceCount + material];
}

/**
 * Returns the possible content paths of a mesh's material, in search order:
 * `materials/<dir>/<texture>.vmt`, lower case, with single forward slashes.
 * @param dirCount maximum number of the model's directories to search
 */
export function listMaterialPaths(
  mdl: Mdl,
  skinFamily: number,
  material: number,
  dirCount = Number.POSITIVE_INFINITY,
): string[] {
  const texture = mdl.textures[findMaterialTexture(mdl, skinFamily, material)].slice(-MAX_PATH);
  const dirs = mdl.textureDirs.slice(0, dirCount);
  const able = dirs.filter((dir) => dir.length + texture.length <= MAX_PATH);
  if (able.length === 0) able.push("");
  return [...new Set(able.map((dir) => materialPath(dir, texture)))];
}

function materialPath(dir: string, texture: string): string {
  return `materials/${normalizePath(`${dir}/${texture}`).replace(/\.vmt$/, "")}.vmt`;
}
