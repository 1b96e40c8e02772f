/**
 * Packs the material rows that shaders read: the struct `Material` of
 * `shaders/common/material/material.wgsl`.
 */

import { assert } from "../../core/errors.ts";
import { type MaterialSet, PASS_ADDITIVE, PASS_ALPHA_TEST } from "../../map/material.ts";
import { PARAM_NUMBERS } from "../../map/material-params.ts";
import { ROLE_COUNT } from "../../map/texture-roles.ts";
import { MATERIAL_ROW_ADDITIVE, TEXTURE_PLACE_SLOT_SHIFT } from "../shader-constants.ts";

/** Byte offsets in a row. */
export const MATERIAL_ROW = {
  tint: 0,
  alpha: 12,
  fallbackColor: 16,
  alphaTestReference: 28,
  flags: 32,
  rowFlags: 36,
  family: 40,
  standIn: 44,
  row: 48,
  strideBytes: 64,
} as const;

const PARAMS = Math.ceil((MATERIAL_ROW.strideBytes + ROLE_COUNT * 4) / 16) * 16;

/**
 * Byte offsets in the struct `MaterialRow`: the material, places of its textures, its parameters.
 */
export const MATERIAL_BLOCK = {
  material: 0,
  /** One word per role. */
  places: MATERIAL_ROW.strideBytes,
  params: PARAMS,
  rates: PARAMS + PARAM_NUMBERS * 4,
  strideBytes: PARAMS + PARAM_NUMBERS * 8,
} as const;

/** Packs a slot of a bind group with a layer of the slot's array texture. */
export function packTexturePlace(slot: number, layer: number): number {
  assert(
    slot >= 0 && layer < 2 ** TEXTURE_PLACE_SLOT_SHIFT,
    `texture slot ${slot} layer ${layer} is out of range`,
  );
  return slot * 2 ** TEXTURE_PLACE_SLOT_SHIFT + layer;
}

/**
 * Packs a set, with no texture marked as loaded.
 * @param places `ROLE_COUNT` words per material from `packTexturePlace`; 0 for a role without a
 * texture
 */
export function packMaterialRows(set: MaterialSet, places: Uint32Array): ArrayBuffer {
  const bytes = new ArrayBuffer(set.count * MATERIAL_BLOCK.strideBytes);
  const floats = new Float32Array(bytes);
  const words = new Uint32Array(bytes);
  for (let material = 0; material < set.count; material++) {
    const row = (material * MATERIAL_BLOCK.strideBytes) / 4;
    for (let channel = 0; channel < 3; channel++) {
      const column = material * 3 + channel;
      floats[row + MATERIAL_ROW.tint / 4 + channel] = set.tint[column];
      floats[row + MATERIAL_ROW.fallbackColor / 4 + channel] = set.fallbackColor[column];
    }
    const pass = set.pass[material];
    floats[row + MATERIAL_ROW.alpha / 4] = set.alpha[material];
    // Surfaces without holes may share the alpha test's pipeline: no alpha is below 0.
    floats[row + MATERIAL_ROW.alphaTestReference / 4] =
      pass === PASS_ALPHA_TEST ? set.alphaTestReference[material] : 0;
    words[row + MATERIAL_ROW.flags / 4] = set.flags[material];
    words[row + MATERIAL_ROW.rowFlags / 4] = pass === PASS_ADDITIVE ? MATERIAL_ROW_ADDITIVE : 0;
    words[row + MATERIAL_ROW.family / 4] = set.family[material];
    words[row + MATERIAL_ROW.row / 4] = material;
    words[row + MATERIAL_ROW.standIn / 4] = set.standIn[material];
    const first = material * ROLE_COUNT;
    words.set(places.subarray(first, first + ROLE_COUNT), row + MATERIAL_BLOCK.places / 4);
    const own = material * PARAM_NUMBERS;
    floats.set(set.params.subarray(own, own + PARAM_NUMBERS), row + MATERIAL_BLOCK.params / 4);
    floats.set(set.paramRates.subarray(own, own + PARAM_NUMBERS), row + MATERIAL_BLOCK.rates / 4);
  }
  return bytes;
}

/** Marks a texture as loaded in every row that uses it, and calls back with each such row. */
export function markTextureLoaded(
  rows: Uint32Array,
  set: Pick<MaterialSet, "count" | "roleTexture">,
  texture: number,
  onRow: (material: number) => void,
): void {
  for (let material = 0; material < set.count; material++) {
    let bits = 0;
    for (let role = 0; role < ROLE_COUNT; role++) {
      if (set.roleTexture[material * ROLE_COUNT + role] === texture) bits |= 1 << role;
    }
    if (bits === 0) continue;
    rows[(material * MATERIAL_BLOCK.strideBytes + MATERIAL_ROW.rowFlags) / 4] |= bits;
    onRow(material);
  }
}
