/** What a VMT means for drawing: family, opacity, flags, colours, textures. No files are read here. */

import type { Vmt } from "../../formats/vmt/types.ts";
import { MATERIAL_NO_CULL, MATERIAL_NO_FOG } from "../../map/material.ts";
import { readBaseTransform } from "./base-transform.ts";
import { driveMaterial } from "./drive-material.ts";
import type { MaterialState } from "./families/family-reader.ts";
import { findFamily, unknownFamily } from "./families/index.ts";
import { readOpacity } from "./opacity.ts";
import { runProxies } from "./proxies/run-proxies.ts";
import { isInvisibleKey } from "./tool-materials.ts";
import { colorParam, flagParam, linearColor, numberParam, textureParam } from "./vmt-values.ts";

/**
 * What the engine compares with when a material has `$alphatest` but no `$alphatestreference`:
 * the shader system's default alpha function is "at least 0.7".
 */
export const DEFAULT_ALPHA_TEST_REFERENCE = 0.7;

/** The tint of `$color` times `$color2`, linear. */
function tintOf(vmt: Vmt): [number, number, number] {
  const a = colorParam(vmt, "$color") ?? [1, 1, 1];
  const b = colorParam(vmt, "$color2") ?? [1, 1, 1];
  return linearColor([a[0] * b[0], a[1] * b[1], a[2] * b[2]]);
}

/** Reads what a material is drawn with: first what all families have, then what its own has. */
export function buildMaterialState(written: Vmt): MaterialState {
  const driven = runProxies(written);
  const vmt = driven?.vmt ?? written;
  const found = findFamily(vmt.shader);
  const { family, read } = found ?? unknownFamily;
  const alpha = Math.min(Math.max(numberParam(vmt, "$alpha") ?? 1, 0), 1);
  // A reference of 0 leaves the default in place.
  const reference = numberParam(vmt, "$alphatestreference") ?? 0;
  const state: MaterialState = {
    family,
    isUnseen: [...vmt.params.keys()].some((key) => isInvisibleKey(key) && flagParam(vmt, key)),
    opacity: readOpacity(vmt, alpha),
    flags:
      (flagParam(vmt, "$nocull") ? MATERIAL_NO_CULL : 0) |
      (flagParam(vmt, "$nofog") ? MATERIAL_NO_FOG : 0),
    tint: tintOf(vmt),
    alpha,
    alphaTestReference: reference > 0 ? reference : DEFAULT_ALPHA_TEST_REFERENCE,
    params: [],
    paramRates: [],
    stores: [],
    graph: driven?.graph ?? null,
    ignoredProxies: driven?.ignored ?? [],
    textures: [textureParam(vmt, "$basetexture")],
    spaces: [],
    decalScale: numberParam(vmt, "$decalscale") ?? 1,
    sway: null,
    surfaceProp: vmt.params.get("$surfaceprop")?.toLowerCase(),
    untextured: !vmt.params.has("$basetexture"),
    unsupported: found === undefined,
  };
  readBaseTransform(vmt, state, driven);
  read(vmt, state, driven);
  driveMaterial(vmt, state, driven);
  return state;
}
