/**
 * Mips of array textures that draws read. Small mips of a texture arrive first, and WebGPU cannot
 * limit the mips of single layers. So each array's view begins with the first mip that all its
 * textures have so far.
 */

import type { TextureTable } from "../../map/material.ts";

export interface ShownMips {
  /** Views by array. Replaced in place. */
  readonly views: readonly GPUTextureView[];
  /**
   * Adds the mips of a texture from `firstMip` on.
   * @returns whether the view of its array was replaced
   */
  readonly add: (texture: number, firstMip: number) => boolean;
  /** Leaves out mips before `first`, by array; `null` shows all again. */
  readonly limit: (first: ((array: number) => number) | null) => void;
}

/** First mip of a texture that has none yet: its materials have their mean colours. */
const NO_MIP = 255;

/** @param places array of each texture, and the table's array of each array */
export function createShownMips(
  table: TextureTable,
  places: { readonly array: Uint16Array; readonly source: readonly number[] },
  textures: readonly GPUTexture[],
): ShownMips {
  const firstMip = new Uint8Array(table.count).fill(NO_MIP);
  const shownFrom = new Uint8Array(textures.length);
  let limit: ((array: number) => number) | null = null;

  const createView = (array: number): GPUTextureView => {
    const { dimension } = table.arrays[places.source[array]];
    const { label } = textures[array];
    const baseMipLevel = Math.max(shownFrom[array], limit?.(array) ?? 0);
    return textures[array].createView({ label, dimension: `${dimension}-array`, baseMipLevel });
  };
  const views = textures.map((_, array) => createView(array));

  return {
    views,
    add(texture, from) {
      firstMip[texture] = Math.min(firstMip[texture], from);
      const array = places.array[texture];
      let shown = 0;
      for (let other = 0; other < table.count; other++) {
        if (places.array[other] !== array || firstMip[other] === NO_MIP) continue;
        shown = Math.max(shown, firstMip[other]);
      }
      if (shown === shownFrom[array]) return false;
      shownFrom[array] = shown;
      views[array] = createView(array);
      return true;
    },
    limit(first) {
      limit = first;
      for (const array of textures.keys()) views[array] = createView(array);
    },
  };
}
