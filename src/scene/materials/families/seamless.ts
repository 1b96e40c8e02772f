import type { Vmt } from "../../../formats/vmt/types.ts";
import { FAMILY, OWN_PARAM } from "../../../map/material-families.ts";
import { PARAM_DETAIL_S, type ParamRow } from "../../../map/material-params.ts";
import {
  ROLE_BASE,
  ROLE_BASE2,
  ROLE_BUMP,
  ROLE_ENV,
  ROLE_MASK,
} from "../../../map/texture-roles.ts";
import { flagParam, numberParam } from "../vmt-values.ts";
import type { MaterialState } from "./family-reader.ts";
import { isLightmapped } from "./reflection.ts";

const PLAIN = [ROLE_BASE, ROLE_BASE2, ROLE_ENV];

/**
 * Reads `$seamless_scale` of lightmapped surfaces: textures and normal maps are projected along the
 * world's axes. Other parameters must have been read before. The engine's shader then has no detail
 * and no blend mask.
 */
export function readSeamless(vmt: Vmt, state: MaterialState): void {
  const scale = numberParam(vmt, "$seamless_scale") ?? 0;
  if (scale === 0 || !isLightmapped(vmt) || state.textures[ROLE_BASE] === undefined) return;
  const { textures } = state;
  const isBumped = [ROLE_BUMP, ROLE_MASK].some((role) => textures[role] !== undefined);
  state.family = isBumped ? FAMILY["seamless-bumped"] : FAMILY.seamless;
  state.textures = [];
  for (const role of isBumped ? [...PLAIN, ROLE_BUMP, ROLE_MASK] : PLAIN) {
    state.textures[role] = textures[role];
  }
  state.params[OWN_PARAM.SEAMLESS] = [scale, 0, 0, 0];
}

/**
 * Reads `OWN_PARAM.DRAPED` from `$seamless_base` and `$seamless_detail` of a vertex-lit model;
 * `null` if neither is set. The detail texture must have been read before.
 */
export function readDraped(vmt: Vmt, { params }: MaterialState): ParamRow | null {
  const scale = numberParam(vmt, "$seamless_scale") ?? 0;
  const isOver = (name: string) => (flagParam(vmt, name) ? scale : 0);
  const base = isOver("$seamless_base");
  const detail = isOver("$seamless_detail") * (params[PARAM_DETAIL_S]?.[0] ?? 0);
  return base === 0 && detail === 0 ? null : [base, detail, 0, 0];
}
