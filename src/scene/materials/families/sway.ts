import type { Vmt } from "../../../formats/vmt/types.ts";
import { flagParam, numberParam } from "../vmt-values.ts";
import type { Sway } from "./family-reader.ts";

/** `$treesway` that is not 1: vines, and sheets that are held at their corners. */
const MODE_HANGING = 2;

/**
 * `$treesway` of a model that is lit by its vertices: the engine's other shaders know none
 * (`vertexlitgeneric_dx9_helper.cpp`, where also what is not written has its numbers).
 */
export function readSway(vmt: Vmt): Sway | null {
  const mode = Math.min(Math.trunc(numberParam(vmt, "$treesway") ?? 0), MODE_HANGING);
  if (mode <= 0) return null;
  const number = (name: string, rest: number) => numberParam(vmt, `$treesway${name}`) ?? rest;
  return {
    hangs: mode === MODE_HANGING,
    isBlown: !flagParam(vmt, "$treeswaystatic"),
    params: [
      [
        number("height", 1000),
        number("startheight", 0.1),
        number("radius", 300),
        number("startradius", 0.2),
      ],
      [
        number("speed", 1),
        number("strength", 10),
        number("scrumblefrequency", 12),
        number("scrumblestrength", 10),
      ],
      [
        number("speedhighwindmultiplier", 2),
        number("scrumblefalloffexp", 1),
        number("falloffexp", 1.5),
        number("scrumblespeed", 5),
      ],
      [number("speedlerpstart", 3), number("speedlerpend", 6), 0, 0],
    ],
  };
}
