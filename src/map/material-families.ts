/**
 * The families of materials: what shades alike, with textures of the same roles. A family is read from
 * VMTs in `scene/materials/families` and shaded in `shaders/families`, by files of its name.
 */

import {
  LEVEL_BUMPED,
  LEVEL_FRAMED,
  ROLE_BASE,
  ROLE_BASE2,
  ROLE_BLENDMASK,
  ROLE_BUMP,
  ROLE_BUMP2,
  ROLE_DETAIL,
  ROLE_ENV,
  ROLE_EXPONENT,
  ROLE_GLOW,
  ROLE_LIGHT_WARP,
  ROLE_MASK,
  ROLE_PHONG_WARP,
} from "./texture-roles.ts";

export interface MaterialFamily {
  /** That of its shader: `shaders/families/<name>.wgsl`, or, of a rare one, `rare/<name>.wgsl` or `rare/models/<name>.wgsl` there. */
  readonly name: string;
  /** Rows of `TEXTURE_ROLES` that its shader reads. */
  readonly roles: readonly number[];
  /**
   * Few maps have it: its shaders are fetched by themselves, and are none of those of all families in one.
   * What blends of it is drawn by its own pipelines.
   */
  readonly rare?: boolean;
  /** `LEVEL_*`: of a rare one, what its surfaces hand on to its shader; others go by the roles that they show. */
  readonly level?: number;
  /** Its shader reads what was drawn behind it, see `PASS_REFRACTING`. */
  readonly refracts?: boolean;
}

export const FAMILY_FLAT = 0;
export const FAMILY_LIT = 1;
export const FAMILY_BLEND = 2;
export const FAMILY_WATER = 3;
export const FAMILY_REFRACT = 4;
export const FAMILY_UNLIT = 5;
export const FAMILY_MODULATE = 6;
export const FAMILY_TWO_TEXTURE = 7;
export const FAMILY_MODEL = 8;
export const FAMILY_SEAMLESS = 9;
export const FAMILY_PBR = 10;
export const FAMILY_TEETH = 11;
export const FAMILY_LAYERS = 12;
export const FAMILY_SWAY = 13;
export const FAMILY_BAKED = 14;
export const FAMILY_MISSING = 15;
export const FAMILY_EYES = 16;
export const FAMILY_FLOW = 17;
export const FAMILY_SEAMLESS_BUMPED = 18;
export const FAMILY_DRAPED = 19;
export const FAMILY_ENERGY = 20;
export const FAMILY_MULTIBLEND = 21;
export const FAMILY_SHADOW = 22;
export const FAMILY_WALL = 23;
export const FAMILY_GHOST = 24;
export const FAMILY_DISTANCE = 25;
export const FAMILY_EMISSIVE = 26;
export const FAMILY_INFECTED = 27;

const MODEL = {
  roles: [
    ...[ROLE_BASE, ROLE_BUMP, ROLE_ENV, ROLE_MASK, ROLE_DETAIL],
    ...[ROLE_EXPONENT, ROLE_LIGHT_WARP, ROLE_PHONG_WARP, ROLE_GLOW],
  ],
  rare: true,
  level: LEVEL_FRAMED,
} as const;

