/** Resolves the world's materials, and writes the direction to the sun into them. */

import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import type { MaterialSet } from "../../map/material.ts";
import { hasTrait, OWN_PARAM } from "../../map/material-families.ts";
import { PARAM_NUMBERS } from "../../map/material-params.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger } from "../brushes/render-properties.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { againstLight } from "../sprites/sun-entities.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { WorldMaterials } from "./material-names.ts";
import { type ResolvedMaterials, resolveMaterials } from "./materials.ts";
import { warnOfNamelessFaces } from "./nameless-faces.ts";

/** Resolves materials like `resolveMaterials`, and warns about faces without a material's name. */
export async function resolveWorldMaterials(
  bsp: BspWorld,
  { names, reflectivity }: Pick<WorldMaterials, "names" | "reflectivity">,
  access: ContentAccess,
  options: TextureOptions,
  distance?: ArrayLike<number>,
): Promise<ResolvedMaterials> {
  warnOfNamelessFaces(bsp, access.diagnostics);
  const resolved = await resolveMaterials(names, reflectivity, access, options, distance);
  shineOnWalls(resolved.materials, bsp.entities);
  return resolved;
}

type Vector = readonly [number, number, number];

/**
 * Returns the direction to the sun of `env_cascade_light`, the only source of highlights on walls;
 * `null` if missing or disabled.
 */
function findCascadeLight(entities: readonly Entity[]): Vector | null {
  const classOf = (entity: Entity) => entity.get("classname")?.toLowerCase();
  const cascade = entities.find((entity) => classOf(entity) === "env_cascade_light");
  if (cascade === undefined || parseInteger(cascade.get("startdisabled")) !== 0) return null;
  const environment = entities.find((entity) => classOf(entity) === "light_environment");
  const isOwn = parseInteger(cascade.get("uselightenvangles") ?? "1") === 0;
  if (!isOwn && environment !== undefined) return againstLight(environment);
  const [pitch, yaw] = parseVector(cascade.get("angles") ?? "").map((c) => (c * Math.PI) / 180);
  const across = Math.cos(pitch);
  return [-across * Math.cos(yaw), -across * Math.sin(yaw), Math.sin(pitch)];
}

const isShining = (family: number) => hasTrait(family, "walled");

/**
 * Writes the direction to the sun into materials with highlights from it. Without a sun they have
 * none.
 */
export function shineOnWalls(set: MaterialSet, entities: readonly Entity[]): void {
  if (!set.family.some(isShining)) return;
  const sun = findCascadeLight(entities);
  for (const [material, family] of set.family.entries()) {
    if (!isShining(family)) continue;
    const at = material * PARAM_NUMBERS + OWN_PARAM.WALL_SUN * 4;
    const kind = set.params[at + 3];
    set.params.set(sun === null ? [0, 0, 0, 0] : [...sun, kind], at);
  }
}
