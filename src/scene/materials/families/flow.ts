import type { Vmt } from "../../../formats/vmt/types.ts";
import { FAMILY, OWN_PARAM, OWN_ROLE } from "../../../map/material-families.ts";
import { numberParam, textureParam } from "../vmt-values.ts";
import type { MaterialState } from "./family-reader.ts";

/** Smallest scale or time, used instead of 0. */
const LEAST = 1e-6;

/**
 * Reads `$flowmap` of water, which replaces its wave textures, as `water.cpp` of the public Alien
 * Swarm SDK does. Returns `false` if the material has none.
 */
export function readFlow(vmt: Vmt, state: MaterialState): boolean {
  const map = textureParam(vmt, "$flowmap");
  if (map === undefined) return false;
  const number = (name: string, rest: number) => numberParam(vmt, `$flow_${name}`) ?? rest;
  const least = (value: number) => (Math.abs(value) < LEAST ? LEAST : value);
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
