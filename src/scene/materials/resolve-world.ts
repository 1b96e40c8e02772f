/**
 * Resolves the world's materials, and writes what the map says of them: the direction to the sun,
 * and what a missing material is by its surface flags.
 */

import { SURF_TRANS, SURF_WARP } from "../../formats/bsp/layouts/surface-flags.ts";
import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import {
  MATERIAL_MISSING,
  MATERIAL_SEE_THROUGH,
  type MaterialSet,
  PASS_OPAQUE,
  PASS_REFRACTING,
  PASS_TRANSLUCENT,
} from "../../map/material.ts";
import { FAMILY, hasTrait, OWN_PARAM, restOwnParams } from "../../map/material-families.ts";
import { PARAM_NUMBERS } from "../../map/material-params.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger } from "../brushes/render-properties.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { againstLight } from "../placed/sun-entities.ts";
import { classOf } from "../start/entity-values.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { ReadRequest } from "../textures/textures.ts";
import { contentName } from "./content-name.ts";
import type { WorldMaterials } from "./material-names.ts";
import {
  type FoundMaterial,
  findMaterials,
  openMaterials,
  type ResolvedMaterials,
} from "./materials.ts";
import { warnOfNamelessFaces } from "./nameless-faces.ts";
import { listUnpatchedNames } from "./unpatched-names.ts";

/** Resolves materials like `resolveMaterials`, and warns about faces without a material's name. */
export async function resolveWorldMaterials(
  bsp: BspWorld,
  materials: Pick<WorldMaterials, "names" | "reflectivity">,
  access: ContentAccess,
  options: TextureOptions,
  distance?: ArrayLike<number>,
): Promise<ResolvedMaterials> {
  const found = await findWorldMaterials(bsp, materials, access, options);
  return openWorldMaterials({ bsp, found, ...materials }, access, options, distance);
}

/**
 * Reads the VMTs of the world's materials.
 * @param readTexture as for `findMaterials`
 */
export async function findWorldMaterials(
  bsp: BspWorld,
  { names }: Pick<WorldMaterials, "names">,
  access: ContentAccess,
  options: Pick<TextureOptions, "plainMaterials">,
  readTexture?: ReadRequest,
): Promise<FoundMaterial[]> {
  warnOfNamelessFaces(bsp, access.diagnostics);
  const wanted = names.map((name) => contentName(name, ".vmt"));
  return findMaterials(wanted.map(listUnpatchedNames), access, options, readTexture);
}

export interface FoundWorld extends Pick<WorldMaterials, "names" | "reflectivity"> {
  readonly bsp: BspWorld;
  readonly found: readonly FoundMaterial[];
  /** As for `openMaterials`. */
  readonly readTexture?: ReadRequest;
}

/** Opens the materials of `findWorldMaterials`, and their textures. */
export async function openWorldMaterials(
  { bsp, found, names, reflectivity, readTexture }: FoundWorld,
  access: ContentAccess,
  options: TextureOptions,
  distance?: ArrayLike<number>,
): Promise<ResolvedMaterials> {
  const opened = await openMaterials(found, reflectivity, access, options, distance, readTexture);
  const name = names.map((name) => contentName(name, ".vmt"));
  const resolved = { ...opened, materials: { ...opened.materials, name } };
  shineOnWalls(resolved.materials, bsp.entities);
  return resolved;
}

type Vector = readonly [number, number, number];

/**
 * Returns the direction to the sun of `env_cascade_light`, the only source of highlights on walls;
 * `null` if missing or disabled.
 */
function findCascadeLight(entities: readonly Entity[]): Vector | null {
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

/**
 * Linear reflectivity that vbsp writes for textures that it did not find, and for water. Missing
 * water with this grey gets a dark green-blue instead.
 */
const UNKNOWN_REFLECTIVITY = 0.2;
const MISSING_WATER_COLOR: readonly [number, number, number] = [0.1, 0.17, 0.19];
/** Transparent enough to show what is behind, opaque enough to be noticed. */
const MISSING_WATER_ALPHA = 0.6;
const MISSING_GLASS_ALPHA = 0.4;

/**
 * Makes missing materials of water and of translucent surfaces translucent: vbsp stores the kind in
 * each surface's flags. Changes the set in place.
 * @param surfaceFlags `SURF_*` bits that all faces of a material have, by material
 */
export function passMissingBySurface(materials: MaterialSet, surfaceFlags: Uint32Array): void {
  for (let material = 0; material < materials.count; material++) {
    const isMissing = (materials.flags[material] & MATERIAL_MISSING) !== 0;
    const isOpen =
      materials.pass[material] === PASS_OPAQUE || materials.pass[material] === PASS_REFRACTING;
    if (!isMissing || !isOpen) continue;
    const flags = surfaceFlags[material];
    if ((flags & SURF_WARP) !== 0) {
      materials.pass[material] = PASS_REFRACTING;
      materials.family[material] = FAMILY.water;
      restOwnParams(materials.params, material, FAMILY.water);
      materials.flags[material] |= MATERIAL_SEE_THROUGH;
      materials.alpha[material] = MISSING_WATER_ALPHA;
      const mean = materials.fallbackColor.subarray(material * 3, material * 3 + 3);
      const isKnown = mean.some((value) => Math.abs(value - UNKNOWN_REFLECTIVITY) > 1e-3);
      const color = isKnown ? mean : MISSING_WATER_COLOR;
      materials.tint.set(color, material * 3);
      materials.params.set(color, material * PARAM_NUMBERS + OWN_PARAM.WATER_FOG * 4);
    } else if ((flags & SURF_TRANS) !== 0) {
      materials.pass[material] = PASS_TRANSLUCENT;
      materials.alpha[material] = MISSING_GLASS_ALPHA;
    }
  }
}
