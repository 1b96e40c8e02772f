/** Loads the shaders of families that read textures. */

import { isRareFamily } from "../../map/material-families.ts";
import { LEVEL_BUMPED, LEVEL_FRAMED } from "../../map/texture-roles.ts";
import type { SurfaceShaders } from "./family-shaders.ts";
import { familyName, KEY_ANY_FAMILY } from "./pipeline-key.ts";

/** @param family row of the families, or `KEY_ANY_FAMILY` */
export async function surfaceCode(
  shader: keyof SurfaceShaders,
  family: number,
  level: number,
): Promise<string> {
  const name = familyName(family);
  if (isRareFamily(family)) {
    const { rareShaders } = await import("./rare-shaders.ts");
    return (await rareShaders(name))[shader];
  }
  if (level === LEVEL_FRAMED) {
    return (await import("./framed-shaders.ts")).FRAMED_SHADERS[name][shader];
  }
  if (level === LEVEL_BUMPED) {
    return (await import("./bumped-shaders.ts")).BUMPED_SHADERS[name][shader];
  }
  const { anyFamilyShaders, FAMILY_SHADERS } = await import("./family-shaders.ts");
  if (family === KEY_ANY_FAMILY) return anyFamilyShaders[shader];
  return FAMILY_SHADERS[name as keyof typeof FAMILY_SHADERS][shader];
}
