import type { Vmt } from "../../../../formats/vmt/types.ts";
import { MATERIAL_UNLIT } from "../../../../map/material.ts";
import { FAMILY, FAMILY_CONSTANT, OWN_PARAM, OWN_ROLE } from "../../../../map/material-families.ts";
import { readTransform } from "../../base-transform.ts";
import type { DrivenMaterial } from "../../proxies/run-proxies.ts";
import { colorParam, linearColor, numberParam, textureParam } from "../../vmt-values.ts";
import type { FamilyReader, MaterialState } from "../family-reader.ts";

/**
 * SolidEnergy of Portal 2, after the public renderer noclip, because no SDK has the shader. Effects
 * of players (vortices, powering up) are not drawn.
 */
export const reader: FamilyReader = {
  family: FAMILY.energy,
  shaders: /^solidenergy$/,
  read(vmt, state, driven) {
    const { textures, params } = state;
    const number = (name: string, rest: number) => numberParam(vmt, name) ?? rest;
    state.flags |= MATERIAL_UNLIT;
    // It fades near the camera, even if its texture has no alpha.
    if (state.opacity === "blended by its texture") state.opacity = "blended";
    textures[OWN_ROLE.energy_detail1] = textureParam(vmt, "$detail1");
    textures[OWN_ROLE.energy_detail2] = textureParam(vmt, "$detail2");
    const first = number("$detail1blendmode", 0);
    const second = number("$detail2blendmode", 0);
    const flow = textureParam(vmt, "$flowmap");
    params[OWN_PARAM.ENERGY_HOW] = [
      textures[OWN_ROLE.energy_detail1] === undefined
        ? FAMILY_CONSTANT.ENERGY_NONE
        : first === 0
          ? FAMILY_CONSTANT.ENERGY_TWICE
          : first === 1
            ? FAMILY_CONSTANT.ENERGY_MASKED
            : FAMILY_CONSTANT.ENERGY_MASKED_TOO,
      textures[OWN_ROLE.energy_detail2] === undefined
        ? FAMILY_CONSTANT.ENERGY_NONE
        : second === 0
          ? FAMILY_CONSTANT.ENERGY_ADDED
          : FAMILY_CONSTANT.ENERGY_MULTIPLIED,
      number("$flow_lerpexp", 1),
      flow === undefined ? 0 : 1,
    ];
    readDetail(vmt, state, driven, 1, [OWN_PARAM.ENERGY_DETAIL1_S, OWN_PARAM.ENERGY_DETAIL1_T]);
    readDetail(vmt, state, driven, 2, [OWN_PARAM.ENERGY_DETAIL2_S, OWN_PARAM.ENERGY_DETAIL2_T]);
    if (flow === undefined) return;
    textures[OWN_ROLE.energy_flow] = flow;
    textures[OWN_ROLE.energy_bounds] = textureParam(vmt, "$flowbounds");
    textures[OWN_ROLE.energy_noise] = textureParam(vmt, "$flow_noise_texture");
    const seconds = number("$flow_timeintervalinseconds", 0.4) * 2;
    params[OWN_PARAM.ENERGY_FLOW] = [
      number("$flow_worlduvscale", 1),
      number("$flow_normaluvscale", 1),
      number("$flow_noise_scale", 1),
      seconds > 0 ? 1 / seconds : 0,
    ];
    const bright = number("$flow_color_intensity", 1);
    const [r, g, b] = linearColor(colorParam(vmt, "$flow_color") ?? [0, 0, 0]);
    const distance = number("$flow_uvscrolldistance", 0.2);
    params[OWN_PARAM.ENERGY_COLOR] = [r * bright, g * bright, b * bright, distance];
  },
};

function readDetail(
  vmt: Vmt,
  state: MaterialState,
  driven: DrivenMaterial | null,
  detail: 1 | 2,
  rows: readonly [s: number, t: number],
): void {
  const scale = numberParam(vmt, `$detail${detail}scale`) ?? 1;
  const name = `$detail${detail}texturetransform`;
  if (readTransform({ vmt, name, rows, state, driven, scale: [scale, scale] })) return;
  state.params[rows[0]] = [scale, 0, 0, 0];
  state.params[rows[1]] = [0, scale, 0, 0];
}
