import type { Vmt } from "../../../formats/vmt/types.ts";
import {
  PARAM_FLOW,
  PARAM_FLOW_TIME,
  ROLE_FLOW,
  ROLE_FLOW_NOISE,
} from "../../../map/families/flow.ts";
import { FAMILY_FLOW } from "../../../map/material-families.ts";
import { numberParam, textureParam } from "../vmt-values.ts";
import type { MaterialState } from "./family-reader.ts";

/** A scale, or a time, that is none. */
const LEAST = 1e-6;

/**
 * `$flowmap` of water, which takes the place of its sheets of waves: as `water.cpp` of the public Alien Swarm SDK reads
 * it. False: it has none.
 */
export function readFlow(vmt: Vmt, state: MaterialState): boolean {
  const map = textureParam(vmt, "$flowmap");
  if (map === undefined) return false;
  const number = (name: string, rest: number) => numberParam(vmt, `$flow_${name}`) ?? rest;
  const least = (value: number) => (Math.abs(value) < LEAST ? LEAST : value);
  state.family = FAMILY_FLOW;
  state.textures[ROLE_FLOW] = map;
  state.textures[ROLE_FLOW_NOISE] = textureParam(vmt, "$flow_noise_texture");
  state.params[PARAM_FLOW] = [
    1 / least(number("worlduvscale", 1)),
    1 / least(number("normaluvscale", 1)),
    number("bumpstrength", 1),
    number("timescale", 1),
  ];
  state.params[PARAM_FLOW_TIME] = [
    least(number("timeintervalinseconds", 0.4)),
    number("uvscrolldistance", 0.2),
    number("noise_scale", 0.0002),
    0,
  ];
  return true;
}
