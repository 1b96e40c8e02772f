import type { ParamRow } from "../../../map/material-params.ts";

/** Value of `PARAM_MODEL_LIGHT`: lit per fragment, without highlights. */
export const MODEL_BY_FRAGMENTS = 1;

/**
 * `PARAM_GLOW` and the three rows after it for a model material without extra parameters, lit per
 * vertex.
 */
export const PLAIN_MODEL: readonly ParamRow[] = [
  [1, 1, 1, 0],
  [0, 1, 1, 1],
  [0, 0, 0, 0],
  [0, 0, 0, 0],
];