/** By family. */
export const MATERIAL_FAMILIES = [
  // In its mean colour: what has no texture, and what stands in for the others.
  { name: "flat", roles: [] },
  { name: "lit", roles: [ROLE_BASE, ROLE_BUMP, ROLE_ENV, ROLE_MASK, ROLE_DETAIL] },
  // Two textures, mixed by the vertices' blend.
  {
    name: "blend",
    roles: [
      ROLE_BASE,
      ROLE_BASE2,
      ROLE_BUMP,
      ROLE_BUMP2,
      ROLE_ENV,
      ROLE_MASK,
      ROLE_DETAIL,
      ROLE_BLENDMASK,
    ],
  },
  { name: "water", roles: [ROLE_BUMP, ROLE_ENV], rare: true, level: LEVEL_FRAMED, refracts: true },
  // The second texture tints.
  {
    name: "refract",
    roles: [ROLE_BASE2, ROLE_BUMP, ROLE_ENV],
    rare: true,
    level: LEVEL_FRAMED,
    refracts: true,
  },
  { name: "unlit", roles: [ROLE_BASE, ROLE_ENV, ROLE_MASK, ROLE_DETAIL] },
  // Multiplies what is behind it.
  { name: "modulate", roles: [ROLE_BASE], rare: true },
  // Two textures multiplied, each where its own transform says, and a monitor's picture of them.
  { name: "two-texture", roles: [ROLE_BASE, ROLE_BASE2], rare: true },
  // Of models: highlights, warped light, and what glows by more than the base texture's alpha.
  { name: "model", ...MODEL },
  // Laid over the world from its three axes.
  { name: "seamless", roles: [ROLE_BASE, ROLE_BASE2, ROLE_ENV], rare: true, level: LEVEL_FRAMED },
  // The community's: the mask says metalness, roughness, occlusion; the second texture is what glows.
  {
    name: "pbr",
    roles: [ROLE_BASE, ROLE_BASE2, ROLE_BUMP, ROLE_ENV, ROLE_MASK],
    rare: true,
    level: LEVEL_BUMPED,
  },
  // Of models: the darker, the less a tooth faces out of the mouth.
  { name: "teeth", roles: [ROLE_BASE, ROLE_BUMP], rare: true, level: LEVEL_FRAMED },
  // Up to four textures over each other, by weights of the vertices: `families/layers.ts` says which.
  {
    name: "layers",
    roles: [
      ...[ROLE_BASE, ROLE_BASE2, ROLE_BUMP, ROLE_ENV, ROLE_BUMP2, ROLE_MASK, ROLE_DETAIL],
      ...[ROLE_EXPONENT, ROLE_LIGHT_WARP, ROLE_PHONG_WARP, ROLE_GLOW],
    ],
    rare: true,
    level: LEVEL_BUMPED,
  },
  // Of models: swaying in the wind.
  { name: "sway", ...MODEL },
  // Of models: with light that is baked for their texels, or by direction for their bumps.
  { name: "baked", ...MODEL },
  // A pattern in its mean colour: what is known to have no texture.
  { name: "missing", roles: [], rare: true },
  // Of models: `families/eyes.ts` says what its textures are.
  {
    name: "eyes",
    roles: [ROLE_BASE, ROLE_BASE2, ROLE_BUMP, ROLE_ENV, ROLE_LIGHT_WARP],
    rare: true,
    level: LEVEL_FRAMED,
  },
  // Water whose waves go where a map says: `families/flow.ts` says which.
  {
    name: "flow",
    roles: [ROLE_BUMP, ROLE_ENV, ROLE_EXPONENT, ROLE_GLOW],
    rare: true,
    level: LEVEL_FRAMED,
    refracts: true,
  },
  {
    name: "seamless-bumped",
    roles: [ROLE_BASE, ROLE_BASE2, ROLE_BUMP, ROLE_ENV, ROLE_MASK],
    rare: true,
    level: LEVEL_BUMPED,
  },
  // Of models: laid over them from their own axes, or painted, see `families/draped.ts` and `families/painted.ts`.
  { ...MODEL, name: "draped", roles: [...MODEL.roles, ROLE_BASE2, ROLE_BUMP2] },
  // Of light: `families/energy.ts` says what its textures are.
  {
    name: "energy",
    roles: [ROLE_BASE, ROLE_BASE2, ROLE_BUMP, ROLE_MASK, ROLE_EXPONENT, ROLE_GLOW],
    rare: true,
    level: LEVEL_FRAMED,
  },
  // `families/multiblend.ts` says what its textures are, and what its vertices say.
  {
    name: "multiblend",
    roles: [
      ...[ROLE_BASE, ROLE_BASE2, ROLE_BUMP, ROLE_BUMP2],
      ...[ROLE_EXPONENT, ROLE_LIGHT_WARP, ROLE_PHONG_WARP],
    ],
    rare: true,
  },
  // Of decals: the shadows of models.
  { name: "shadow", roles: [ROLE_BASE], rare: true },
  // Lightmapped surfaces with rare parameters: `families/wall.ts` says which.
  {
    name: "wall",
    roles: [
      ...[ROLE_BASE, ROLE_BASE2, ROLE_BUMP, ROLE_BUMP2, ROLE_ENV, ROLE_MASK, ROLE_DETAIL],
      ...[ROLE_BLENDMASK, ROLE_LIGHT_WARP, ROLE_PHONG_WARP],
    ],
    rare: true,
    level: LEVEL_BUMPED,
  },
  // The placeholder of a missing model: faint, with soft edges.
  { name: "ghost", roles: [], rare: true, level: LEVEL_FRAMED },
  // Whose alpha holds the distance to an edge.
  { name: "distance", roles: [ROLE_BASE, ROLE_DETAIL], rare: true, level: LEVEL_BUMPED },
  // Of models: with light that flows over them. `families/emissive.ts` says what its textures are.
  { ...MODEL, name: "emissive", roles: [...MODEL.roles, ROLE_BASE2, ROLE_BUMP2, ROLE_BLENDMASK] },
  // Of models: coloured by rows of a second texture.
  { ...MODEL, name: "infected", roles: [...MODEL.roles, ROLE_BASE2] },
] as const satisfies readonly MaterialFamily[];

export const isWaterFamily = (family: number) => family === FAMILY_WATER || family === FAMILY_FLOW;

export function isRefractingFamily(family: number): boolean {
  return (MATERIAL_FAMILIES[family] as MaterialFamily | undefined)?.refracts === true;
}

export function isRareFamily(family: number): boolean {
  return (MATERIAL_FAMILIES[family] as MaterialFamily | undefined)?.rare === true;
}
