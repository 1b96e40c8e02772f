import { assert } from "../../core/errors.ts";
import { normalizePath } from "../normalize-path.ts";
import type { Mdl } from "./types.ts";

/** The engine's paths are shorter: in a directory with a longer name nothing lies. */
const MAX_PATH = 512;

/**
 * Row of the texture that a mesh is drawn with. `material` is a column of the skin table. A family that
 * the model lacks is family 0, as in the engine.
 */
export function findMaterialTexture(mdl: Mdl, skinFamily: number, material: number): number {
  assert(material >= 0 && material < mdl.skinReferenceCount, "a material of the skin table");
  const family = skinFamily >= 0 && skinFamily < mdl.skinFamilyCount ? skinFamily : 0;
  return mdl.skins[family * mdl.skinReferenceCount + material];
}

/**
 * The content paths at which a mesh's material may lie, in the order to try them:
 * `materials/<dir>/<texture>.vmt`, lower case, with single forward slashes.
 * @param dirCount so many of the model's directories at the most
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
