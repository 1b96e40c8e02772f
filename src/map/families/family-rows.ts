/**
 * Material families, one row each. Materials of a family share a shader and the roles of their
 * textures. A family consists of this row, a reader of its VMTs in `scene/materials/families` and a
 * shader in `shaders/families` with the row's name. Own roles and parameters get their slots in the
 * order in which the row declares them, so families that share names declare those first, in the
 * same order. A parameter has four numbers: x, y, z, w, or rgb and w for colours.
 */

import type { ParamRow } from "../material-params.ts";
import { LEVEL_BUMPED, LEVEL_FRAMED, LEVEL_PLAIN } from "../texture-roles.ts";
import type { FamilyRow, OwnRole } from "./family-row.ts";

const NOTHING: ParamRow = [0, 0, 0, 0];
const ONES: ParamRow = [1, 1, 1, 1];
/** Row of a texture transform: a coordinate is x s + y t + z of the vertex's (s, t). */
const ALONG_S: ParamRow = [1, 0, 0, 0];
const ALONG_T: ParamRow = [0, 1, 0, 0];

/** Colours. The material's mean colour until the texture is loaded. */
const COLOR: OwnRole = { space: "srgb", standIn: null, level: LEVEL_BUMPED };
/** Colours that a material keeps at low quality. */
const PLAIN_COLOR: OwnRole = { ...COLOR, level: LEVEL_PLAIN };
/** Colours that brighten. White until the texture is loaded. */
const LIGHT: OwnRole = { space: "srgb", standIn: ONES, level: LEVEL_BUMPED };
/** Factors. 1 until the texture is loaded. */
const FACTOR: OwnRole = { space: "linear", standIn: ONES, level: LEVEL_BUMPED };
/** Directions, −1 to 1. The flat normal until the texture is loaded. */
const DIRECTION: OwnRole = { space: "linear", standIn: [0.5, 0.5, 1, 1], level: LEVEL_BUMPED };
/** Amounts. 0 until the texture is loaded. */
const AMOUNT: OwnRole = { space: "linear", standIn: [0, 0, 0, 1], level: LEVEL_BUMPED };

const REFRACTING_PARAMS = {
  // x: refraction, in widths of the picture. Of water: y: distortion of its planar reflection, below
  // 0 if it has none; z: inches at which its cubemap begins to replace the reflection; w: 1 / the
  // inches over which it does.
  REFRACT: [0, 0, 500, 1 / 500],
  // rgb: tint of the refracted background, linear. w: reflected share of water with `$nofresnel`.
  REFRACT_TINT: ONES,
} as const;

const WATER = {
  roles: ["bump", "env"],
  params: {
    ...REFRACTING_PARAMS,
    // rgb: tint of the reflection, linear. w: inches at which fog seen from below the surface
    // begins.
    REFLECT_TINT: [1, 1, 1, 0],
    // rgb: colour of deep water, linear. w: 1 / the inches of water that hide everything behind
    // them.
    WATER_FOG: [0, 0, 0, 1 / 256],
    // xy: offset of the second sheet of waves. zw: offset of the third.
    SHEETS: NOTHING,
  },
  traits: ["refracting", "water", "ownTint"],
  rare: true,
  level: LEVEL_FRAMED,
} as const;

