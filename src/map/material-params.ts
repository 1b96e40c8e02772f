/**
 * The parameter block of a material: rows of four numbers, beside its textures, that shaders read as
 * `paramOf(material, PARAM_<name>)`. A family reads what it needs from the VMT into `MaterialState.params`.
 * Numbers that change by themselves have a rate: what the time adds to them, less its whole part, is
 * found on the GPU.
 */

export type ParamRow = readonly [number, number, number, number];

export interface MaterialParam {
  readonly name: string;
  /** Where the material says nothing. */
  readonly rest: ParamRow;
}

const NOTHING: ParamRow = [0, 0, 0, 0];

/** By row. */
export const MATERIAL_PARAMS = [
  // Where a vertex's (s, t) lies in the base textures: x s + y t + z.
  { name: "BASE_S", rest: [1, 0, 0, 0] },
  { name: "BASE_T", rest: [0, 1, 0, 0] },
  // Of what is mirrored, or of a monitor's picture: a factor; how much of it is squared; how much of it has
  // its colour. After the first, how much of it is mirrored head on; of water, 1 if it mirrors entities, 2 more if
  // what is in it is fogged.
  { name: "ENV_TINT", rest: [1, 1, 1, 1] },
  { name: "ENV_CONTRAST", rest: [0, 0, 0, 0] },
  { name: "ENV_SATURATION", rest: [1, 1, 1, 0] },
  // Where a vertex's (s, t) lies in a second texture that has a transform of its own.
  { name: "SECOND_S", rest: [1, 0, 0, 0] },
  { name: "SECOND_T", rest: [0, 1, 0, 0] },
  // Of what refracts: how far it bends what is behind it, in pictures. Of water: how far it bends what it
  // mirrors besides a cubemap, below 0: nothing; inches at which the cubemap begins to cover it, and 1 / those in
  // which it does.
  { name: "REFRACT", rest: [0, 0, 500, 1 / 500] },
  // What is behind is multiplied with it. Then how much water without a rim mirrors.
  { name: "REFRACT_TINT", rest: [1, 1, 1, 1] },
  // What water mirrors is multiplied with it. Then inches from which fog is seen from below.
  { name: "REFLECT_TINT", rest: [1, 1, 1, 0] },
  // The colour of deep water, and 1 / the inches at which there is nothing else.
  { name: "WATER_FOG", rest: [0, 0, 0, 1 / 256] },
  // Where the second and the third sheet of waves are.
  { name: "SHEETS", rest: [0, 0, 0, 0] },
  // Where a vertex's (s, t) lies in the mask of what is mirrored, as in the base textures.
  { name: "MASK_S", rest: [1, 0, 0, 0] },
  { name: "MASK_T", rest: [0, 1, 0, 0] },
  // Where a vertex's (s, t) lies in the detail texture. Then `DETAIL_*`; whether it leaves the alpha as it is.
  { name: "DETAIL_S", rest: [4, 0, 0, 0] },
  { name: "DETAIL_T", rest: [0, 4, 0, 0] },
  // The detail texture is multiplied with it. Then how much it counts.
  { name: "DETAIL_TINT", rest: [1, 1, 1, 1] },
  // Of a cubemap that shows a box: where a place lies in it, 0 to 1: x X + y Y + z Z + w. Then where it was made.
  { name: "ENV_BOX_X", rest: [0, 0, 0, 0] },
  { name: "ENV_BOX_Y", rest: [0, 0, 0, 0] },
  { name: "ENV_BOX_Z", rest: [0, 0, 0, 0] },
  { name: "ENV_ORIGIN", rest: [0, 0, 0, 0] },
  // Of the model family, which always says them. A highlight's exponent: a number, and one times its texture's red.
  // Its boost. What masks it: the normal map's alpha; 1: the base texture's.
  { name: "PHONG", rest: NOTHING },
  // Its colour, and how much of the base's it has where its texture's green says so.
  { name: "PHONG_TINT", rest: NOTHING },
  // How strong it is where the surface faces the eye, between, at its rim: as the shader takes it. How much the
  // base's luminance masks it.
  { name: "PHONG_RANGES", rest: NOTHING },
  // A rim's exponent; the strength of the light from around it; how much the exponent texture's alpha masks it, below
  // 0 its red; 1: there is one.
  { name: "RIM", rest: NOTHING },
  // What glows is tinted so. Then `GLOWS_*` of `shaders/families/rare/model.wgsl`.
  { name: "GLOW", rest: NOTHING },
  // By how the surface faces the eye: scale, bias, exponent, brightness.
  { name: "GLOW_RANGES", rest: NOTHING },
  // 1: the tint counts as much as the base is opaque; how much it covers the base then. Of what is mirrored, how much
  // follows the highlight's ranges; 1: its mask is inverted.
  { name: "MODEL_TINT", rest: NOTHING },
  // What lights it, of `model.wgsl`. 1: lamps wrap around it; 1: what it mirrors is masked as its highlights are. What
  // the base's colour is multiplied with where a highlight has it.
  { name: "MODEL_LIGHT", rest: NOTHING },
  // Where a vertex's (s, t) lies in the mask of its blend. After the first, 1 if it is the blend itself.
  { name: "BLEND_S", rest: [1, 0, 0, 0] },
  { name: "BLEND_T", rest: [0, 1, 0, 0] },
  // Repeats an inch of what is laid over the world by its axes.
  { name: "SEAMLESS", rest: NOTHING },
  // Of teeth: where a mouth opens to, in its model's space. Then how much of its light is let in.
  { name: "TEETH", rest: NOTHING },
  // How much of what is mirrored follows the light on the surface; the light that mirrors nothing; a factor of what is
  // above it. 1: what a model with highlights mirrors has no mask.
  { name: "ENV_LIGHT", rest: [0, 0, 1, 0] },
] as const satisfies readonly MaterialParam[];

