/** Decides how a material covers its background, and the render pass that follows from it. */

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
  /** Shows its background distorted. */
  | "refracting"
  /** Set by `$translucent` alone: opaque if the base texture has no alpha, as in the engine. */
  | "blended by its texture";

/**
 * Whether the base texture's alpha masks self-illumination. It does not if `$selfillummask` is set.
 */
export function isSelfIllumByAlpha(vmt: Vmt): boolean {
  return flagParam(vmt, "$selfillum") && !vmt.params.has("$selfillummask");
}

/** Whether the base texture's alpha is a mask for something other than opacity. */
export function isAlphaMask(vmt: Vmt): boolean {
  return isSelfIllumByAlpha(vmt) || flagParam(vmt, "$basealphaenvmapmask");
}

/** Reads the opacity from parameters that all families share. */
export function readOpacity(vmt: Vmt, alpha: number): Opacity {
  if (flagParam(vmt, "$additive")) return "additive";
  if (alpha < 1 || flagParam(vmt, "$vertexalpha")) return "blended";
  if (flagParam(vmt, "$translucent") && !isAlphaMask(vmt)) return "blended by its texture";
  return flagParam(vmt, "$alphatest") ? "cut-out" : "opaque";
}

/** @param hasAlpha true if the base texture has alpha, or is not available */
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