const MODEL = {
  roles: ["base", "bump", "env", "mask", "detail", "light_warp"],
  ownRoles: {
    // Highlights. Red: exponent. Green: share of the base colour that tints them. Alpha: mask of
    // the rim light.
    exponent: FACTOR,
    // Colour of highlights by their strength and by viewing angle.
    phong_warp: FACTOR,
    // Mask of the self-illumination.
    glow: FACTOR,
  },
  params: {
    // x: exponent of the highlight. y: if not 0, its largest exponent, scaled by the exponent
    // texture's red. z: `$phongboost`. w: 1 if the base texture's alpha masks it, 0 if the normal
    // map's does.
    PHONG: NOTHING,
    // rgb: tint of the highlight. w: 1 if the exponent texture's green tints it with the base
    // colour.
    PHONG_TINT: NOTHING,
    // xyz: strength of the highlight by viewing angle: facing, between, grazing; x and z as
    // differences to y, doubled. w: 1 if the base colour's luminance masks it.
    PHONG_RANGES: NOTHING,
    // Rim light. x: exponent. y: boost. z: above 0, the share that the exponent texture's alpha
    // masks; below 0 its red masks. w: 1 if there is rim light.
    RIM: NOTHING,
    // rgb: tint of the self-illumination. w: what masks it: `GLOWS_*` of
    // `shaders/families/rare/model.wgsl`.
    GLOW: NOTHING,
    // Self-illumination by viewing angle. x: scale. y: bias. z: exponent. w: brightness.
    GLOW_RANGES: NOTHING,
    // x: 1 if the base texture's alpha masks the tint. y: share of the base colour that such a tint
    // replaces. z: share of the reflection that follows `PHONG_RANGES`. w: 1 if the highlight's
    // mask is inverted.
    MODEL_TINT: NOTHING,
    // x: lighting: 0 per vertex, 1 per fragment, 2 per fragment with highlights, -1 ambient light
    // alone. y: 1 for half-Lambert. z: 1 if the highlight's mask masks the reflection. w: factor of
    // the base colour that tints a highlight.
    MODEL_LIGHT: NOTHING,
  },
  traits: ["modeled"],
  rare: true,
  level: LEVEL_FRAMED,
} as const;

const SEAMLESS = {
  // x: repeats per inch along the world's axes.
  params: { SEAMLESS: NOTHING },
  traits: ["seamless"],
  rare: true,
} as const;