/** A number of its own: who asks for no more than that is not sent the table. */
export const PARAM_COUNT = 34 satisfies (typeof MATERIAL_PARAMS)["length"];

export const PARAM_BASE_S = 0;
export const PARAM_BASE_T = 1;
export const PARAM_ENV_TINT = 2;
export const PARAM_ENV_CONTRAST = 3;
export const PARAM_ENV_SATURATION = 4;
export const PARAM_SECOND_S = 5;
export const PARAM_SECOND_T = 6;
export const PARAM_REFRACT = 7;
export const PARAM_REFRACT_TINT = 8;
export const PARAM_REFLECT_TINT = 9;
export const PARAM_WATER_FOG = 10;
export const PARAM_SHEETS = 11;
export const PARAM_MASK_S = 12;
export const PARAM_MASK_T = 13;
export const PARAM_DETAIL_S = 14;
export const PARAM_DETAIL_T = 15;
export const PARAM_DETAIL_TINT = 16;
export const PARAM_ENV_BOX_X = 17;
export const PARAM_ENV_BOX_Y = 18;
export const PARAM_ENV_BOX_Z = 19;
export const PARAM_ENV_ORIGIN = 20;
export const PARAM_PHONG = 21;
export const PARAM_PHONG_TINT = 22;
export const PARAM_PHONG_RANGES = 23;
export const PARAM_RIM = 24;
export const PARAM_GLOW = 25;
export const PARAM_GLOW_RANGES = 26;
export const PARAM_MODEL_TINT = 27;
export const PARAM_MODEL_LIGHT = 28;
export const PARAM_BLEND_S = 29;
export const PARAM_BLEND_T = 30;
export const PARAM_SEAMLESS = 31;
export const PARAM_TEETH = 32;
export const PARAM_ENV_LIGHT = 33;

/** Numbers of a material in the columns `params` and `paramRates`. */
export const PARAM_NUMBERS = PARAM_COUNT * 4;

/** The column `params` of materials that say nothing. */
export function paramsAtRest(count: number): Float32Array {
  const params = new Float32Array(count * PARAM_NUMBERS);
  const rest = MATERIAL_PARAMS.flatMap((param) => [...param.rest]);
  for (let material = 0; material < count; material++) params.set(rest, material * PARAM_NUMBERS);
  return params;
}
