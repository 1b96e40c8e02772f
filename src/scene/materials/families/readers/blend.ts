import type { Vmt } from "../../../../formats/vmt/types.ts";
import { MATERIAL_SELF_ILLUM } from "../../../../map/material.ts";
import { FAMILY } from "../../../../map/material-families.ts";
import {
  PARAM_BLEND_S,
  PARAM_BLEND_T,
  PARAM_ENV_CONTRAST,
  PARAM_ENV_SATURATION,
} from "../../../../map/material-params.ts";
import { ROLE_BASE2, ROLE_BLENDMASK } from "../../../../map/texture-roles.ts";
import { readTransform } from "../../base-transform.ts";
import type { DrivenMaterial } from "../../proxies/run-proxies.ts";
import { flagParam, textureParam } from "../../vmt-values.ts";
import { readBump, readSecondBump } from "../bump.ts";
import { readDetail } from "../detail.ts";
import type { FamilyReader, MaterialState } from "../family-reader.ts";
import { readReflection } from "../reflection.ts";
import { readSeamless } from "../seamless.ts";
import { readWall } from "../wall.ts";
import { readBaseAlpha } from "./lit.ts";

/** Two base textures, blended by a vertex weight. LightmappedGeneric may have a second one too. */
export const reader: FamilyReader = {
  family: FAMILY.blend,
  shaders: /^(lightmappedgeneric|worldvertextransition|worldtexturetransition)$/,
  read(vmt, state, driven) {
    state.textures[ROLE_BASE2] = textureParam(vmt, "$basetexture2");
    if (state.textures[ROLE_BASE2] === undefined) state.family = FAMILY.lit;
    readBaseAlpha(vmt, state);
    readBump(vmt, state);
    if (state.family === FAMILY.blend) readSecondBump(vmt, state);
    readDetail(vmt, state, driven);
    readReflection(vmt, state, driven);
    if (state.family === FAMILY.blend) readBlendMask(vmt, state, driven);
    readSeamless(vmt, state);
    readWall(vmt, state, driven);
  },
};

/**
 * Reads `$blendmodulatetexture`, which shifts and sharpens the vertex blend per texel; with
 * `$maskedblending` it replaces the blend. Self-illuminated materials do not use it.
 */
function readBlendMask(vmt: Vmt, state: MaterialState, driven: DrivenMaterial | null): void {
  const texture = textureParam(vmt, "$blendmodulatetexture");
  if (texture === undefined || (state.flags & MATERIAL_SELF_ILLUM) !== 0) return;
  state.textures[ROLE_BLENDMASK] = texture;
  const rows = [PARAM_BLEND_S, PARAM_BLEND_T] as const;
  readTransform({ vmt, name: "$blendmasktransform", rows, state, driven });
  const [x, y, z] = state.params[PARAM_BLEND_S] ?? [1, 0, 0];
  state.params[PARAM_BLEND_S] = [x, y, z, flagParam(vmt, "$maskedblending") ? 1 : 0];
  // The engine's shader has no room for these parameters beside a blend mask.
  delete state.params[PARAM_ENV_CONTRAST];
  delete state.params[PARAM_ENV_SATURATION];
}
