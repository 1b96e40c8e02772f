/** Maps a material's render pass to a kind of pipeline. */

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

/**
 * Returns the pipeline kind of a pass. Differences that a shader can handle at no cost share a
 * kind, since fewer pipelines mean fewer draws.
 */
export function surfaceKind(pass: number, flags: number): number {
  if (pass === PASS_MODULATE) return KIND_MODULATE;
  if (pass === PASS_REFRACTING) return KIND_REFRACTING;
  if (isTranslucent(pass)) return KIND_TRANSLUCENT;
  const isTwoSided = (flags & MATERIAL_NO_CULL) !== 0;
  return pass === PASS_ALPHA_TEST || isTwoSided ? KIND_CUTOUT : KIND_OPAQUE;
}

/**
 * Returns true if a pass is drawn in any order and writes depth: opaque, alpha-tested or
 * refracting.
 */
export function isSolid(pass: number): boolean {
  return pass === PASS_OPAQUE || pass === PASS_ALPHA_TEST || pass === PASS_REFRACTING;
}

/** Returns true if a pass is drawn back to front: alpha-blended, additive or modulating. */
export function isTranslucent(pass: number): boolean {
  return pass === PASS_TRANSLUCENT || pass === PASS_ADDITIVE || pass === PASS_MODULATE;
}
