/**
 * How large textures may be for all to fit a budget: the largest are halved first, and of equals the
 * farthest. A texture without smaller mips stays as it is, or is left out.
 */

import { mipByteLength } from "../core/image.ts";
import { type GpuImagePlan, planGpuImage } from "../formats/vtf/build-gpu-image.ts";
import type { Vtf } from "../formats/vtf/types.ts";
import type { TextureArray } from "../map/material.ts";

export interface BudgetedTexture {
  readonly vtf: Vtf;
  /** How near it is; any unit. */
  readonly distance: number;
}

export interface TextureBudgetOptions {
  readonly textureCompressionBc: boolean;
  readonly maxTextureDimension: number;
  /** Left out: no limit. */
  readonly textureBudgetBytes?: number;
}

/** In the answer of `fitTextures`: there is no room for it at all. */
export const LEFT_OUT = 0;

/** Bytes of an image with all its mips. */
export function imageByteLength(
  image: Pick<GpuImagePlan, "format" | "width" | "height" | "mipCount">,
): number {
  let bytes = 0;
  for (let mip = 0; mip < image.mipCount; mip++) {
    const width = Math.max(1, image.width >>> mip);
    const height = Math.max(1, image.height >>> mip);
    bytes += mipByteLength(image.format, width, height);
  }
  return bytes;
}

/** What the GPU is asked for. */
export function texturesByteLength(arrays: readonly TextureArray[]): number {
  return arrays.reduce((sum, array) => sum + imageByteLength(array) * array.layerCount, 0);
}

/** The largest edge that each texture may have; `LEFT_OUT` for one that cannot be made to fit. */
export function fitTextures(
  textures: readonly BudgetedTexture[],
  options: TextureBudgetOptions,
): Uint32Array {
  const { maxTextureDimension, textureBudgetBytes = Number.POSITIVE_INFINITY } = options;
  const maxEdge = new Uint32Array(textures.length).fill(maxTextureDimension);
  const plan = (row: number, maxDimension: number): { bytes: number; edge: number } => {
    const bc = options.textureCompressionBc;
    const image = planGpuImage(textures[row].vtf, { bc, srgb: true, maxDimension });
    return { bytes: imageByteLength(image), edge: Math.max(image.width, image.height) };
  };
  const plans = textures.map((_, row) => plan(row, maxTextureDimension));
  const farthestFirst = [...textures.keys()].sort((a, b) =>
    compare(textures[b].distance, textures[a].distance),
  );
  let total = plans.reduce((sum, { bytes }) => sum + bytes, 0);
  const isFinal = new Uint8Array(textures.length);
  while (total > textureBudgetBytes) {
    const largest = plans.reduce(
      (most, { bytes }, i) => (isFinal[i] ? most : Math.max(most, bytes)),
      0,
    );
    if (largest === 0) break;
    for (const row of farthestFirst) {
      if (total <= textureBudgetBytes) break;
      // A size class: what a halved one of the largest would be, and smaller, is for a later round.
      if (isFinal[row] === 1 || plans[row].bytes <= largest / 2) continue;
      const smaller = plan(row, plans[row].edge >>> 1);
      if (smaller.bytes >= plans[row].bytes) {
        isFinal[row] = 1;
        continue;
      }
      total -= plans[row].bytes - smaller.bytes;
      maxEdge[row] = smaller.edge;
      plans[row] = smaller;
    }
  }
  if (total <= textureBudgetBytes) return maxEdge;
  const largestFirst = farthestFirst.sort((a, b) => plans[b].bytes - plans[a].bytes);
  for (const row of largestFirst) {
    if (total <= textureBudgetBytes) break;
    total -= plans[row].bytes;
    maxEdge[row] = LEFT_OUT;
  }
  return maxEdge;
}

/** Not a subtraction: two infinities are equal here. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What is left to give out; no limit where none is given. */
export class TextureBudget {
  #left: number;

  constructor(byteLength = Number.POSITIVE_INFINITY) {
    this.#left = byteLength;
  }

  get left(): number {
    return this.#left;
  }

  take(byteLength: number): void {
    this.#left = Math.max(0, this.#left - byteLength);
  }
}
