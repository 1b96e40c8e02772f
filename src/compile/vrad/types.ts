/** Options of vrad, and the prop models that it lights. */

import type { JobPool } from "../job-pool.ts";

/** Static prop model data for lighting. */
export interface VradPropModel {
  /** 3 a vertex, in the model's space. */
  readonly positions: Float32Array;
  /** 3 a vertex, unit length. */
  readonly normals: Float32Array;
  /** Triangles of LOD 0, which cast its shadow. */
  readonly indices: Uint32Array;
  /** Checksum of the MDL, which the lighting file repeats. */
  readonly checksum: number;
  /** Strip groups in VTX order, all LODs, in which the lighting file is written. */
  readonly groups: readonly PropModelGroup[];
}

export interface PropModelGroup {
  readonly lod: number;
  /** Row of `positions` for each of the group's vertices. */
  readonly vertices: Uint32Array;
}

/** Finds a model by its name in the map (`models/x.mdl`); `null` if none. */
export type FindPropModel = (name: string) => VradPropModel | null;

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
