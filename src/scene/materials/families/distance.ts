import type { Vmt } from "../../../formats/vmt/types.ts";
import { MATERIAL_ENV_MASK, MATERIAL_TEXTURE_MASK } from "../../../map/material.ts";
import { FAMILY, OWN_PARAM } from "../../../map/material-families.ts";
import { ROLE_DETAIL, ROLE_ENV, ROLE_MASK } from "../../../map/texture-roles.ts";
import { colorParam, flagParam, numberParam } from "../vmt-values.ts";
import type { MaterialState } from "./family-reader.ts";

/**
 * Reads `$distancealpha`: an alpha that holds the distance to an edge instead of coverage. Applies
 * to UnlitGeneric, and to VertexLitGeneric without a normal map (`vertexlitgeneric_dx9_helper.cpp`,
 * whose defaults are used). The engine's shader has no room for a cubemap beside it. Edges are as
 * soft as in an engine window of 1024 x 768.
 * @returns whether the material uses it
 */
export function readDistanceAlpha(vmt: Vmt, state: MaterialState): boolean {
  if (!flagParam(vmt, "$distancealpha")) return false;
  const { textures, params } = state;
  const number = (name: string, rest = 0) => numberParam(vmt, name) ?? rest;
  const flag = (name: string) => Number(flagParam(vmt, name));
  const isOfDetail = flag("$distancealphafromdetail") && textures[ROLE_DETAIL] !== undefined;
  state.family = FAMILY.distance;
  textures[ROLE_ENV] = undefined;
  textures[ROLE_MASK] = undefined;
  state.flags &= ~(MATERIAL_ENV_MASK | MATERIAL_TEXTURE_MASK);
  if (isOfDetail && state.opacity === "blended by its texture") state.opacity = "blended";
  params[OWN_PARAM.DISTANCE_EDGE] = [
    number("$edgesoftnessstart", 0.5),
    number("$edgesoftnessend", 0.5),
    flag("$softedges"),
    isOfDetail ? 1 : 0,
  ];
  params[OWN_PARAM.DISTANCE_OUTLINE] = [
    number("$outlinestart0"),
    number("$outlineend1"),
    number("$outlineend0"),
    number("$outlinestart1"),
  ];
  const white = [1, 1, 1] as const;
  params[OWN_PARAM.DISTANCE_OUTLINE_COLOR] = [
    ...(colorParam(vmt, "$outlinecolor") ?? white),
    number("$outlinealpha", 1),
  ];
  params[OWN_PARAM.DISTANCE_HOW] = [
    flag("$outline"),
    flag("$glow"),
    number("$glowx"),
    number("$glowy"),
  ];
  params[OWN_PARAM.DISTANCE_GLOW_COLOR] = [
    ...(colorParam(vmt, "$glowcolor") ?? white),
    number("$glowalpha", 1),
  ];
  params[OWN_PARAM.DISTANCE_GLOW] = [number("$glowstart"), number("$glowend"), 0, 0];
  return true;
}
