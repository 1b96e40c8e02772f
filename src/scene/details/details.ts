/** Builds a map's detail sprites, the material that all of them share, and their fade. */

import { DETAIL_PROP_TYPE_MODEL } from "../../formats/bsp/records/detail-props.ts";
import type { BspDetails, BspWorld, Entity } from "../../formats/bsp/types.ts";
import {
  DETAIL_FADE_MAX,
  DETAIL_FADE_WIDTH,
  DETAIL_VERTEX,
  type DetailFade,
  type DetailSet,
} from "../../map/details.ts";
import { PATTERN_TUFT } from "../../map/families/missing.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import {
  MATERIAL_MISSING,
  MATERIAL_NO_CULL,
  type MaterialSet,
  PASS_ALPHA_TEST,
  PASS_MODULATE,
  PASS_NONE,
} from "../../map/material.ts";
import { FAMILY } from "../../map/material-families.ts";
import { ROLE_BASE } from "../../map/texture-roles.ts";
import type { LeafTree } from "../../map/tree.ts";
import { resolveMaterials } from "../materials/materials.ts";
import { type ContentAccess, leaveOutTooLarge } from "../open/read-content.ts";
import { packStandIn } from "../stand-in/missing-patterns.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureFiles } from "../textures/textures.ts";
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

/** Linear colour of dry grass, the most common detail sprite. */
const TUFT_COLOR: readonly [number, number, number] = [0.13, 0.14, 0.075];
const TUFT_BLADES = 6;
/**
 * Inset of texture coordinates for a sprite that fills its texture, so that its border is not taken
 * for another sprite's.
 */
const TUFT_INSET = 1 / 256;
const VERTEX_FLOATS = DETAIL_VERTEX.strideBytes / 4;
/** Number of distinct sprites, limited by float precision. */
const TUFT_SEEDS = 4096;

/**
 * Draws sprites whose texture is missing as tufts. Changes the set in place, because the texture coordinates are then
 * meaningless.
 */
function showTufts(set: Pick<DetailSet, "quadCount" | "vertices" | "materials">): void {
  const { materials, vertices, quadCount } = set;
  const isShown = materials.pass[0] === PASS_ALPHA_TEST;
  if (!isShown || (materials.flags[0] & MATERIAL_MISSING) === 0) return;
  materials.family[0] = FAMILY.missing;
  materials.fallbackColor.set(TUFT_COLOR);
  materials.alphaTestReference[0] = 0.5;
  materials.standIn[0] = packStandIn({ pattern: PATTERN_TUFT, across: TUFT_BLADES, down: 1 });
  const floats = new Float32Array(
    vertices.buffer,
    vertices.byteOffset,
    quadCount * 4 * VERTEX_FLOATS,
  );
  for (let vertex = 0; vertex < quadCount * 4; vertex++) {
    const corner = vertex % 4;
    const at = vertex * VERTEX_FLOATS + DETAIL_VERTEX.texCoord / 4;
    const isRight = corner === 1 || corner === 2;
    floats[at] = (Math.floor(vertex / 4) % TUFT_SEEDS) + (isRight ? 1 - TUFT_INSET : TUFT_INSET);
    floats[at + 1] = corner >= 2 ? 1 : 0;
  }
}

/**
 * Reads the fade distances of detail props. An `env_detail_controller` gives the fade's width and
 * end; the engine uses the smaller of these and its own values. Source: `detailobjectsystem.cpp`,
 * `env_detail_controller.cpp`.
 */
export function readDetailFade(entities: readonly Entity[]): DetailFade {
  let [width, end] = [DETAIL_FADE_WIDTH, DETAIL_FADE_MAX];
  for (const entity of entities) {
    if (entity.get("classname")?.toLowerCase() !== "env_detail_controller") continue;
    width = smaller(entity.get("fademindist"), DETAIL_FADE_WIDTH);
    end = smaller(entity.get("fademaxdist"), DETAIL_FADE_MAX);
  }
  return { start: Math.max(end - width, 0), end };
}

function smaller(text: string | undefined, own: number): number {
  const value = Number.parseFloat(text ?? "");
  return value >= 0 ? Math.min(value, own) : own;
}
