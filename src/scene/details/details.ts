/** Builds a map's detail sprites, and the material that all of them share. */

import { DETAIL_PROP_TYPE_MODEL } from "../../formats/bsp/records/detail-props.ts";
import type { BspDetails, BspWorld } from "../../formats/bsp/types.ts";
import type { DetailSet } from "../../map/details.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import {
  MATERIAL_NO_CULL,
  type MaterialSet,
  PASS_ALPHA_TEST,
  PASS_MODULATE,
  PASS_NONE,
} from "../../map/material.ts";
import { ROLE_BASE } from "../../map/texture-roles.ts";
import type { LeafTree } from "../../map/tree.ts";
import { resolveMaterials } from "../materials/materials.ts";
import { type ContentAccess, leaveOutTooLarge } from "../open/read-content.ts";
import { showTufts } from "../stand-in/missing-tufts.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureFiles } from "../textures/textures.ts";
import { readDetailFade } from "./detail-fade.ts";
import { buildDetailQuads } from "./detail-quads.ts";
import { buildDetailStyles, countDetailLights } from "./detail-styles.ts";

const DPRP = "game lump dprp";
/** Used if worldspawn has no `detailmaterial`. */
const DEFAULT_MATERIAL = "detail/detailsprites";
/**
 * Alpha test reference for translucent materials. It is low because mipmaps of thin blades have
 * little alpha.
 */
const BLENDED_REFERENCE = 0.3;

export interface BuiltDetails {
  readonly details: DetailSet;
  /** Textures of `details.materials.textures`, not yet streamed. */
  readonly textures: TextureFiles;
}

/**
 * Builds the detail sprites. Returns `null` if the map has none, or, with a warning, if they exceed
 * the budget. Detail models are drawn like static props (`scene/props`).
 * @param side the light that the map is shown in
 */
export async function buildDetails(
  bsp: Pick<BspWorld & BspDetails, "detailProps" | "detailLights" | "entities">,
  side: LightSideName | null,
  tree: LeafTree,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltDetails | null> {
  const { detailProps: props, detailLights: lights, entities } = bsp;
  if (props === null) return null;
  if (props.objects.type.every((type) => type === DETAIL_PROP_TYPE_MODEL)) return null;
  return leaveOutTooLarge(access, DPRP, async () => {
    access.ledger.take("materials", 1, DPRP);
    const name = entities[0]?.get("detailmaterial") || DEFAULT_MATERIAL;
    const { materials, textures } = await resolveMaterials([name], null, access, options);
    const lightCount = countDetailLights(props, lights, access.diagnostics);
    const aspect = aspectOf(name, materials);
    const quads = buildDetailQuads(props, tree, lightCount, aspect, access.ledger);
    cutOut(materials);
    showTufts({ ...quads, materials });
    const styles = buildDetailStyles(lights, side);
    const fade = readDetailFade(entities);
    return { details: { ...quads, materials, styles, fade }, textures };
  });
}

/**
 * Returns width over height of a sheet that is wider than high, else 1. Its sprites were laid out
 * on a square sheet. The engine does this for its own default sheet only.
 */
function aspectOf(name: string, { roleTexture, textures }: MaterialSet): number {
  const base = roleTexture[ROLE_BASE];
  if (name.toLowerCase() !== DEFAULT_MATERIAL || base < 0) return 1;
  const { width, height } = textures.arrays[textures.array[base]];
  return Math.max(width / height, 1);
}

/**
 * Makes the materials alpha-tested instead of translucent: thousands of sprites are not sorted.
 * Changes the set in place.
 */
function cutOut(materials: MaterialSet): void {
  const { pass, flags, alphaTestReference } = materials;
  for (let material = 0; material < materials.count; material++) {
    // A multiplying material would become a grey rectangle.
    if (pass[material] === PASS_MODULATE) pass[material] = PASS_NONE;
    if (pass[material] === PASS_NONE) continue;
    if (pass[material] !== PASS_ALPHA_TEST) alphaTestReference[material] = BLENDED_REFERENCE;
    pass[material] = PASS_ALPHA_TEST;
    flags[material] |= MATERIAL_NO_CULL;
  }
}
