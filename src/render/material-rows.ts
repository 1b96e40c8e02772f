/** The material rows that shaders read: the struct `Material` of `shaders/common/material.wgsl`. */

import type { MaterialSet } from "../map/material.ts";
import { MATERIAL_ROW_BASE, MATERIAL_ROW_BASE2 } from "../map/shader-constants.ts";

/** Byte offsets in a row. */
export const MATERIAL_ROW = {
  tint: 0,
  alpha: 12,
  fallbackColor: 16,
  alphaTestReference: 28,
  flags: 32,
  loaded: 36,
  baseLayer: 40,
  base2Layer: 44,
  strideBytes: 48,
} as const;

/**
 * Packs a set. No texture counts as loaded yet.
 * @param layerOf the layer of a texture in its GPU array
 */
export function packMaterialRows(
  set: MaterialSet,
  layerOf: (texture: number) => number,
): ArrayBuffer {
  const bytes = new ArrayBuffer(set.count * MATERIAL_ROW.strideBytes);
  const floats = new Float32Array(bytes);
  const words = new Uint32Array(bytes);
  const layer = (texture: number) => (texture < 0 ? 0 : layerOf(texture));
  for (let material = 0; material < set.count; material++) {
    const row = (material * MATERIAL_ROW.strideBytes) / 4;
    for (let channel = 0; channel < 3; channel++) {
      const column = material * 3 + channel;
      floats[row + MATERIAL_ROW.tint / 4 + channel] = set.tint[column];
      floats[row + MATERIAL_ROW.fallbackColor / 4 + channel] = set.fallbackColor[column];
    }
    floats[row + MATERIAL_ROW.alpha / 4] = set.alpha[material];
    floats[row + MATERIAL_ROW.alphaTestReference / 4] = set.alphaTestReference[material];
    words[row + MATERIAL_ROW.flags / 4] = set.flags[material];
    words[row + MATERIAL_ROW.baseLayer / 4] = layer(set.baseTexture[material]);
    words[row + MATERIAL_ROW.base2Layer / 4] = layer(set.baseTexture2[material]);
  }
  return bytes;
}

/** Marks a texture as loaded in every row that uses it, and calls back with each such row. */
export function markTextureLoaded(
  rows: Uint32Array,
  set: MaterialSet,
  texture: number,
  onRow: (material: number) => void,
): void {
  for (let material = 0; material < set.count; material++) {
    let bits = 0;
    if (set.baseTexture[material] === texture) bits |= MATERIAL_ROW_BASE;
    if (set.baseTexture2[material] === texture) bits |= MATERIAL_ROW_BASE2;
    if (bits === 0) continue;
    rows[(material * MATERIAL_ROW.strideBytes + MATERIAL_ROW.loaded) / 4] |= bits;
    onRow(material);
  }
}
