import type { ParamRow } from "../../../map/material-params.ts";

/** Of `PARAM_MODEL_LIGHT`: what is lit by its fragments, without highlights. */
export const MODEL_BY_FRAGMENTS = 1;

/**
 * `PARAM_GLOW` and the three rows after it of a material that has no more than a lit surface, where the family of models
 * draws it: lit as its vertices are.
 */
export const PLAIN_MODEL: readonly ParamRow[] = [
  [1, 1, 1, 0],
  [0, 1, 1, 1],
  [0, 0, 0, 0],
  [0, 0, 0, 0],
];
