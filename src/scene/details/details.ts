/** What the ground is overgrown with: the map's detail sprites, and the material that all of them have. */

import { DETAIL_PROP_TYPE_MODEL } from "../../formats/bsp/layouts/detail-prop-layouts.ts";
import type { DetailProps } from "../../formats/bsp/types.ts";
import type { DetailSet } from "../../map/details.ts";
import {
  MATERIAL_NO_CULL,
  type MaterialSet,
  PASS_ALPHA_TEST,
  PASS_MODULATE,
  PASS_NONE,
} from "../../map/material.ts";
import type { LeafTree } from "../../map/tree.ts";
import { resolveMaterials } from "../materials/materials.ts";
import { type ContentAccess, leaveOutTooLarge } from "../open/read-content.ts";
import { gridMissingOfProps } from "../stand-in/missing-grid.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureFiles } from "../textures/textures.ts";
import { buildDetailQuads } from "./detail-quads.ts";

const DPRP = "game lump dprp";
/** Where worldspawn's `detailmaterial` names none. */
const DEFAULT_MATERIAL = "detail/detailsprites";
/**
 * Of a material that blends, the alpha from which a texel is drawn: low, as the mips of thin blades have
 * little of it.
 */
const BLENDED_REFERENCE = 0.3;

export interface BuiltDetails {
  readonly details: DetailSet;
  /** The textures that `details.materials.textures` lists, still to be streamed. */
  readonly textures: TextureFiles;
}

/**
 * The map's detail sprites; null where there is nothing to show, or, with a warning, where they would cost
 * more than they may. Detail models are left out, with a warning.
 * @param materialName worldspawn's `detailmaterial`
 */
export async function buildDetails(
  props: DetailProps | null,
  materialName: string | undefined,
  tree: LeafTree,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltDetails | null> {
  if (props === null) return null;
  const { type, count } = props.objects;
  const models = type.reduce((sum, value) => sum + (value === DETAIL_PROP_TYPE_MODEL ? 1 : 0), 0);
  if (models > 0) {
    const message = `${models} of ${count} detail props are models, which are not drawn.`;
    access.diagnostics.warn("not-drawn", DPRP, message);
  }
  if (models === count) return null;
  return leaveOutTooLarge(access, DPRP, async () => {
    access.ledger.take("materials", 1, DPRP);
    const quads = buildDetailQuads(props, tree, access.ledger);
    const name = materialName || DEFAULT_MATERIAL;
    const { materials, textures } = await resolveMaterials([name], null, access, options);
    cutOut(materials);
    gridMissingOfProps(materials);
    return { details: { ...quads, materials }, textures };
  });
}

/** What stands in thousands is not put in order: it has holes instead of blending. Changes the set in place. */
function cutOut(materials: MaterialSet): void {
  const { pass, flags, alphaTestReference } = materials;
  for (let material = 0; material < materials.count; material++) {
    // What multiplies what is behind it would be a grey plate.
    if (pass[material] === PASS_MODULATE) pass[material] = PASS_NONE;
    if (pass[material] === PASS_NONE) continue;
    if (pass[material] !== PASS_ALPHA_TEST) alphaTestReference[material] = BLENDED_REFERENCE;
    pass[material] = PASS_ALPHA_TEST;
    flags[material] |= MATERIAL_NO_CULL;
  }
}
