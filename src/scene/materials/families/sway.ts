import type { Vmt } from "../../../formats/vmt/types.ts";
import { flagParam, numberParam } from "../vmt-values.ts";
import type { Sway } from "./family-reader.ts";

/** `$treesway` mode of vines, and of sheets held at their corners. */
const MODE_HANGING = 2;

/**
 * Reads `$treesway` of a vertex-lit model, with the defaults of `vertexlitgeneric_dx9_helper.cpp`.
 * The engine's other shaders do not support it.
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
