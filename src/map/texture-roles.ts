/**
 * Roles of textures. A material has at most one texture a role. Reading, budget, streaming, upload
 * and marks loop over the roles of a material's family and treat all alike. The roles here are
 * shared: every family may use them, each in a fixed slot. Roles of a single family are declared in
 * its row (`families/family-rows.ts`).
 */

import type { TextureDimension } from "../core/image.ts";

/** Colours are gamma-encoded and decoded to linear light. Data is read unchanged. */
export type TextureSpace = "srgb" | "linear";

/**
 * Levels of vertex shader outputs. A pipeline has the highest level of the roles it shows, so that
 * no pipeline computes outputs it does not use.
 */
export const LEVEL_PLAIN = 0;
/** Position and normal of a fragment. */
export const LEVEL_FRAMED = 1;
/** Tangents for normal maps, and every role beyond the base textures. */
export const LEVEL_BUMPED = 2;

/**
 * Field of `SurfacePoint` with a role's texture coordinates, see
 * `shaders/common/material/surface.wgsl`.
 */
export type RolePlace = "texCoord" | "maskCoord" | "detailCoord" | "blendCoord" | "mirrored";

export interface TextureRole {
  /** Shaders read the role as `sample_<name>`, see `shaders/link/family-modules.ts`. */
  readonly name: string;
  readonly space: TextureSpace;
  readonly dimension: TextureDimension;
  /** Placeholder texel while the texture loads; `null` for the material's mean colour. */
  readonly standIn: readonly [number, number, number, number] | null;
  /** `LEVEL_*` that pipelines with this role need. */
  readonly level: number;
  readonly place: RolePlace;
}

/** Shared roles by slot. */
export const TEXTURE_ROLES = [
  {
    ...{ name: "base", space: "srgb", dimension: "2d", standIn: null },
    ...{ level: LEVEL_PLAIN, place: "texCoord" },
  },
  {
    ...{ name: "base2", space: "srgb", dimension: "2d", standIn: null },
    ...{ level: LEVEL_PLAIN, place: "texCoord" },
  },
  // Normals in tangent space. Alpha is the reflectivity.
  {
    ...{ name: "bump", space: "linear", dimension: "2d", standIn: [0.5, 0.5, 1, 1] },
    ...{ level: LEVEL_BUMPED, place: "texCoord" },
  },
  // The cubemap. Nothing is reflected until it is loaded.
  {
    ...{ name: "env", space: "srgb", dimension: "cube", standIn: [0, 0, 0, 1] },
    ...{ level: LEVEL_FRAMED, place: "mirrored" },
  },
  // Normals of the second base texture.
  {
    ...{ name: "bump2", space: "linear", dimension: "2d", standIn: [0.5, 0.5, 1, 1] },
    ...{ level: LEVEL_BUMPED, place: "texCoord" },
  },
  // Reflection mask; 0 until the texture is loaded.
  {
    ...{ name: "mask", space: "linear", dimension: "2d", standIn: [0, 0, 0, 1] },
    ...{ level: LEVEL_BUMPED, place: "maskCoord" },
  },
  // The detail texture. Some combine modes (`detail-modes.ts`) decode it as colours.
  {
    ...{ name: "detail", space: "linear", dimension: "2d", standIn: [0.5, 0.5, 0.5, 1] },
    ...{ level: LEVEL_BUMPED, place: "detailCoord" },
  },
  // Border between two textures: green is the vertex blend at the border, red its softness.
  {
    ...{ name: "blendmask", space: "linear", dimension: "2d", standIn: [0.5, 0.5, 0.5, 1] },
    ...{ level: LEVEL_BUMPED, place: "blendCoord" },
  },
  // Half of a lamp's light, by the angle between surface and lamp.
  {
    ...{ name: "light_warp", space: "linear", dimension: "2d", standIn: [1, 1, 1, 1] },
    ...{ level: LEVEL_BUMPED, place: "texCoord" },
  },
] as const satisfies readonly TextureRole[];

export type SharedRoleName = (typeof TEXTURE_ROLES)[number]["name"];

export const ROLE_BASE = 0;
export const ROLE_BASE2 = 1;
export const ROLE_BUMP = 2;
export const ROLE_ENV = 3;
export const ROLE_BUMP2 = 4;
export const ROLE_MASK = 5;
export const ROLE_DETAIL = 6;
export const ROLE_BLENDMASK = 7;
export const ROLE_LIGHT_WARP = 8;

export const SHARED_ROLE_COUNT = TEXTURE_ROLES.length;

/**
 * Number of slots of a material. Slots after the shared roles hold its family's own roles. A bit
 * each must fit the lower half of a word.
 */
export const ROLE_COUNT = 16;

/** Returns the level of pipelines that show the given shared roles, one bit each. */
export function levelOfRoles(roles: number): number {
  let level: number = LEVEL_PLAIN;
  for (let role = 0; role < SHARED_ROLE_COUNT; role++) {
    if ((roles & (1 << role)) !== 0) level = Math.max(level, TEXTURE_ROLES[role].level);
  }
  return level;
}
