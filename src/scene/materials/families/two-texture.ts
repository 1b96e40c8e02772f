import { MATERIAL_ALPHA_MASK, MATERIAL_UNLIT } from "../../../map/material.ts";
import { FAMILY_TWO_TEXTURE } from "../../../map/material-families.ts";
import {
  PARAM_ENV_CONTRAST,
  PARAM_ENV_SATURATION,
  PARAM_ENV_TINT,
  PARAM_SECOND_S,
  PARAM_SECOND_T,
} from "../../../map/material-params.ts";
import { ROLE_BASE, ROLE_BASE2 } from "../../../map/texture-roles.ts";
import { readTransform } from "../base-transform.ts";
import { colorParam, isGammaTinted, numberParam, textureParam } from "../vmt-values.ts";
import type { FamilyReader } from "./family-reader.ts";

/**
 * UnlitTwoTexture and MonitorScreen (`unlittwotexture_ps2x.fxc`, `monitorscreen_ps2x.fxc`): the first adds or
 * covers, whatever its textures' alpha; the second takes its colours as they are written.
 */
export const twoTextureFamily: FamilyReader = {
  family: FAMILY_TWO_TEXTURE,
  shaders: /^(unlittwotexture|monitorscreen)$/,
  read(vmt, state, driven) {
    state.flags |= MATERIAL_UNLIT;
    state.textures[ROLE_BASE2] = textureParam(vmt, "$texture2");
    // What is on the screen is made as the game runs: light, behind the second texture.
    if (state.textures[ROLE_BASE] === undefined) state.untextured = true;
    readTransform(vmt, "$texture2transform", [PARAM_SECOND_S, PARAM_SECOND_T], state, driven);
    if (!isGammaTinted(vmt)) {
      state.flags |= MATERIAL_ALPHA_MASK;
      if (state.opacity !== "additive") state.opacity = "opaque";
      return;
    }
    const color = colorParam(vmt, "$color") ?? [1, 1, 1];
    const color2 = colorParam(vmt, "$color2") ?? [1, 1, 1];
    state.tint = [color[0] * color2[0], color[1] * color2[1], color[2] * color2[2]];
    const contrast = numberParam(vmt, "$contrast") ?? 0;
    const saturation = numberParam(vmt, "$saturation") ?? 1;
    state.params[PARAM_ENV_CONTRAST] = [contrast, contrast, contrast, 0];
    state.params[PARAM_ENV_SATURATION] = [saturation, saturation, saturation, 0];
    state.params[PARAM_ENV_TINT] = [...(colorParam(vmt, "$tint") ?? [1, 1, 1]), 1];
  },
};
