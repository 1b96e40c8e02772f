/** How much a material covers of what is behind it, and what pass that is: decided here alone. */

import type { Vmt } from "../../formats/vmt/types.ts";
import {
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_MODULATE,
  PASS_OPAQUE,
  PASS_REFRACTING,
  PASS_TRANSLUCENT,
} from "../../map/material.ts";
import { flagParam } from "./vmt-values.ts";

export type Opacity =
  | "opaque"
  | "cut-out"
  | "additive"
  | "blended"
  | "modulating"
  /** Shows what is behind it, bent. */
  | "refracting"
  /** By `$translucent` alone: a base texture without alpha leaves it opaque, as in the engine. */
  | "blended by its texture";

/** With a mask of its own, the glow leaves the base texture's alpha out of it. */
export function isSelfIllumByAlpha(vmt: Vmt): boolean {
  return flagParam(vmt, "$selfillum") && !vmt.params.has("$selfillummask");
}

/** Whether the base texture's alpha is a mask for something else than how much covers. */
export function isAlphaMask(vmt: Vmt): boolean {
  return isSelfIllumByAlpha(vmt) || flagParam(vmt, "$basealphaenvmapmask");
}

/** What the parameters say that all families have. */
export function readOpacity(vmt: Vmt, alpha: number): Opacity {
  if (flagParam(vmt, "$additive")) return "additive";
  if (alpha < 1 || flagParam(vmt, "$vertexalpha")) return "blended";
  if (flagParam(vmt, "$translucent") && !isAlphaMask(vmt)) return "blended by its texture";
  return flagParam(vmt, "$alphatest") ? "cut-out" : "opaque";
}

/** @param hasAlpha whether the base texture has some, or is not at hand */
export function passOf(opacity: Opacity, hasAlpha: boolean): number {
  switch (opacity) {
    case "opaque":
      return PASS_OPAQUE;
    case "cut-out":
      return PASS_ALPHA_TEST;
    case "additive":
      return PASS_ADDITIVE;
    case "modulating":
      return PASS_MODULATE;
    case "refracting":
      return PASS_REFRACTING;
    case "blended":
      return PASS_TRANSLUCENT;
    case "blended by its texture":
      return hasAlpha ? PASS_TRANSLUCENT : PASS_OPAQUE;
  }
}
