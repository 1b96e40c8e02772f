/**
 * What textures are for. A material has at most one texture a role; whoever reads, budgets, streams,
 * uploads or marks textures goes over the roles and knows none of them.
 */

import type { TextureDimension } from "../core/image.ts";

/** Colours are stored gamma-encoded and read as linear light; data is read as it is stored. */
export type TextureSpace = "srgb" | "linear";

export interface TextureRole {
  readonly name: string;
  readonly space: TextureSpace;
  readonly dimension: TextureDimension;
  /** What a shader reads until the texture is there; null: the material's own mean colour. */
  readonly standIn: readonly [number, number, number, number] | null;
  /** Read only by pipelines whose fragments know where they are and where their surface faces. */
  readonly framed: boolean;
}

/** By role. Shaders read one as `sample_<name>`, see `shaders/link-plugin.ts`. */
export const TEXTURE_ROLES = [
  { name: "base", space: "srgb", dimension: "2d", standIn: null, framed: false },
  { name: "base2", space: "srgb", dimension: "2d", standIn: null, framed: false },
  // A normal along the surface's own.
  { name: "bump", space: "linear", dimension: "2d", standIn: [0.5, 0.5, 1, 1], framed: false },
  // What is around the surface: nothing to reflect until it is there.
  { name: "env", space: "srgb", dimension: "cube", standIn: [0, 0, 0, 1], framed: true },
] as const satisfies readonly TextureRole[];

export const ROLE_COUNT = TEXTURE_ROLES.length;

export const ROLE_BASE = 0;
export const ROLE_BASE2 = 1;
export const ROLE_BUMP = 2;
export const ROLE_ENV = 3;
