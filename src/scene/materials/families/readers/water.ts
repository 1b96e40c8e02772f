import type { Vmt } from "../../../../formats/vmt/types.ts";
import {
  MATERIAL_BLURRED,
  MATERIAL_FROM_BELOW,
  MATERIAL_NO_FRESNEL,
  MATERIAL_SEE_THROUGH,
  MATERIAL_SHEETS,
  MATERIAL_UNLIT,
} from "../../../../map/material.ts";
import { FAMILY, OWN_PARAM, OWN_ROLE } from "../../../../map/material-families.ts";
import { PARAM_ENV_TINT } from "../../../../map/material-params.ts";
import { ROLE_BUMP, ROLE_ENV } from "../../../../map/texture-roles.ts";
import { readBaseTransform } from "../../base-transform.ts";
import { colorParam, flagParam, linearColor, numberParam, textureParam } from "../../vmt-values.ts";
import type { FamilyReader, MaterialState } from "../family-reader.ts";

/** Opacity of water if the background cannot be sampled. */
const WATER_ALPHA = 0.8;
/** Fallback for a missing `$fogcolor`, in gamma space. */
const WATER_COLOR: readonly [number, number, number] = [0.2, 0.28, 0.3];
/** Default distance in inches at which water fog ends. */
export const WATER_FOG_RANGE = 256;
/** The engine's default distances of cheap water, in inches. */
const CHEAP_START = 500;
const CHEAP_END = 1000;

/** Water, with the parameters of `water.cpp`. `shaders/families/rare/waters/water.wgsl` shades it. */
export const reader: FamilyReader = {
  family: FAMILY.water,
  shaders: /^(water|lightmappedwater$)/,
  read(vmt, state, driven) {
    const color = colorParam(vmt, "$fogcolor");
    const fog = linearColor(color ?? WATER_COLOR);
    state.tint = fog;
    // A `$fogcolor` is the final colour; the fallback colour is lit like its surroundings.
    if (color) state.flags |= MATERIAL_UNLIT;
    if (state.alpha === 1) state.alpha = WATER_ALPHA;
    state.opacity = "refracting";
    // The base texture of a water material is only for the editor.
    state.textures = [];
    state.textures[ROLE_BUMP] = textureParam(vmt, "$normalmap");
    state.textures[ROLE_ENV] = textureParam(vmt, "$envmap");
    state.untextured = true;
    state.flags |= waterFlags(vmt);
    readBaseTransform(vmt, state, driven, "$bumptransform");
    const start = numberParam(vmt, "$fogstart") ?? 0;
    const end = numberParam(vmt, "$fogend") ?? start + WATER_FOG_RANGE;
    state.params[OWN_PARAM.WATER_FOG] = [...fog, 1 / Math.max(end - start, 1)];
    const refract = linearColor(colorParam(vmt, "$refracttint") ?? [1, 1, 1]);
    const reflect = colorParam(vmt, "$reflecttint") ?? [1, 1, 1];
    const share = numberParam(vmt, "$reflectblendfactor") ?? 1;
    state.params[OWN_PARAM.REFRACT_TINT] = [...refract, share];
    state.params[OWN_PARAM.REFLECT_TINT] = [...linearColor(reflect), start];
    // The tint of a cubemap is linear.
    const marks =
      (flagParam(vmt, "$reflectentities") ? 1 : 0) + (flagParam(vmt, "$fogenable") ? 2 : 0);
    state.params[PARAM_ENV_TINT] = [...reflect, marks];
    const near = numberParam(vmt, "$cheapwaterstartdistance") ?? CHEAP_START;
    const far = numberParam(vmt, "$cheapwaterenddistance") ?? CHEAP_END;
    state.params[OWN_PARAM.REFRACT] = [
      numberParam(vmt, "$refractamount") ?? 0,
      isMirror(vmt) ? Math.max(numberParam(vmt, "$reflectamount") ?? 0, 0) : -1,
      near,
      1 / Math.max(far - near, 1),
    ];
    if (readFlow(vmt, state)) return;
    const [first, second] = [colorParam(vmt, "$scroll1"), colorParam(vmt, "$scroll2")];
    if (first === undefined || first[0] === 0) return;
    state.flags |= MATERIAL_SHEETS;
    const [s, t] = second ?? [0, 0];
    state.paramRates[OWN_PARAM.SHEETS] = [first[0], first[1], s, t];
  },
};

const isAbove = (vmt: Vmt) => (numberParam(vmt, "$abovewater") ?? 1) !== 0;

/**
 * Whether the water has a planar reflection. Water is expensive by default, and never with
 * `$forcecheap`.
 */
function isMirror(vmt: Vmt): boolean {
  const isExpensive = (numberParam(vmt, "$forceexpensive") ?? 1) !== 0;
  const isWanted = vmt.params.has("$reflecttexture") && isAbove(vmt);
  return isWanted && isExpensive && !flagParam(vmt, "$forcecheap");
}

function waterFlags(vmt: Vmt): number {
  const isCheap = flagParam(vmt, "$forcecheap");
  // With neither cubemap nor planar reflection the engine draws no water surface, so the background
  // shows through.
  const isShown = vmt.params.has("$envmap") || isMirror(vmt);
  const isSeenThrough = vmt.params.has("$refracttexture") || !isShown;
  return (
    (isSeenThrough && !isCheap ? MATERIAL_SEE_THROUGH : 0) |
    (isAbove(vmt) ? 0 : MATERIAL_FROM_BELOW) |
    (flagParam(vmt, "$blurrefract") ? MATERIAL_BLURRED : 0) |
    (flagParam(vmt, "$nofresnel") ? MATERIAL_NO_FRESNEL : 0)
  );
}

/** Smallest scale or time, used instead of 0. */
const LEAST_FLOW = 1e-6;

/**
 * Reads `$flowmap` of water, which replaces its wave textures, as `water.cpp` of the public Alien
 * Swarm SDK does. Returns `false` if the material has none.
 */
function readFlow(vmt: Vmt, state: MaterialState): boolean {
  const map = textureParam(vmt, "$flowmap");
  if (map === undefined) return false;
  const number = (name: string, rest: number) => numberParam(vmt, `$flow_${name}`) ?? rest;
  const least = (value: number) => (Math.abs(value) < LEAST_FLOW ? LEAST_FLOW : value);
  state.family = FAMILY.flow;
  state.textures[OWN_ROLE.flow] = map;
  state.textures[OWN_ROLE.flow_noise] = textureParam(vmt, "$flow_noise_texture");
  state.params[OWN_PARAM.FLOW] = [
    1 / least(number("worlduvscale", 1)),
    1 / least(number("normaluvscale", 1)),
    number("bumpstrength", 1),
    number("timescale", 1),
  ];
  state.params[OWN_PARAM.FLOW_TIME] = [
    least(number("timeintervalinseconds", 0.4)),
    number("uvscrolldistance", 0.2),
    number("noise_scale", 0.0002),
    0,
  ];
  return true;
}
