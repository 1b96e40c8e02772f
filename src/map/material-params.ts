/**
 * The parameter block of a material: rows of four numbers, beside its textures, that shaders read as
 * `paramOf(material, PARAM_<name>)`. A reader writes them into `MaterialState.params`. Numbers that change by themselves
 * have a rate: the GPU adds the fraction of rate × time. The rows here are shared: every family may have them, each
 * always in the same slot. A family's own rows are declared in `families/family-rows.ts`.
 */

export type ParamRow = readonly [number, number, number, number];

export interface MaterialParam {
  readonly name: string;
  /** Numbers of a material that does not set the row. */
  readonly rest: ParamRow;
}

/** By slot. */
export const MATERIAL_PARAMS = [
  // Coordinates in the base textures, from a vertex's (s, t): x s + y t + z.
  { name: "BASE_S", rest: [1, 0, 0, 0] },
  { name: "BASE_T", rest: [0, 1, 0, 0] },
  // Of what is mirrored: a factor; how much of it is squared; how much of it has its colour. After the factor, how much
  // is mirrored head on; of water, 1 if it mirrors entities, 2 more if the water is foggy.
  { name: "ENV_TINT", rest: [1, 1, 1, 1] },
  { name: "ENV_CONTRAST", rest: [0, 0, 0, 0] },
  { name: "ENV_SATURATION", rest: [1, 1, 1, 0] },
  // Coordinates in the mask of what is mirrored, as in the base textures.
  { name: "MASK_S", rest: [1, 0, 0, 0] },
  { name: "MASK_T", rest: [0, 1, 0, 0] },
  // Coordinates in the detail texture. Then `DETAIL_*`; 1 if the surface is lightmapped.
  { name: "DETAIL_S", rest: [4, 0, 0, 0] },
  { name: "DETAIL_T", rest: [0, 4, 0, 0] },
  // Factor of the detail texture. Then how much it counts.
  { name: "DETAIL_TINT", rest: [1, 1, 1, 1] },
  // Of a cubemap of a box: a place in the box, 0 to 1, is x X + y Y + z Z + w. Then where the cubemap was taken.
  { name: "ENV_BOX_X", rest: [0, 0, 0, 0] },
  { name: "ENV_BOX_Y", rest: [0, 0, 0, 0] },
  { name: "ENV_BOX_Z", rest: [0, 0, 0, 0] },
  { name: "ENV_ORIGIN", rest: [0, 0, 0, 0] },
  // Coordinates in the blend mask. After the first, 1 if the mask is the blend itself.
  { name: "BLEND_S", rest: [1, 0, 0, 0] },
  { name: "BLEND_T", rest: [0, 1, 0, 0] },
  // How much of what is mirrored follows the light on the surface; the light at which nothing is mirrored; a factor of
  // the light above it. 1: what a model with highlights mirrors has no mask.
  { name: "ENV_LIGHT", rest: [0, 0, 1, 0] },
] as const satisfies readonly MaterialParam[];

export const PARAM_BASE_S = 0;
export const PARAM_BASE_T = 1;
export const PARAM_ENV_TINT = 2;
export const PARAM_ENV_CONTRAST = 3;
export const PARAM_ENV_SATURATION = 4;
export const PARAM_MASK_S = 5;
export const PARAM_MASK_T = 6;
export const PARAM_DETAIL_S = 7;
export const PARAM_DETAIL_T = 8;
export const PARAM_DETAIL_TINT = 9;
export const PARAM_ENV_BOX_X = 10;
export const PARAM_ENV_BOX_Y = 11;
export const PARAM_ENV_BOX_Z = 12;
export const PARAM_ENV_ORIGIN = 13;
export const PARAM_BLEND_S = 14;
export const PARAM_BLEND_T = 15;
export const PARAM_ENV_LIGHT = 16;

export const SHARED_PARAM_COUNT = 17 satisfies (typeof MATERIAL_PARAMS)["length"];

/**
 * Slots of a material. Those after the shared rows hold its family's own. A literal, so that bundles that only need the
 * count leave the table out.
 */
export const PARAM_COUNT = 32;

/** Numbers of a material in the columns `params` and `paramRates`. */
export const PARAM_NUMBERS = PARAM_COUNT * 4;

/** The column `params` of materials that set no row, of families without rows of their own. */
export function paramsAtRest(count: number): Float32Array {
  const params = new Float32Array(count * PARAM_NUMBERS);
  const rest = MATERIAL_PARAMS.flatMap((param) => [...param.rest]);
  for (let material = 0; material < count; material++) params.set(rest, material * PARAM_NUMBERS);
  return params;
}
