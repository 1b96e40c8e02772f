import { MATERIAL_ALPHA_MASK, MATERIAL_UNLIT } from "../../../../map/material.ts";
import { FAMILY, OWN_PARAM } from "../../../../map/material-families.ts";
import { ROLE_BASE, ROLE_BASE2 } from "../../../../map/texture-roles.ts";
import { readTransform } from "../../base-transform.ts";
import { colorParam, isGammaTinted, numberParam, textureParam } from "../../vmt-values.ts";
import type { FamilyReader } from "../family-reader.ts";

/**
 * UnlitTwoTexture and MonitorScreen (`unlittwotexture_ps2x.fxc`, `monitorscreen_ps2x.fxc`). The
 * former is additive or opaque, whatever its textures' alpha. The latter has linear colours.
 */
export const reader: FamilyReader = {
  family: FAMILY["two-texture"],
  shaders: /^(unlittwotexture|monitorscreen)$/,
  read(vmt, state, driven) {
    state.flags |= MATERIAL_UNLIT;
    state.textures[ROLE_BASE2] = textureParam(vmt, "$texture2");
    // A game renders the monitor's picture at run time. Here the base is white, multiplied by the
    // second texture.
    if (state.textures[ROLE_BASE] === undefined) state.untextured = true;
    const rows = [OWN_PARAM.SECOND_S, OWN_PARAM.SECOND_T] as const;
    readTransform({ vmt, name: "$texture2transform", rows, state, driven });
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
    state.params[OWN_PARAM.MONITOR_CONTRAST] = [contrast, contrast, contrast, 0];
    state.params[OWN_PARAM.MONITOR_SATURATION] = [saturation, saturation, saturation, 0];
    state.params[OWN_PARAM.MONITOR_TINT] = [...(colorParam(vmt, "$tint") ?? [1, 1, 1]), 1];
  },
};
