import type { Vmt } from "../../../formats/vmt/types.ts";
import { MATERIAL_SSBUMP } from "../../../map/material.ts";
import { ROLE_BASE, ROLE_BUMP, ROLE_BUMP2 } from "../../../map/texture-roles.ts";
import { flagParam, textureParam } from "../vmt-values.ts";
import type { MaterialState } from "./family-reader.ts";
import { isLightmapped } from "./reflection.ts";

/**
 * Reads `$bumpmap`: a normal map, or with `$ssbump` a map of how much light a texel takes from each
 * direction of the bump basis. It uses the base texture's coordinates, because the engine reads its
 * first bump map there regardless of `$bumptransform` (`GetBaseTextureAndNormal` in
 * `common_lightmappedgeneric_fxc.h`).
 */
export function readBump(vmt: Vmt, state: MaterialState): void {
  const texture = textureParam(vmt, "$bumpmap");
  if (texture === undefined) return;
  state.textures[ROLE_BUMP] = texture;
  readAlbedo(vmt, state);
  // Without directional light, the map is only a normal map for reflections.
  const isLit = !flagParam(vmt, "$nodiffusebumplighting");
  if (isLit && flagParam(vmt, "$ssbump")) state.flags |= MATERIAL_SSBUMP;
}

/** Reads `$bumpmap2`, encoded like `$bumpmap`. */
export function readSecondBump(vmt: Vmt, state: MaterialState): void {
  if (state.textures[ROLE_BUMP] === undefined) return;
  state.textures[ROLE_BUMP2] = textureParam(vmt, "$bumpmap2");
}

/**
 * Reads `$albedo` of lightmapped surfaces, which replaces the base texture if a normal map is lit
 * by direction.
 */
function readAlbedo(vmt: Vmt, { textures }: MaterialState): void {
  const albedo = textureParam(vmt, "$albedo");
  if (albedo === undefined || textures[ROLE_BASE] === undefined) return;
  if (isLightmapped(vmt) && !flagParam(vmt, "$nodiffusebumplighting")) textures[ROLE_BASE] = albedo;
}
