import { FAMILY, OWN_ROLE } from "../../../../map/material-families.ts";
import { ROLE_ENV } from "../../../../map/texture-roles.ts";
import { textureParam } from "../../vmt-values.ts";
import { readBump } from "../bump.ts";
import type { FamilyReader } from "../family-reader.ts";
import { nearestOf } from "../reflection.ts";

/**
 * The community's PBR shader for surfaces and models, with the parameters of the public source-pbr
 * (`pbr_dx9.cpp`). `$mraotexture` holds metalness, roughness and ambient occlusion.
 */
export const reader: FamilyReader = {
  family: FAMILY.pbr,
  shaders: /^pbr$/,
  read(vmt, state) {
    readBump(vmt, state);
    state.textures[OWN_ROLE.mrao] = textureParam(vmt, "$mraotexture");
    state.textures[OWN_ROLE.emission] = textureParam(vmt, "$emissiontexture");
    state.textures[ROLE_ENV] = textureParam(vmt, "$envmap") ?? nearestOf(vmt);
  },
};
