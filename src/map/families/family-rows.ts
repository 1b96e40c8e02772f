/**
 * The families of materials: a row each. Materials of a family have the same shader and textures of the same roles. A
 * family is this row, a reader of its VMTs in `scene/materials/families` and a shader in `shaders/families`, which has the
 * row's name. Slots of own roles and parameters are given out in the order in which a row declares them; families that
 * share names declare them first, in the same order.
 */

import type { ParamRow } from "../material-params.ts";
import { LEVEL_BUMPED, LEVEL_FRAMED, LEVEL_PLAIN } from "../texture-roles.ts";
import type { FamilyRow, OwnRole } from "./family-row.ts";

const NOTHING: ParamRow = [0, 0, 0, 0];
const ONES: ParamRow = [1, 1, 1, 1];
/** Coordinates in a texture, from a vertex's (s, t): x s + y t + z. */
const ALONG_S: ParamRow = [1, 0, 0, 0];
const ALONG_T: ParamRow = [0, 1, 0, 0];

/** Colours; the material's mean colour until the texture is there. */
const COLOR: OwnRole = { space: "srgb", standIn: null, level: LEVEL_BUMPED };
/** Colours that a material keeps at low quality. */
const PLAIN_COLOR: OwnRole = { ...COLOR, level: LEVEL_PLAIN };
/** Colours that brighten; white until the texture is there. */
const LIGHT: OwnRole = { space: "srgb", standIn: ONES, level: LEVEL_BUMPED };
/** Factors; 1 until the texture is there. */
const FACTOR: OwnRole = { space: "linear", standIn: ONES, level: LEVEL_BUMPED };
/** Directions, from -1 to 1; normals that turn nothing until the texture is there. */
const DIRECTION: OwnRole = { space: "linear", standIn: [0.5, 0.5, 1, 1], level: LEVEL_BUMPED };
/** Amounts; 0 until the texture is there. */
const AMOUNT: OwnRole = { space: "linear", standIn: [0, 0, 0, 1], level: LEVEL_BUMPED };

const REFRACTING_PARAMS = {
  // Refraction, in pictures. Of water: how far it bends what it mirrors besides a cubemap, below 0: nothing; inches at
  // which the cubemap begins to cover it, and 1 / those in which it does.
  REFRACT: [0, 0, 500, 1 / 500],
  // Factor of what is behind. Then how much water without Fresnel mirrors.
  REFRACT_TINT: ONES,
} as const;

const WATER = {
  roles: ["bump", "env"],
  params: {
    ...REFRACTING_PARAMS,
    // Factor of what water mirrors. Then inches from which fog is seen from below.
    REFLECT_TINT: [1, 1, 1, 0],
    // Colour of deep water, and 1 / the inches at which nothing else is seen.
    WATER_FOG: [0, 0, 0, 1 / 256],
    // Where the second and the third sheet of waves are.
    SHEETS: NOTHING,
  },
  traits: ["refracting", "water", "ownTint"],
  rare: true,
  level: LEVEL_FRAMED,
} as const;

const MODEL = {
  roles: ["base", "bump", "env", "mask", "detail", "light_warp"],
  ownRoles: {
    // Red: sharpness of a highlight. Green: how much of the base's colour it has. Alpha: how much of a rim is lit.
    exponent: FACTOR,
    // What is left of a highlight, by its strength and by how directly its surface faces the eye.
    phong_warp: FACTOR,
    // How much glows by itself.
    glow: FACTOR,
  },
  params: {
    // A highlight's exponent: a number, and a factor of its texture's red. Its boost. Its mask: the normal map's alpha;
    // 1: the base texture's.
    PHONG: NOTHING,
    // Its colour, and how much of the base's colour it has where its texture's green says so.
    PHONG_TINT: NOTHING,
    // Its strength where the surface faces the eye, between, and at the rim, as differences. How much the base's
    // luminance masks it.
    PHONG_RANGES: NOTHING,
    // Of rim light: exponent; boost; how much the exponent texture's alpha masks it, below 0 its red; 1 if there is any.
    RIM: NOTHING,
    // Tint of what glows. Then what it glows by: `GLOWS_*` of `shaders/families/rare/model.wgsl`.
    GLOW: NOTHING,
    // Glow by how the surface faces the eye: scale, bias, exponent, brightness.
    GLOW_RANGES: NOTHING,
    // 1: the tint counts as much as the base is opaque; how much it covers the base then. How much of what is mirrored
    // follows the highlight's ranges; 1: its mask is inverted.
    MODEL_TINT: NOTHING,
    // What lights it: 0 as its vertices are, 1 by fragments, 2 with highlights, -1 ambient light alone. 1: lamps wrap
    // around it; 1: what it mirrors is masked as its highlights are. Factor of the base's colour in a highlight.
    MODEL_LIGHT: NOTHING,
  },
  traits: ["modeled"],
  rare: true,
  level: LEVEL_FRAMED,
} as const;

