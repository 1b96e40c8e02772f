/**
 * Roles of textures. A material has at most one texture a role. Reading, budget, streaming, upload and marks go over
 * the roles of a material's family and know none of them. The roles here are shared: every family may have them, each
 * always in the same slot. A family's own roles are declared in its row (`families/family-rows.ts`).
 */

import type { TextureDimension } from "../core/image.ts";

/** Colours are stored gamma-encoded and read as linear light; data is read as it is stored. */
export type TextureSpace = "srgb" | "linear";

/**
 * Levels of what the vertex shader of a surface passes to its fragments. A pipeline has the highest level of the roles it shows,
 * so that no pipeline pays for more.
 */
export const LEVEL_PLAIN = 0;
/** Position and normal of a fragment. */
export const LEVEL_FRAMED = 1;
/** Tangents for normal maps, and every role beyond the base textures. */
export const LEVEL_BUMPED = 2;

/** Field of `SurfacePoint` with a role's texture coordinates, see `shaders/common/material/surface.wgsl`. */
export type RolePlace = "texCoord" | "maskCoord" | "detailCoord" | "blendCoord" | "mirrored";

export interface TextureRole {
  /** Shaders read the role as `sample_<name>`, see `shaders/link/family-modules.ts`. */
  readonly name: string;
  readonly space: TextureSpace;
  readonly dimension: TextureDimension;
  /** Texel until the texture is there; null for the material's mean colour. */
  readonly standIn: readonly [number, number, number, number] | null;
  /** `LEVEL_*` of pipelines that read it. */
  readonly level: number;
  readonly place: RolePlace;
}

/** By slot. */
export const TEXTURE_ROLES = [
  {
    ...{ name: "base", space: "srgb", dimension: "2d", standIn: null },
    ...{ level: LEVEL_PLAIN, place: "texCoord" },
  },
  {
    ...{ name: "base2", space: "srgb", dimension: "2d", standIn: null },
    ...{ level: LEVEL_PLAIN, place: "texCoord" },
  },
  // Normals in tangent space. Alpha: how much is mirrored.
  {
    ...{ name: "bump", space: "linear", dimension: "2d", standIn: [0.5, 0.5, 1, 1] },
    ...{ level: LEVEL_BUMPED, place: "texCoord" },
  },
  // The cubemap. Nothing is mirrored until it is there.
  {
    ...{ name: "env", space: "srgb", dimension: "cube", standIn: [0, 0, 0, 1] },
    ...{ level: LEVEL_FRAMED, place: "mirrored" },
  },
  // Normals of the second base texture.
  {
    ...{ name: "bump2", space: "linear", dimension: "2d", standIn: [0.5, 0.5, 1, 1] },
    ...{ level: LEVEL_BUMPED, place: "texCoord" },
  },
  // Share of the cubemap that is mirrored; 0 until the texture is there.
  {
    ...{ name: "mask", space: "linear", dimension: "2d", standIn: [0, 0, 0, 1] },
    ...{ level: LEVEL_BUMPED, place: "maskCoord" },
  },
  // The detail texture. Some of the modes it is combined by (`detail-modes.ts`) read it as colours.
  {
    ...{ name: "detail", space: "linear", dimension: "2d", standIn: [0.5, 0.5, 0.5, 1] },
    ...{ level: LEVEL_BUMPED, place: "detailCoord" },
  },
  // Where two textures meet: green at which blend of the vertices, red how softly.
  {
    ...{ name: "blendmask", space: "linear", dimension: "2d", standIn: [0.5, 0.5, 0.5, 1] },
    ...{ level: LEVEL_BUMPED, place: "blendCoord" },
  },
  // Half of a lamp's light, by how directly the surface faces it.
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

/** Slots of a material. Those after the shared roles hold its family's own. A bit each fits the lower half of a word. */
export const ROLE_COUNT = 16;

/** The level of pipelines that show shared roles, given as bits. */
export function levelOfRoles(roles: number): number {
  let level: number = LEVEL_PLAIN;
  for (let role = 0; role < SHARED_ROLE_COUNT; role++) {
    if ((roles & (1 << role)) !== 0) level = Math.max(level, TEXTURE_ROLES[role].level);
  }
  return level;
}
