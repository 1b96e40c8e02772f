/**
 * What textures are for. A material has at most one texture a role; whoever reads, budgets, streams,
 * uploads or marks textures goes over the roles and knows none of them.
 */

import type { TextureDimension } from "../core/image.ts";

/** Colours are stored gamma-encoded and read as linear light; data is read as it is stored. */
export type TextureSpace = "srgb" | "linear";

/**
 * What the shaders of a surface hand on to its fragments. A pipeline is of the highest level that one of the
 * roles it shows asks for, and nothing else pays for it.
 */
export const LEVEL_PLAIN = 0;
/** Where a fragment is, and where its surface faces. */
export const LEVEL_FRAMED = 1;
/** The frame that normal maps are in, and all that takes a texture more. */
export const LEVEL_BUMPED = 2;

/** Where on a surface a role's texture is read: a field of `SurfacePoint`, see `shaders/common/material/surface.wgsl`. */
export type RolePlace = "texCoord" | "maskCoord" | "detailCoord" | "blendCoord" | "mirrored";

export interface TextureRole {
  readonly name: string;
  readonly space: TextureSpace;
  readonly dimension: TextureDimension;
  /** What a shader reads until the texture is there; null: the material's own mean colour. */
  readonly standIn: readonly [number, number, number, number] | null;
  /** `LEVEL_*`: of pipelines that read it. */
  readonly level: number;
  readonly place: RolePlace;
}

/** Of models, which their family's shader reads wherever it needs them. */
const MODEL_ROLES = [
  // How sharp a highlight is, how much of it has the base's colour, nothing, how much of a rim is lit.
  "exponent",
  // Half of what a lamp gives, by how it is faced.
  "light_warp",
  // What is left of a highlight, by its strength and by how directly its surface faces the eye.
  "phong_warp",
  // How much glows by itself.
  "glow",
] as const;

/** By role. Shaders read one as `sample_<name>`, see `shaders/link/family-modules.ts`. */
export const TEXTURE_ROLES = [
  {
    ...{ name: "base", space: "srgb", dimension: "2d", standIn: null },
    ...{ level: LEVEL_PLAIN, place: "texCoord" },
  },
  {
    ...{ name: "base2", space: "srgb", dimension: "2d", standIn: null },
    ...{ level: LEVEL_PLAIN, place: "texCoord" },
  },
  // A normal along the surface's own, and how much is mirrored there.
  {
    ...{ name: "bump", space: "linear", dimension: "2d", standIn: [0.5, 0.5, 1, 1] },
    ...{ level: LEVEL_BUMPED, place: "texCoord" },
  },
  // What is around the surface: nothing to reflect until it is there.
  {
    ...{ name: "env", space: "srgb", dimension: "cube", standIn: [0, 0, 0, 1] },
    ...{ level: LEVEL_FRAMED, place: "mirrored" },
  },
  // Of a second base texture.
  {
    ...{ name: "bump2", space: "linear", dimension: "2d", standIn: [0.5, 0.5, 1, 1] },
    ...{ level: LEVEL_BUMPED, place: "texCoord" },
  },
  // How much is mirrored: nothing until it is there.
  {
    ...{ name: "mask", space: "linear", dimension: "2d", standIn: [0, 0, 0, 1] },
    ...{ level: LEVEL_BUMPED, place: "maskCoord" },
  },
  // What is seen of a surface from near: some of what it is combined with it are colours, see `detail-modes.ts`.
  {
    ...{ name: "detail", space: "linear", dimension: "2d", standIn: [0.5, 0.5, 0.5, 1] },
    ...{ level: LEVEL_BUMPED, place: "detailCoord" },
  },
  ...MODEL_ROLES.map(
    (name): TextureRole => ({
      ...{ name, space: "linear", dimension: "2d", standIn: [1, 1, 1, 1] },
      ...{ level: LEVEL_BUMPED, place: "texCoord" },
    }),
  ),
  // Where two textures meet: at which blend of the vertices, and how sharply.
  {
    ...{ name: "blendmask", space: "linear", dimension: "2d", standIn: [0.5, 0.5, 0.5, 1] },
    ...{ level: LEVEL_BUMPED, place: "blendCoord" },
  },
] as const satisfies readonly TextureRole[];

export const ROLE_COUNT = TEXTURE_ROLES.length;

export const ROLE_BASE = 0;
export const ROLE_BASE2 = 1;
export const ROLE_BUMP = 2;
export const ROLE_ENV = 3;
export const ROLE_BUMP2 = 4;
export const ROLE_MASK = 5;
export const ROLE_DETAIL = 6;
export const ROLE_EXPONENT = 7;
export const ROLE_LIGHT_WARP = 8;
export const ROLE_PHONG_WARP = 9;
export const ROLE_GLOW = 10;
export const ROLE_BLENDMASK = 11;

/** The level of pipelines that show roles, given as bits. */
export function levelOfRoles(roles: number): number {
  let level: number = LEVEL_PLAIN;
  for (let role = 0; role < ROLE_COUNT; role++) {
    if ((roles & (1 << role)) !== 0) level = Math.max(level, TEXTURE_ROLES[role].level);
  }
  return level;
}
