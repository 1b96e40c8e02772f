/** Replaces detail sprites whose texture is missing by procedural tufts of a few blades. */

import type { DetailSet } from "../../map/details.ts";
import { DETAIL_VERTEX } from "../../map/details.ts";
import { PATTERN_TUFT } from "../../map/families/missing.ts";
import { MATERIAL_MISSING, PASS_ALPHA_TEST } from "../../map/material.ts";
import { FAMILY } from "../../map/material-families.ts";
import { packStandIn } from "./missing-patterns.ts";

/** Linear colour of dry grass, the most common detail sprite. */
const TUFT_COLOR: readonly [number, number, number] = [0.13, 0.14, 0.075];
const BLADES = 6;
/**
 * Inset of texture coordinates for a sprite that fills its texture, so that its border is not taken
 * for another sprite's.
 */
const INSET = 1 / 256;
const FLOATS = DETAIL_VERTEX.strideBytes / 4;
/** Number of distinct sprites, limited by float precision. */
const SEEDS = 4096;

/**
 * Changes the set in place if its texture is missing, because the texture coordinates are then
 * meaningless.
 */
export function showTufts(set: Pick<DetailSet, "quadCount" | "vertices" | "materials">): void {
  const { materials, vertices, quadCount } = set;
  const isShown = materials.pass[0] === PASS_ALPHA_TEST;
  if (!isShown || (materials.flags[0] & MATERIAL_MISSING) === 0) return;
  materials.family[0] = FAMILY.missing;
  materials.fallbackColor.set(TUFT_COLOR);
  materials.alphaTestReference[0] = 0.5;
  materials.standIn[0] = packStandIn({ pattern: PATTERN_TUFT, across: BLADES, down: 1 });
  const floats = new Float32Array(vertices.buffer, vertices.byteOffset, quadCount * 4 * FLOATS);
  for (let vertex = 0; vertex < quadCount * 4; vertex++) {
    const corner = vertex % 4;
    const at = vertex * FLOATS + DETAIL_VERTEX.texCoord / 4;
    const isRight = corner === 1 || corner === 2;
    floats[at] = (Math.floor(vertex / 4) % SEEDS) + (isRight ? 1 - INSET : INSET);
    floats[at + 1] = corner >= 2 ? 1 : 0;
  }
}
