/**
 * Parameter block of a material: rows of four numbers beside its textures, which shaders read as
 * `paramOf(material, PARAM_<name>)`. A material reader writes them into `MaterialState.params`.
 * Numbers that change with time have a rate: the GPU adds the fraction of rate × time. The rows
 * here are shared: every family may use them, each in a fixed slot. Rows of a single family are
 * declared in `families/family-rows.ts`.
 */

export type ParamRow = readonly [number, number, number, number];

export interface MaterialParam {
  readonly name: string;
  /** Values of a material that does not set the row. */
  readonly rest: ParamRow;
}

/** Shared parameters by slot. */
export const MATERIAL_PARAMS = [
  // Coordinates in the base textures, from a vertex's (s, t): x s + y t + z.
  { name: "BASE_S", rest: [1, 0, 0, 0] },
  { name: "BASE_T", rest: [0, 1, 0, 0] },
  // Reflections: x to z of the three rows are the tint, the contrast (share of the squared colour)
  // and the saturation. w of the tint is the reflectivity head on; for water, 1 if it mirrors
  // entities, 2 more if the water is foggy.
  { name: "ENV_TINT", rest: [1, 1, 1, 1] },
  { name: "ENV_CONTRAST", rest: [0, 0, 0, 0] },
  { name: "ENV_SATURATION", rest: [1, 1, 1, 0] },
  // Coordinates in the reflection mask, like those of the base textures.
  { name: "MASK_S", rest: [1, 0, 0, 0] },
  { name: "MASK_T", rest: [0, 1, 0, 0] },
  // Coordinates in the detail texture. w is `DETAIL_*`; w of the second row is 1 if the surface is
  // lightmapped.
  { name: "DETAIL_S", rest: [4, 0, 0, 0] },
  { name: "DETAIL_T", rest: [0, 4, 0, 0] },
  // Factor of the detail texture; w is the blend factor.
  { name: "DETAIL_TINT", rest: [1, 1, 1, 1] },
  // Box-projected cubemap: a position in the box, 0 to 1, is x X + y Y + z Z + w. The last row is
  // the point where the cubemap was captured.
  { name: "ENV_BOX_X", rest: [0, 0, 0, 0] },
  { name: "ENV_BOX_Y", rest: [0, 0, 0, 0] },
  { name: "ENV_BOX_Z", rest: [0, 0, 0, 0] },
  { name: "ENV_ORIGIN", rest: [0, 0, 0, 0] },
  // Coordinates in the blend mask. w of the first row is 1 if the mask replaces the vertices'
  // blend.
  { name: "BLEND_S", rest: [1, 0, 0, 0] },
  { name: "BLEND_T", rest: [0, 1, 0, 0] },
  // Reflections by surface light: weight of the effect, the light at which nothing is reflected,
  // and a factor of the light above that. w is 1 if reflections of a model with highlights have no
  // mask.
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
 * Number of slots of a material. Slots after the shared rows hold its family's own rows. A literal,
 * so that bundles that need only the count leave out the table.
 */
export const PARAM_COUNT = 32;

/** Numbers a material in the columns `params` and `paramRates`. */
export const PARAM_NUMBERS = PARAM_COUNT * 4;

/**
 * Returns the column `params` for materials that set no row, of families without their own rows.
 */
export function paramsAtRest(count: number): Float32Array {
  const params = new Float32Array(count * PARAM_NUMBERS);
  const rest = MATERIAL_PARAMS.flatMap((param) => [...param.rest]);
  for (let material = 0; material < count; material++) params.set(rest, material * PARAM_NUMBERS);
  return params;
}
