import type { Vmt } from "../../../../formats/vmt/types.ts";
import { FAMILY, OWN_PARAM, OWN_ROLE } from "../../../../map/material-families.ts";
import type { ParamRow } from "../../../../map/material-params.ts";
import { ROLE_BASE2, ROLE_BUMP, ROLE_BUMP2 } from "../../../../map/texture-roles.ts";
import { numberParam, pairParam, textureParam } from "../../vmt-values.ts";
import { readBump } from "../bump.ts";
import { readDetail } from "../detail.ts";
import type { FamilyReader, MaterialState } from "../family-reader.ts";
import { readReflection } from "../reflection.ts";
import { readBaseAlpha } from "./lit.ts";

/**
 * Lightmapped_4WayBlend of CS:GO and Black Mesa: up to four textures, each blended over the
 * previous ones by vertex weights and its own luminance. Parameters, defaults and formulas after
 * the public importers SourceIO and Plumber; Valve's SDK lacks the shader.
 */
export const reader: FamilyReader = {
  family: FAMILY.layers,
  shaders: /^lightmapped_4wayblend$/,
  read(vmt, state, driven) {
    readBaseAlpha(vmt, state);
    readBump(vmt, state);
    readDetail(vmt, state, driven);
    readReflection(vmt, state, driven);
    readTextures(vmt, state);
    const of = (name: (layer: number) => string, rest: number): ParamRow =>
      [1, 2, 3, 4].map((layer) => numberParam(vmt, name(layer)) ?? rest) as never;
    /** Returns a row without its first layer. */
    const upper = ([, second, third, fourth]: ParamRow): ParamRow => [second, third, fourth, 0];
    const { params } = state;
    params[OWN_PARAM.LAYER_LUM_START] = of((layer) => `$texture${layer}_lumstart`, 0);
    params[OWN_PARAM.LAYER_LUM_END] = of((layer) => `$texture${layer}_lumend`, 1);
    params[OWN_PARAM.LAYER_START] = upper(of((layer) => `$texture${layer}_blendstart`, 0));
    params[OWN_PARAM.LAYER_END] = upper(of((layer) => `$texture${layer}_blendend`, 1));
    params[OWN_PARAM.LAYER_LUM] = upper(of((layer) => `$lumblendfactor${layer}`, 1));
    params[OWN_PARAM.LAYER_BUMP] = upper(of((layer) => `$texture${layer}_bumpblendfactor`, 1));
    const scales = [1, 2, 3, 4].map((layer) => pairParam(vmt, `$texture${layer}_uvscale`));
    params[OWN_PARAM.LAYER_S] = scales.map((scale) => scale?.[0] ?? 1) as never;
    params[OWN_PARAM.LAYER_T] = scales.map((scale) => scale?.[1] ?? 1) as never;
    const [, ...details] = of((layer) => `$detailblendfactor${layer}`, 1);
    params[OWN_PARAM.LAYER_PLACES] = [numberParam(vmt, "$seamless_scale") ?? 0, ...details];
  },
};

function readTextures(vmt: Vmt, state: MaterialState): void {
  const { textures } = state;
  textures[ROLE_BASE2] = textureParam(vmt, "$basetexture2");
  textures[OWN_ROLE.base3] = textureParam(vmt, "$basetexture3");
  textures[OWN_ROLE.base4] = textureParam(vmt, "$basetexture4");
  // The other normal maps are used only if the first layer has one.
  if (textures[ROLE_BUMP] === undefined) return;
  for (const [layer, role] of [ROLE_BUMP2, OWN_ROLE.bump3, OWN_ROLE.bump4].entries()) {
    textures[role] =
      textureParam(vmt, `$bumpmap${layer + 2}`) ?? textureParam(vmt, `$basenormalmap${layer + 2}`);
  }
}
