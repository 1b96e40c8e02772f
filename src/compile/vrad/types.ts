/** Options of vrad. */

import type { JobPool } from "../job-pool.ts";
import type { FindPropModel } from "./points/prop-model.ts";

/**
 * Lights of materials, as in `lights.rad`: material name to "r g b brightness", or eight numbers
 * including HDR.
 */
export type TextureLights = ReadonlyMap<string, string>;

export interface LightOptions {
  /** True for fewer rays, larger patches, and no supersampling. */
  readonly fast?: boolean;
  /** Most bounces of light. Bouncing stops earlier when little light is left. */
  readonly bounces?: number;
  /** Materials that emit light. */
  readonly textureLights?: TextureLights;
  /** Finds models of static props, which cast shadows and are lit. Without it they are ignored. */
  readonly findPropModel?: FindPropModel;
  readonly pool?: JobPool;
}