/** In the order of their numbers. Draws are sorted by them. */
export const FAMILY_ROWS = {
  // Mean colour, for materials without a texture and while other pipelines are compiled.
  flat: { roles: [], label: "no texture yet" },
  lit: {
    roles: ["base", "bump", "env", "mask", "detail"],
    traits: ["litIfBumped"],
    finely: "baked",
    label: "LightmappedGeneric",
  },
  // Two textures, blended by the vertices' weight.
  blend: {
    roles: ["base", "base2", "bump", "bump2", "env", "mask", "detail", "blendmask"],
    label: "WorldVertexTransition",
  },
  water: { ...WATER, label: "Water" },
  refract: {
    roles: ["bump", "env"],
    // Half the tint of the refracted background.
    ownRoles: { refract_tint: PLAIN_COLOR },
    params: REFRACTING_PARAMS,
    traits: ["refracting", "ownTint"],
    rare: true,
    level: LEVEL_FRAMED,
    label: "Refract",
  },
  unlit: { roles: ["base", "env", "mask", "detail"], label: "UnlitGeneric" },
  modulate: { roles: ["base"], traits: ["modulating"], rare: true, label: "Modulate" },
  // Product of two textures with separate transforms. Also MonitorScreen.
  "two-texture": {
    roles: ["base", "base2"],
    params: {
      // Texture coordinates of the second texture.
      SECOND_S: ALONG_S,
      SECOND_T: ALONG_T,
      // MonitorScreen. `MONITOR_TINT`: factor. `MONITOR_CONTRAST`: share that is squared.
      // `MONITOR_SATURATION`: share of its colour, against its luminance.
      MONITOR_TINT: ONES,
      MONITOR_CONTRAST: NOTHING,
      MONITOR_SATURATION: [1, 1, 1, 0],
    },
    traits: ["doubled", "opaqueAlways"],
    rare: true,
    label: "UnlitTwoTexture",
  },
  // VertexLitGeneric with features that `lit` lacks: highlights, light warps, and self-illumination
  // that is not masked by the base texture's alpha.
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
  // The community's physically based shader.
  pbr: {
    roles: ["base", "bump", "env"],
    // Metalness, roughness, ambient occlusion.
    ownRoles: { mrao: AMOUNT, emission: PLAIN_COLOR },
    rare: true,
    level: LEVEL_BUMPED,
    plain: "lit",
    label: "PBR",
  },
  // Teeth are darker the less they face out of the mouth.
  teeth: {
    roles: ["base", "bump"],
    params: {
      // x: exponent of the highlight. y: if not 0, its largest exponent, scaled by the normal map's
      // alpha. z: boost.
      TEETH_PHONG: NOTHING,
      // xyz: direction out of the mouth, in the model's space. w: how far the mouth is open, 0 to
      // 1.
      TEETH: NOTHING,
    },
    traits: ["modeled", "litAsFlagged", "forward"],
    rare: true,
    level: LEVEL_FRAMED,
    plain: "lit",
    label: "Teeth",
  },
  // Up to four textures, each blended over the previous ones by vertex weights.
  layers: {
    roles: ["base", "base2", "bump", "env", "bump2", "mask", "detail"],
    ownRoles: { base3: COLOR, base4: COLOR, bump3: DIRECTION, bump4: DIRECTION },
    params: {
      // One number per texture: luminance that counts as dark, and as bright, in any order.
      LAYER_LUM_START: NOTHING,
      LAYER_LUM_END: NOTHING,
      // xyz: second to fourth texture. `LAYER_START`, `LAYER_END`: vertex weights at which the
      // texture begins to cover those below, and covers them, in any order. `LAYER_LUM`: influence
      // of its luminance, against that of the texture below. `LAYER_BUMP`: strength of its normal
      // map; without one, of the normal map below.
      LAYER_START: NOTHING,
      LAYER_END: NOTHING,
      LAYER_LUM: NOTHING,
      LAYER_BUMP: NOTHING,
      // One number per texture: repeats along s and t, per repeat of the vertices' coordinates.
      LAYER_S: NOTHING,
      LAYER_T: NOTHING,
      // x: repeats per inch along the world's axes, or 0 if the vertices' coordinates are used.
      // yzw: strength of the detail texture on the second to fourth texture.
      LAYER_PLACES: NOTHING,
    },
    traits: ["layered"],
    rare: true,
    level: LEVEL_BUMPED,
    plain: "blend",
    label: "Lightmapped_4WayBlend",
  },
  // Models that sway in the wind.
  sway: {
    ...MODEL,
    params: {
      ...MODEL.params,
      // x: inches of the model's height. y: share of the height that stands still. z: inches of its
      // radius. w: share of the radius that stands still.
      SWAY_SIZE: NOTHING,
      // x: speed of the sway. y: its strength. z: waves of the leaves' flutter between neighbouring
      // leaves. w: strength of the flutter.
      SWAY_SPEED: NOTHING,
      // x: factor of the speed in high wind. y: exponent by which the flutter falls off towards the
      // parts that stand still. z: exponent by which the sway does. w: speed of the flutter.
      SWAY_CURVES: NOTHING,
      // x: wind above which the speed increases. y: wind that counts as high. zw: the wind along
      // the world's x and y.
      SWAY_WIND: NOTHING,
    },
    traits: ["modeled", "swaying", "timed"],
    label: "…, $treesway",
  },
  // Models with baked light per texel, or per direction for normal maps.
  baked: { ...MODEL, traits: ["modeled", "finelyLit"], label: "…, baked for texels" },
  // Pattern in the mean colour, for materials whose texture is missing: see `missing.ts`.
  missing: { roles: [], traits: ["patterned"], rare: true, label: "missing" },
  // Shaders Eyes and EyeRefract of models. Eyeballs are in model space; all numbers are 0 for meshes
  // without one.
  eyes: {
    // The normal map is the cornea's.
    roles: ["base", "bump", "env", "light_warp"],
    // The iris of Eyes. Ambient occlusion of EyeRefract, whose base texture contains the iris.
    ownRoles: { iris: PLAIN_COLOR },
    params: {
      // xyz: centre. w: radius in inches of the sphere that rays are cast against.
      EYE_ORIGIN: NOTHING,
      // xyz: iris repeats per inch to the right (`EYE_S`) and downwards (`EYE_T`). `EYE_S`.w:
      // dilation of the pupil. `EYE_T`.w: depth of the iris.
      EYE_S: NOTHING,
      EYE_T: NOTHING,
      // xyz: unit vector upwards. w: `EYE_PLAIN` or `EYE_REFRACTING`.
      EYE_UP: NOTHING,
      // x: glossiness. y: strength of the cornea's normal map. z: 1 if rays are cast, 2 if
      // fragments that they miss are discarded.
      EYE_CORNEA: NOTHING,
      // rgb: colour of light where the occlusion texture is black. w: for animated models, 1 + the
      // bone that moves the eyeball, whose rows are in the bind pose; 0 if the rows are in the
      // model's pose.
      EYE_OCCLUSION: NOTHING,
    },
    // Shader of the material: Eyes, EyeRefract.
    constants: { EYE_PLAIN: 0, EYE_REFRACTING: 1 },
    traits: ["modeled", "litByFragments", "eyeball"],
    rare: true,
    level: LEVEL_FRAMED,
    label: "Eyes, EyeRefract",
  },
  // Water whose waves follow a flow map.
  flow: {
    ...WATER,
    // Flow map: red is the flow along x, green against y.
    ownRoles: { flow: DIRECTION, flow_noise: FACTOR },
    params: {
      ...WATER.params,
      // x: repeats of the flow map per repeat of the normal map. y: repeats of the normal map per
      // inch. z: strength of the normal map. w: speed of time.
      FLOW: NOTHING,
      // x: seconds of half a cycle. y: distance of a cycle, in repeats. z: repeats of the noise per
      // inch.
      FLOW_TIME: NOTHING,
    },
    traits: [...WATER.traits, "flowing", "timed"],
    label: "Water, $flowmap",
  },
  "seamless-bumped": {
    ...SEAMLESS,
    roles: ["base", "base2", "bump", "env", "mask"],
    level: LEVEL_BUMPED,
    plain: "seamless",
    label: "…, seamless and bumped",
  },
  // Models with textures projected along the model's axes, or with `$tintmasktexture` or
  // `$decaltexture`.
  draped: {
    ...MODEL,
    ownRoles: {
      ...MODEL.ownRoles,
      // Drawn over the base texture, by the vertices' second coordinates.
      decal: PLAIN_COLOR,
      // Green: strength of the tints of the material and of its prop.
      tint_mask: DIRECTION,
    },
    params: {
      ...MODEL.params,
      // xyz: repeats of the base texture per inch of the model. w: repeats of the detail texture,
      // or 0 if it uses the vertices' coordinates.
      DRAPED: NOTHING,
      // x: `DECAL_*`.
      DECAL: NOTHING,
    },
    // `$decalblendmode`: alpha blending, product, twice the product, sum.
    constants: { DECAL_COVERS: 0, DECAL_MULTIPLIES: 1, DECAL_DOUBLES: 2, DECAL_ADDS: 3 },
    traits: ["modeled", "litAsFlagged", "mayBeAmbient", "ownSpace"],
  },
  // SolidEnergy: bridges, beams and fields of light.
  energy: {
    roles: ["base"],
    ownRoles: {
      energy_detail1: LIGHT,
      energy_detail2: PLAIN_COLOR,
      // Flow map: red is the flow along x, green along y.
      energy_flow: DIRECTION,
      // Offset of the cycle in time.
      energy_noise: FACTOR,
      // Red: distance of the flow. Green: amount. Blue: brightness.
      energy_bounds: AMOUNT,
    },
    params: {
      // Repeats per inch along the surface of the flow map (x), the flowing texture (y) and the
      // noise (z). w: cycles per second.
      ENERGY_FLOW: NOTHING,
      // rgb: colour of the flow, linear. w: distance of a cycle, in repeats.
      ENERGY_COLOR: NOTHING,
      // x, y: how the first and the second detail texture are combined with the base: `ENERGY_*`.
      // z: exponent of the crossfade between cycles. w: 1 if there is a flow map.
      ENERGY_HOW: NOTHING,
      // Texture coordinates of the detail textures.
      ENERGY_DETAIL1_S: ALONG_S,
      ENERGY_DETAIL1_T: ALONG_T,
      ENERGY_DETAIL2_S: ALONG_S,
      ENERGY_DETAIL2_T: ALONG_T,
    },
    constants: {
      // No detail texture.
      ENERGY_NONE: 0,
      // First detail texture: twice the product; the product where the base texture's alpha is low,
      // opaque, or with that alpha as opacity.
      ENERGY_TWICE: 1,
      ENERGY_MASKED: 2,
      ENERGY_MASKED_TOO: 3,
      // Second detail texture: added, masked by the first; multiplied.
      ENERGY_ADDED: 1,
      ENERGY_MULTIPLIED: 2,
    },
    traits: ["doubled", "flowCoord", "timed"],
    rare: true,
    level: LEVEL_FRAMED,
    plain: "lit",
  },
  // Four textures on displacements, blended by colours and weights of the vertices: see
  // `multiblend.ts`.
  multiblend: {
    roles: ["base", "base2"],
    ownRoles: {
      multi_base3: COLOR,
      multi_base4: COLOR,
      // Of the first to the third texture. Alpha: softness of its edge.
      multi_spec: DIRECTION,
      multi_spec2: DIRECTION,
      multi_spec3: DIRECTION,
    },
    // One number per texture: cosine and sine of its rotation, times its repeats per repeat of the
    // vertices' coordinates.
    params: { MULTI_COS: NOTHING, MULTI_SIN: NOTHING },
    traits: ["doubled", "vertexBlends"],
    rare: true,
    plain: "lit",
    label: "MultiBlend",
  },
  // Shadows of models, drawn as decals.
  shadow: { roles: ["base"], traits: ["modulating", "shadowing"], rare: true, label: "shadows" },
  // Lightmapped surfaces with rare features: borders between two layers, light warps, sums of normal
  // maps, highlights of the sun.
  wall: {
    roles: [
      ...["base", "base2", "bump", "bump2", "env", "mask", "detail", "blendmask", "light_warp"],
    ] as const,
    // Normal map that is added to the sum of two others. Alpha: strength of those.
    ownRoles: { bump_mask: DIRECTION },
    params: {
      // `$newlayerblending`. x: softness of the blend, -1 if the blend mask's red is its softness.
      // y: strength of the border. z: its offset. w: its softness.
      WALL_BLEND: [-1, 0, 0, 0],
      // rgb: tint of the border, linear.
      WALL_BORDER: NOTHING,
      // `$layeredgenormal`. x: strength of the normals along the border, negative if they point
      // inwards, 0 if off. y: offset. z: softness.
      WALL_EDGE: NOTHING,
      // First and second layer. rgb: tint of the base texture, linear. w: largest share of the
      // reflection that the normal map's alpha lets through.
      WALL_TINT: ONES,
      WALL_TINT2: ONES,
      // rgb: tint of the self-illumination by the base texture's alpha. w: 1 if the first two
      // normal maps are added.
      WALL_GLOW: [1, 1, 1, 0],
      // Texture coordinates of the two normal maps that are added.
      WALL_BUMP_S: ALONG_S,
      WALL_BUMP_T: ALONG_T,
      WALL_BUMP2_S: ALONG_S,
      WALL_BUMP2_T: ALONG_T,
      // Sun highlights. x, y: exponents of the first and the second layer. z, w: shares of the
      // layers' base colours that tint them.
      WALL_PHONG: NOTHING,
      // First and second layer. rgb: colour of the sun highlight. w: factor of it.
      WALL_PHONG_AMOUNT: NOTHING,
      WALL_PHONG_AMOUNT2: NOTHING,
      // x, y: exponent and factor of the luminance that masks the sun highlight of the first layer.
      // z, w: of the second.
      WALL_PHONG_MASK: NOTHING,
      // xyz: direction to the sun. w: `SHINES_*`.
      WALL_SUN: NOTHING,
    },
    // Sun highlights: none; unmasked; masked by the normal map's alpha; masked by the inverse of the
    // base texture's alpha.
    constants: { SHINES_NOT: 0, SHINES: 1, SHINES_BY_BUMP: 2, SHINES_BY_BASE: 3 },
    traits: ["doubled", "walled"],
    rare: true,
    level: LEVEL_BUMPED,
    plain: "blend",
  },
  // Placeholder of a missing model: faint, with soft edges.
  ghost: { roles: [], traits: ["distant"], rare: true, level: LEVEL_FRAMED },
  // `$distancealpha` of unlit surfaces and models: the alpha is the distance to an edge.
  distance: {
    roles: ["base", "detail"],
    params: {
      // x: distance at which a soft edge begins. y: at which it ends. z: 1 if the edge is soft. w:
      // 1 if the detail texture's alpha holds the distance.
      DISTANCE_EDGE: NOTHING,
      // Distances of the outline. x: outer start. y: outer end. z: inner end. w: inner start.
      DISTANCE_OUTLINE: NOTHING,
      // rgb: colour of the outline, linear. w: alpha.
      DISTANCE_OUTLINE_COLOR: NOTHING,
      // x: 1 if there is an outline. y: 1 if there is a glow. zw: offset of the glow in the
      // texture.
      DISTANCE_HOW: NOTHING,
      // rgb: colour of the glow, linear. w: alpha.
      DISTANCE_GLOW_COLOR: NOTHING,
      // xy: distances between which the glow fades in.
      DISTANCE_GLOW: NOTHING,
    },
    rare: true,
    level: LEVEL_BUMPED,
  },
  // `$emissiveblend` of models: light flows over them.
  emissive: {
    ...MODEL,
    ownRoles: {
      ...MODEL.ownRoles,
      // Colour of the glow, by the vertices' coordinates.
      emissive_base: PLAIN_COLOR,
      // Texture coordinates of the flowing texture, as red and green.
      emissive_flow: DIRECTION,
      // The flowing texture.
      emissive: LIGHT,
    },
    params: {
      ...MODEL.params,
      // xy: offset of the flowing texture.
      EMISSIVE_SCROLL: NOTHING,
      // rgb: tint of the light, times its strength.
      EMISSIVE_TINT: NOTHING,
    },
    traits: ["modeled", "litAsFlagged", "mayBeAmbient"],
  },
  // Infected of Left 4 Dead 2: the base texture selects colours from rows of a gradient.
  infected: {
    ...MODEL,
    // Rows of colours, for clothes above and for skin below.
    ownRoles: { ...MODEL.ownRoles, infected_gradient: PLAIN_COLOR },
    // Where the rows of clothes and of skin lie, along t.
    params: { ...MODEL.params, INFECTED_ROWS: NOTHING },
    traits: ["modeled", "litByFragments", "gradient"],
  },
  // Translucent UnlitGeneric with `$depthblend`: fades near the surface behind it.
  soft: {
    roles: ["base", "env", "mask", "detail"],
    // x: 1 / the inches in front of the surface behind at which it is not faded.
    params: { SOFT: [1 / 50, 0, 0, 0] },
    traits: ["soft"],
    rare: true,
    level: LEVEL_BUMPED,
    plain: "unlit",
    label: "UnlitGeneric, $depthblend",
  },
} as const satisfies Readonly<Record<string, FamilyRow>>;
