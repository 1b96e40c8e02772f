/** What a material's pass asks of its pipeline. */

import {
  MATERIAL_NO_CULL,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_MODULATE,
  PASS_OPAQUE,
  PASS_REFRACTING,
  PASS_TRANSLUCENT,
} from "../../map/material.ts";
import {
  KIND_CUTOUT,
  KIND_MODULATE,
  KIND_OPAQUE,
  KIND_REFRACTING,
  KIND_TRANSLUCENT,
} from "../surfaces/pipeline-key.ts";

/** What can be told apart in the shader at no cost shares a kind: few pipelines make few draws. */
export function surfaceKind(pass: number, flags: number): number {
  if (pass === PASS_MODULATE) return KIND_MODULATE;
  if (pass === PASS_REFRACTING) return KIND_REFRACTING;
  if (isTranslucent(pass)) return KIND_TRANSLUCENT;
  const isTwoSided = (flags & MATERIAL_NO_CULL) !== 0;
  return pass === PASS_ALPHA_TEST || isTwoSided ? KIND_CUTOUT : KIND_OPAQUE;
}

/** Whether a pass is drawn in any order, with depth writes: opaque, with holes, or refracting. */
export function isSolid(pass: number): boolean {
  return pass === PASS_OPAQUE || pass === PASS_ALPHA_TEST || pass === PASS_REFRACTING;
}

/** Whether a pass is drawn back to front: what blends, adds or multiplies. */
export function isTranslucent(pass: number): boolean {
  return pass === PASS_TRANSLUCENT || pass === PASS_ADDITIVE || pass === PASS_MODULATE;
}
