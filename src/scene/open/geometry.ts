/** Builds the kinds of geometry beside the world and the props. */

import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspDetails, BspWorld } from "../../formats/bsp/types.ts";
import type { LightSideName, MapScene, MaterialSet, TextureOwner } from "../../map/types.ts";
import { createTrace } from "../../visibility/trace.ts";
import type { ModelPlacement } from "../brushes/brush-models.ts";
import { buildCollision } from "../collision/collision.ts";
import { buildDecals } from "../decals/decals.ts";
import { buildDetails } from "../details/details.ts";
import type { WorldMaterials } from "../materials/material-names.ts";
import { buildBeams } from "../placed/beams.ts";
import { buildRopes } from "../placed/ropes.ts";
import { buildSprites } from "../placed/sprites.ts";
import type { BuiltProps } from "../props/props.ts";
import { classOf } from "../start/entity-values.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import { type TextureBudget, texturesByteLength } from "../textures/texture-budget.ts";
import { copyPlaces } from "../textures/texture-places.ts";
import type { StreamedSet } from "../textures/texture-stream.ts";
import type { TextureFiles } from "../textures/textures.ts";
import type { GeometryEvent } from "./events.ts";
import type { ContentAccess } from "./read-content.ts";

/** Parts of a map that geometry is built from. */
export interface GeometryParts extends Pick<MapScene, "tree"> {
  readonly bsp: BspWorld & BspDetails;
  /** Light that the map is shown in now. */
  readonly side: LightSideName | null;
  /** Materials that the world was built with. */
  readonly materials: WorldMaterials;
  readonly placements: readonly ModelPlacement[];
  readonly brushes: Brushes;
  /** Name of the map, without folder and extension. */
  readonly name: string;
}

export interface BuiltGeometry {
  readonly event: GeometryEvent;
  /** Textures still to be streamed. */
  readonly textures: StreamedSet;
  /** GPU bytes of those textures. */
  readonly texturesByteLength: number;
}

/** Resolves to `null` if the map has none, or if it is left out with a warning. */
type BuildGeometry = (
  parts: GeometryParts,
  access: ContentAccess,
  options: TextureOptions,
) => Promise<BuiltGeometry | null>;

/** Builders, in the order in which their geometry is shown. */
export const GEOMETRY_BUILDERS: readonly BuildGeometry[] = [
  buildDetailGeometry,
  buildDecalGeometry,
  buildRopeGeometry,
  buildSpriteGeometry,
  buildBeamGeometry,
  buildEmitterGeometry,
  buildSystemGeometry,
];

async function buildDetailGeometry(
  { bsp, side, tree }: GeometryParts,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltGeometry | null> {
  const built = await buildDetails(bsp, side, tree, access, options);
  if (built === null) return null;
  const { details, textures } = built;
  return withTextures({ type: "detailprops", details }, "details", details, textures);
}

async function buildRopeGeometry(
  { bsp, tree, side }: GeometryParts,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltGeometry | null> {
  const built = await buildRopes(bsp, tree, side, access, options);
  if (built === null) return null;
  const { ropes, textures } = built;
  return withTextures({ type: "ropes", ropes }, "ropes", ropes, textures);
}

async function buildSpriteGeometry(
  { bsp, tree, side, brushes, placements }: GeometryParts,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltGeometry | null> {
  // The load's own collision was transferred with its event.
  const openTrace = () => createTrace(tree, buildCollision(bsp, brushes, placements), true);
  const built = await buildSprites(bsp, tree, side === "hdr", access, { ...options, openTrace });
  if (built === null) return null;
  const { sprites, textures } = built;
  return withTextures({ type: "sprites", sprites }, "sprites", sprites, textures);
}

async function buildBeamGeometry(
  { bsp, tree, side, brushes, placements }: GeometryParts,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltGeometry | null> {
  const openTrace = () => createTrace(tree, buildCollision(bsp, brushes, placements), true);
  const built = await buildBeams(bsp, tree, side === "hdr", access, { ...options, openTrace });
  if (built === null) return null;
  const { beams, textures } = built;
  return withTextures({ type: "beams", beams }, "beams", beams, textures);
}

/** Classes that `src/particles` reads. */
const HAS_PARTICLES =
  /^(?:env_(?:smokestack|steam|steamjet|smoketrail|spark|embers|fire)|func_(?:dustmotes|dustcloud|smokevolume|precipitation))$/;

/** Classes that play particle systems of PCF files. */
const HAS_SYSTEMS = /^(?:info_particle_system|env_fire)$/;

async function buildSystemGeometry(
  { bsp, tree, name, brushes, placements }: GeometryParts,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltGeometry | null> {
  if (!bsp.entities.some((entity) => HAS_SYSTEMS.test(classOf(entity)))) return null;
  const { buildParticleSystems } = await import("../placed/particle-systems.ts");
  const openTrace = () => createTrace(tree, buildCollision(bsp, brushes, placements), true);
  const traced = { ...options, openTrace };
  const built = await buildParticleSystems(bsp, tree, name, access, traced);
  if (built === null) return null;
  const { particles, placed, textures } = built;
  return withTextures({ type: "particles", particles, placed }, "particles", particles, textures);
}

async function buildEmitterGeometry(
  { bsp, tree, side, name, brushes, placements }: GeometryParts,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltGeometry | null> {
  if (!bsp.entities.some((entity) => HAS_PARTICLES.test(classOf(entity)))) return null;
  const { buildEmitters } = await import("../placed/emitters.ts");
  const openTrace = () => createTrace(tree, buildCollision(bsp, brushes, placements), true);
  const traced = { ...options, openTrace, mapName: name };
  const built = await buildEmitters(bsp, tree, side, access, traced);
  if (built === null) return null;
  const { emitters, textures } = built;
  return withTextures({ type: "emitters", emitters }, "emitters", emitters, textures);
}

/** Returns the faces that are drawn in a light. */
export function facesOf({ bsp, side }: Pick<GeometryParts, "bsp" | "side">) {
  return ((side === null ? null : bsp[side]) ?? bsp).faces;
}

async function buildDecalGeometry(
  parts: GeometryParts,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltGeometry | null> {
  const built = await buildDecals({ ...parts, faces: facesOf(parts) }, access, options);
  if (built === null) return null;
  const { decals, textures } = built;
  return withTextures({ type: "decals", decals }, "decals", decals, textures);
}

/** @param set drawn chunks and their materials */
export function withTextures(
  event: GeometryEvent,
  owner: TextureOwner,
  set: { readonly chunks: MapScene["chunks"]; readonly materials: MaterialSet },
  files: TextureFiles,
): BuiltGeometry {
  const { chunks, materials } = set;
  return {
    event,
    textures: { owner, files, places: copyPlaces(materials, chunks) },
    texturesByteLength: texturesByteLength(materials.textures.arrays),
  };
}

/**
 * Builds the shadows of models; `null` if none casts one. The code is loaded with the first
 * shadow.
 */
export async function openShadows(
  parts: Omit<GeometryParts, "brushes">,
  { casters }: Pick<BuiltProps, "casters">,
  budget: TextureBudget,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltGeometry | null> {
  if (casters.entity.length === 0) return null;
  const { buildShadows } = await import("../shadows/shadows.ts");
  const world = { ...parts, faces: facesOf(parts) };
  const own = { ...options, textureBudgetBytes: budget.left };
  const built = await buildShadows(world, casters, parts.side, access, own);
  if (built === null) return null;
  const { shadows, textures } = built;
  return withTextures({ type: "shadows", shadows }, "shadows", shadows, textures);
}