const SEAMLESS = {
  // Repeats an inch, along the world's axes.
  params: { SEAMLESS: NOTHING },
  traits: ["seamless"],
  rare: true,
} as const;

/** In the order of their numbers, by which draws are sorted. */
export const FAMILY_ROWS = {
  // The mean colour: materials without a texture, and placeholder for pipelines that are still compiled.
  flat: { roles: [], label: "no texture yet" },
  lit: {
    roles: ["base", "bump", "env", "mask", "detail"],
    traits: ["litIfBumped"],
    finely: "baked",
    label: "LightmappedGeneric",
  },
  // Two textures, mixed by the vertices' blend.
  blend: {
    roles: ["base", "base2", "bump", "bump2", "env", "mask", "detail", "blendmask"],
    label: "WorldVertexTransition",
  },
  water: { ...WATER, label: "Water" },
  refract: {
    roles: ["bump", "env"],
    // Factor of what is behind, half of it.
    ownRoles: { refract_tint: PLAIN_COLOR },
    params: REFRACTING_PARAMS,
    traits: ["refracting", "ownTint"],
    rare: true,
    level: LEVEL_FRAMED,
    label: "Refract",
  },
  unlit: { roles: ["base", "env", "mask", "detail"], label: "UnlitGeneric" },
  modulate: { roles: ["base"], traits: ["modulating"], rare: true, label: "Modulate" },
  // Two textures multiplied, each by its own transform, and a monitor's picture of them.
  "two-texture": {
    roles: ["base", "base2"],
    params: {
      // Coordinates in the second texture.
      SECOND_S: ALONG_S,
      SECOND_T: ALONG_T,
      // Of a monitor's picture: a factor; how much of it is squared; how much of it has its colour.
      MONITOR_TINT: ONES,
      MONITOR_CONTRAST: NOTHING,
      MONITOR_SATURATION: [1, 1, 1, 0],
    },
    traits: ["doubled", "opaqueAlways"],
    rare: true,
    label: "UnlitTwoTexture",
  },
  // VertexLitGeneric beyond what `lit` draws: highlights, warped light, and glow by more than the base texture's alpha.
  model: {
    ...MODEL,
    traits: ["modeled", "litAsFlagged", "mayBeAmbient"],
    plain: "lit",
    finely: "baked",
    label: "VertexLitGeneric, phong",
  },
  seamless: {
    ...SEAMLESS,
    roles: ["base", "base2", "env"],
    level: LEVEL_FRAMED,
    label: "…, $seamless_scale",
  },
  // The community's.
  pbr: {
    roles: ["base", "bump", "env"],
    // Metalness, roughness, ambient occlusion; then the light it emits.
    ownRoles: { mrao: AMOUNT, emission: PLAIN_COLOR },
    rare: true,
    level: LEVEL_BUMPED,
    plain: "lit",
    label: "PBR",
  },
  // The darker, the less a tooth faces out of the mouth.
  teeth: {
    roles: ["base", "bump"],
    params: {
      // A highlight's exponent: a number, and a factor of the normal map's alpha.
      TEETH_PHONG: NOTHING,
      // Where a mouth opens to, in its model's space. Then how much of its light is let in.
      TEETH: NOTHING,
    },
    traits: ["modeled", "litAsFlagged", "forward"],
    rare: true,
    level: LEVEL_FRAMED,
    plain: "lit",
    label: "Teeth",
  },
  // Up to four textures over each other, by weights of the vertices.
  layers: {
    roles: ["base", "base2", "bump", "env", "bump2", "mask", "detail"],
    ownRoles: { base3: COLOR, base4: COLOR, bump3: DIRECTION, bump4: DIRECTION },
    params: {
      // Of each texture: the luminances between which it counts as dark and as bright, in any order.
      LAYER_LUM_START: NOTHING,
      LAYER_LUM_END: NOTHING,
      // Of the second to the fourth: the weights between which it comes to cover those before, in any order; how much its
      // own luminance counts beside the darkness of the one before; how much of its normal map is seen, without one, how
      // much of those before.
      LAYER_START: NOTHING,
      LAYER_END: NOTHING,
      LAYER_LUM: NOTHING,
      LAYER_BUMP: NOTHING,
      // Of each: its repeats in one of the vertices' coordinates, along s and t.
      LAYER_S: NOTHING,
      LAYER_T: NOTHING,
      // Repeats an inch along the world's axes, 0 if the textures lie by the vertices' coordinates. Then how much detail
      // counts on the second to the fourth.
      LAYER_PLACES: NOTHING,
    },
    traits: ["layered"],
    rare: true,
    level: LEVEL_BUMPED,
    plain: "blend",
    label: "Lightmapped_4WayBlend",
  },
  // Of models: swaying in the wind.
  sway: {
    ...MODEL,
    params: {
      ...MODEL.params,
      // Inches of its model's height, and the share of them that stands still; the same of its radius.
      SWAY_SIZE: NOTHING,
      // Speed and strength of the sway; of the leaves' flutter, the waves from one to the other, and its strength.
      SWAY_SPEED: NOTHING,
      // How much faster it sways in high wind; exponents by which flutter and sway fall off towards what stands still;
      // the flutter's speed.
      SWAY_CURVES: NOTHING,
      // Winds from which and at which it sways as fast as in high wind; the wind itself, along the world's x and y.
      SWAY_WIND: NOTHING,
    },
    traits: ["modeled", "swaying"],
    label: "…, $treesway",
  },
  // Of models: with light that is baked for their texels, or by direction for their bumps.
  baked: { ...MODEL, traits: ["modeled", "finelyLit"], label: "…, baked for texels" },
  // A pattern in the mean colour: materials whose texture is known to be missing. See `missing.ts`.
  missing: { roles: [], traits: ["patterned"], rare: true, label: "missing" },
  // Of models, the shaders Eyes and EyeRefract. An eyeball is given in its model's space: rows of zeros where a mesh is
  // none.
  eyes: {
    // The normal map is the cornea's.
    roles: ["base", "bump", "env", "light_warp"],
    // Of Eyes the iris, of EyeRefract ambient occlusion: that has the iris in its base texture.
    ownRoles: { iris: PLAIN_COLOR },
    params: {
      // Its middle. Then the radius, in inches, of the ball that a ray is cast against.
      EYE_ORIGIN: NOTHING,
      // Repeats of the iris an inch, to its right; then downwards. Each with a number: the pupil's width; the iris's depth.
      EYE_S: NOTHING,
      EYE_T: NOTHING,
      // Up, of unit length. Then `EYE_PLAIN` or `EYE_REFRACTING`.
      EYE_UP: NOTHING,
      // How glossy it is; how far its cornea bends light; whether a ray is cast; 2: nothing is seen where that misses.
      EYE_CORNEA: NOTHING,
      // Colour of light where the occlusion texture is black. Then, of a model that moves, one more than the bone that
      // moves the eyeball, whose rows are in the bind pose; 0: the rows are in the model's pose.
      EYE_OCCLUSION: NOTHING,
    },
    // The shaders Eyes; EyeRefract.
    constants: { EYE_PLAIN: 0, EYE_REFRACTING: 1 },
    traits: ["modeled", "litByFragments", "eyeball"],
    rare: true,
    level: LEVEL_FRAMED,
    label: "Eyes, EyeRefract",
  },
  // Water whose waves follow a map.
  flow: {
    ...WATER,
    // Where it flows to, red along x and green against y; and which part of it starts over when.
    ownRoles: { flow: DIRECTION, flow_noise: FACTOR },
    params: {
      ...WATER.params,
      // Repeats of the map in one of the normal map's; repeats of that an inch; its strength; how fast time passes.
      FLOW: NOTHING,
      // Seconds of half a turn; how far it flows in a whole one, in repeats; repeats of the noise an inch.
      FLOW_TIME: NOTHING,
    },
    traits: [...WATER.traits, "flowing"],
    label: "Water, $flowmap",
  },
  "seamless-bumped": {
    ...SEAMLESS,
    roles: ["base", "base2", "bump", "env", "mask"],
    level: LEVEL_BUMPED,
    plain: "seamless",
    label: "…, seamless and bumped",
  },
  // Of models: laid over them along their own axes, or painted (`$tintmasktexture`, `$decaltexture`).
  draped: {
    ...MODEL,
    ownRoles: {
      ...MODEL.ownRoles,
      // Over the base texture, by the vertices' second coordinates.
      decal: PLAIN_COLOR,
      // Green: how much the colours of the material and of its prop tint the base texture.
      tint_mask: DIRECTION,
    },
    params: {
      ...MODEL.params,
      // Repeats an inch of its model of the base texture, and of the detail texture; 0: that lies by the vertices'
      // coordinates.
      DRAPED: NOTHING,
      // `DECAL_*`.
      DECAL: NOTHING,
    },
    // `$decalblendmode`: covers by its alpha; multiplied; multiplied twice; added.
    constants: { DECAL_COVERS: 0, DECAL_MULTIPLIES: 1, DECAL_DOUBLES: 2, DECAL_ADDS: 3 },
    traits: ["modeled", "litAsFlagged", "mayBeAmbient", "ownSpace"],
  },
  // SolidEnergy: bridges, beams and fields of light.
  energy: {
    roles: ["base"],
    ownRoles: {
      energy_detail1: LIGHT,
      energy_detail2: PLAIN_COLOR,
      // Where it flows to; which part of it starts over when; how far it flows, how much more of it there is, how bright.
      energy_flow: DIRECTION,
      energy_noise: FACTOR,
      energy_bounds: AMOUNT,
    },
    params: {
      // Repeats of where it flows to, of what flows, and of the noise, in one of the surface's own; turns a second.
      ENERGY_FLOW: NOTHING,
      // Its colour, linear; how far it flows in a turn, in repeats.
      ENERGY_COLOR: NOTHING,
      // How its details are combined with it, `ENERGY_*`; how sharply one turn follows the other; 1: it flows.
      ENERGY_HOW: NOTHING,
      // Coordinates in its details.
      ENERGY_DETAIL1_S: ALONG_S,
      ENERGY_DETAIL1_T: ALONG_T,
      ENERGY_DETAIL2_S: ALONG_S,
      ENERGY_DETAIL2_T: ALONG_T,
    },
    constants: {
      // There is no detail.
      ENERGY_NONE: 0,
      // Of the first: twice as bright as both; where the base is not opaque, whose alpha says so and no more, or both.
      ENERGY_TWICE: 1,
      ENERGY_MASKED: 2,
      ENERGY_MASKED_TOO: 3,
      // Of the second: added, as much as the first lets through; or multiplied.
      ENERGY_ADDED: 1,
      ENERGY_MULTIPLIED: 2,
    },
    traits: ["doubled", "flowCoord"],
    rare: true,
    level: LEVEL_FRAMED,
    plain: "lit",
  },
  // Four textures over each other, by what each vertex of a displacement says: `multiblend.ts` says where.
  multiblend: {
    roles: ["base", "base2"],
    ownRoles: {
      multi_base3: COLOR,
      multi_base4: COLOR,
      // Of the first to the third: their alpha says how soft its edge is.
      multi_spec: DIRECTION,
      multi_spec2: DIRECTION,
      multi_spec3: DIRECTION,
    },
    // Of each texture: the cosine and the sine of its turn, in repeats of one of the vertices' coordinates.
    params: { MULTI_COS: NOTHING, MULTI_SIN: NOTHING },
    traits: ["doubled", "vertexBlends"],
    rare: true,
    plain: "lit",
    label: "MultiBlend",
  },
  // Of decals: the shadows of models.
  shadow: { roles: ["base"], traits: ["modulating", "shadowing"], rare: true, label: "shadows" },
  // Lightmapped surfaces with parameters that few materials have: borders between two layers, a ramp for light, normal
  // maps that are added, highlights of the sun.
  wall: {
    roles: [
      ...["base", "base2", "bump", "bump2", "env", "mask", "detail", "blendmask", "light_warp"],
    ] as const,
    // Normal map over the sum of two others; its alpha says how much of those is seen.
    ownRoles: { bump_mask: DIRECTION },
    params: {
      // `$newlayerblending`: softness of the blend (−1 if the blend mask's red channel holds it), then strength, offset
      // and softness of the border.
      WALL_BLEND: [-1, 0, 0, 0],
      // Tint of the border, linear.
      WALL_BORDER: NOTHING,
      // `$layeredgenormal`: strength of the normals along the border (negative points inwards, 0 is off), offset, softness.
      WALL_EDGE: NOTHING,
      // Tints of the first and the second base texture, linear; how much of what is mirrored the alpha of each normal map
      // lets through at most.
      WALL_TINT: ONES,
      WALL_TINT2: ONES,
      // Tint of what glows by the base texture's alpha; 1 if the first two normal maps are added.
      WALL_GLOW: [1, 1, 1, 0],
      // Coordinates in the two normal maps that are added.
      WALL_BUMP_S: ALONG_S,
      WALL_BUMP_T: ALONG_T,
      WALL_BUMP2_S: ALONG_S,
      WALL_BUMP2_T: ALONG_T,
      // Highlights of the sun: exponents of the first and the second layer; how much of the color of each they have.
      WALL_PHONG: NOTHING,
      // Their color on the first and on the second layer; then a factor of it.
      WALL_PHONG_AMOUNT: NOTHING,
      WALL_PHONG_AMOUNT2: NOTHING,
      // Exponent and factor of the luminance that masks them, of the first layer, then of the second.
      WALL_PHONG_MASK: NOTHING,
      // Direction to the sun; then `SHINES_*`.
      WALL_SUN: NOTHING,
    },
    // There is no highlight; it has no mask besides; the normal map's alpha, or what the base's alpha leaves, masks it.
    constants: { SHINES_NOT: 0, SHINES: 1, SHINES_BY_BUMP: 2, SHINES_BY_BASE: 3 },
    traits: ["doubled", "walled"],
    rare: true,
    level: LEVEL_BUMPED,
    plain: "blend",
  },
  // The placeholder of a missing model: faint, with soft edges.
  ghost: { roles: [], traits: ["distant"], rare: true, level: LEVEL_FRAMED },
  // `$distancealpha`: the alpha holds the distance to an edge. Unlit surfaces, and models.
  distance: {
    roles: ["base", "detail"],
    params: {
      // Distance of a soft edge's inner and outer end; 1: the edge is soft; 1: the detail texture's alpha holds the
      // distance.
      DISTANCE_EDGE: NOTHING,
      // Distances between which an outline fades in and out: outer start, outer end, inner end, inner start.
      DISTANCE_OUTLINE: NOTHING,
      // The outline's colour, linear, and its alpha.
      DISTANCE_OUTLINE_COLOR: NOTHING,
      // 1: there is an outline; 1: there is a glow; the glow's offset in the texture.
      DISTANCE_HOW: NOTHING,
      // The glow's colour, linear, and its alpha.
      DISTANCE_GLOW_COLOR: NOTHING,
      // Distances between which the glow fades in.
      DISTANCE_GLOW: NOTHING,
    },
    rare: true,
    level: LEVEL_BUMPED,
  },
  // `$emissiveblend` of models: light that flows over them.
  emissive: {
    ...MODEL,
    ownRoles: {
      ...MODEL.ownRoles,
      // Colour of what glows, by the surface's own coordinates.
      emissive_base: PLAIN_COLOR,
      // Coordinates in the texture that flows, as red and green.
      emissive_flow: DIRECTION,
      // The texture that flows.
      emissive: LIGHT,
    },
    params: {
      ...MODEL.params,
      // Distance that the texture has flowed, along s and t.
      EMISSIVE_SCROLL: NOTHING,
      // The light's tint, times its strength.
      EMISSIVE_TINT: NOTHING,
    },
  },
  // Infected of Left 4 Dead 2: models whose colours lie in rows of a gradient.
  infected: {
    ...MODEL,
    // Rows of colours, for clothes above and for skin below.
    ownRoles: { ...MODEL.ownRoles, infected_gradient: PLAIN_COLOR },
    // Where the rows of clothes and of skin lie, along t.
    params: { ...MODEL.params, INFECTED_ROWS: NOTHING },
    traits: ["modeled", "gradient"],
  },
  // Translucent UnlitGeneric with `$depthblend`: fades near the surface behind it.
  soft: {
    roles: ["base", "env", "mask", "detail"],
    // 1 / the inches to the surface behind at which it is not faded any more.
    params: { SOFT: [1 / 50, 0, 0, 0] },
    traits: ["soft"],
    rare: true,
    level: LEVEL_BUMPED,
    plain: "unlit",
    label: "UnlitGeneric, $depthblend",
  },
} as const satisfies Readonly<Record<string, FamilyRow>>;
