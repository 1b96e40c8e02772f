import { FAMILY_PBR } from "../../../map/material-families.ts";
import { ROLE_BASE2, ROLE_ENV, ROLE_MASK } from "../../../map/texture-roles.ts";
import { textureParam } from "../vmt-values.ts";
import { readBump } from "./bump.ts";
import type { FamilyReader } from "./family-reader.ts";
import { nearestOf } from "./reflection.ts";

/**
 * The community's PBR, of surfaces and of models: parameters as the public source-pbr reads them (`pbr_dx9.cpp`).
 * `$mraotexture` holds metalness, roughness and ambient occlusion.
 */
export const pbrFamily: FamilyReader = {
  family: FAMILY_PBR,
  shaders: /^pbr$/,
  read(vmt, state) {
    readBump(vmt, state);
    state.textures[ROLE_MASK] = textureParam(vmt, "$mraotexture");
    state.textures[ROLE_BASE2] = textureParam(vmt, "$emissiontexture");
    state.textures[ROLE_ENV] = textureParam(vmt, "$envmap") ?? nearestOf(vmt);
  },
};
