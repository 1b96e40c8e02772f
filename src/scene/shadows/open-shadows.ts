/** Builds the shadows of models for a load. The code is loaded with the first shadow. */

import { type BuiltGeometry, facesOf, type GeometryParts, withTextures } from "../open/geometry.ts";
import type { ContentAccess } from "../open/read-content.ts";
import type { BuiltProps } from "../props/props.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureBudget } from "../textures/texture-budget.ts";

/** Returns `null` if no model casts a shadow. */
export async function openShadows(
  parts: Omit<GeometryParts, "brushes">,
  { casters }: Pick<BuiltProps, "casters">,
  budget: TextureBudget,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltGeometry | null> {
  if (casters.entity.length === 0) return null;
  const { buildShadows } = await import("./shadows.ts");
  const world = { ...parts, faces: facesOf(parts) };
  const own = { ...options, textureBudgetBytes: budget.left };
  const built = await buildShadows(world, casters, parts.side, access, own);
  if (built === null) return null;
  const { shadows, textures } = built;
  return withTextures({ type: "shadows", shadows }, "shadows", shadows, textures, parts.start);
}
