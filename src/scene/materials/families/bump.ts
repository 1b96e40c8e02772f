import type { Vmt } from "../../../formats/vmt/types.ts";
import { MATERIAL_SSBUMP } from "../../../map/material.ts";
import { ROLE_BASE, ROLE_BUMP, ROLE_BUMP2 } from "../../../map/texture-roles.ts";
import { flagParam, textureParam } from "../vmt-values.ts";
import type { MaterialState } from "./family-reader.ts";
import { isLightmapped } from "./reflection.ts";

/**
 * `$bumpmap`, and what it is: a normal, or with `$ssbump` how much light a texel takes from each direction of the
 * bump basis. It lies where the base texture does: the engine reads its first one there whatever `$bumptransform`
 * says (`GetBaseTextureAndNormal` in `common_lightmappedgeneric_fxc.h`).
 */
export function readBump(vmt: Vmt, state: MaterialState): void {
  const texture = textureParam(vmt, "$bumpmap");
  if (texture === undefined) return;
  state.textures[ROLE_BUMP] = texture;
  readAlbedo(vmt, state);
  // Without light of its own for directions it is a normal for what is mirrored.
  const isLit = !flagParam(vmt, "$nodiffusebumplighting");
  if (isLit && flagParam(vmt, "$ssbump")) state.flags |= MATERIAL_SSBUMP;
}

/** The same of a second base texture: what it is is as the first. */
export function readSecondBump(vmt: Vmt, state: MaterialState): void {
  if (state.textures[ROLE_BUMP] === undefined) return;
  state.textures[ROLE_BUMP2] = textureParam(vmt, "$bumpmap2");
}

/** `$albedo` of lightmapped surfaces, which takes the base texture's place where a normal map is lit by directions. */
function readAlbedo(vmt: Vmt, { textures }: MaterialState): void {
  const albedo = textureParam(vmt, "$albedo");
  if (albedo === undefined || textures[ROLE_BASE] === undefined) return;
  if (isLightmapped(vmt) && !flagParam(vmt, "$nodiffusebumplighting")) textures[ROLE_BASE] = albedo;
}
