import type { JobPool } from "../job-pool.ts";
import type { FindPropModel } from "./points/prop-model.ts";

/** As `lights.rad`: material name to "r g b brightness", or eight numbers with those for HDR. */
export type TextureLights = ReadonlyMap<string, string>;

export interface LightOptions {
  /** Fewer rays, larger patches, no supersampling. */
  readonly fast?: boolean;
  /** Most bounces of light; it ends sooner where there is nothing left of it. */
  readonly bounces?: number;
  /** Materials that glow. */
  readonly textureLights?: TextureLights;
  /** Models of static props, to throw shadows and be lit. Without it they do neither. */
  readonly findPropModel?: FindPropModel;
  readonly pool?: JobPool;
}
