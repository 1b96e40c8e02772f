/**
 * Reduces texture sizes until all fit a budget: the largest are halved first, the farthest first
 * among equals. A texture without smaller mips stays as it is, or is left out.
 */

import { layersOf, mipByteLength, type TextureDimension } from "../../core/image.ts";
import { type GpuImagePlan, planGpuImage } from "../../formats/vtf/build-gpu-image.ts";
import type { Vtf } from "../../formats/vtf/types.ts";
import type { TextureArray } from "../../map/material.ts";

/** Layers that every WebGPU device supports in one array texture. */
export const MAX_ARRAY_LAYERS = 256;

export interface BudgetedTexture {
  readonly vtf: Vtf;
  readonly dimension: TextureDimension;
  /** Number of wanted frames; one if omitted. */
  readonly frames?: number;
  /** Distance in any unit. */
  readonly distance: number;
}

export interface TextureBudgetOptions {
  readonly textureCompressionBc: boolean;
  readonly maxTextureDimension: number;
  /** No limit if omitted. */
  readonly textureBudgetBytes?: number;
}

/** Result of `fitTextures` for textures that do not fit at any size. */
export const LEFT_OUT = 0;

/** Returns the bytes of an image with all its mips, faces and frames. */
export function imageByteLength(
  image: Pick<GpuImagePlan, "dimension" | "format" | "width" | "height" | "mipCount"> & {
    readonly frames?: number;
  },
): number {
  let bytes = 0;
  for (let mip = 0; mip < image.mipCount; mip++) {
    const width = Math.max(1, image.width >>> mip);
    const height = Math.max(1, image.height >>> mip);
    bytes += mipByteLength(image.format, width, height);
  }
  return bytes * layersOf(image.dimension) * (image.frames ?? 1);
}

/** Returns the GPU bytes of the array textures. */
export function texturesByteLength(arrays: readonly TextureArray[]): number {
  return arrays.reduce((sum, array) => sum + imageByteLength(array) * array.layerCount, 0);
}

type PlanTexture = (
  row: number,
  maxDimension: number,
) => { readonly bytes: number; readonly edge: number };

/**
 * Returns the longest edge of each texture; `LEFT_OUT` for textures that do not fit at any size.
 */
export function fitTextures(
  textures: readonly BudgetedTexture[],
  options: TextureBudgetOptions,
): Uint32Array {
  const { maxTextureDimension, textureBudgetBytes = Number.POSITIVE_INFINITY } = options;
  const maxEdge = new Uint32Array(textures.length).fill(maxTextureDimension);
  const plan: PlanTexture = (row, maxDimension) => {
    const bc = options.textureCompressionBc;
    const { vtf, dimension, frames } = textures[row];
    const image = planGpuImage(vtf, { bc, srgb: true, maxDimension, dimension, frames });
    return { bytes: imageByteLength(image), edge: Math.max(image.width, image.height) };
  };
  const farthestFirst = [...textures.keys()].sort((a, b) =>
    compare(textures[b].distance, textures[a].distance),
  );
  leaveOut(maxEdge, farthestFirst, plan, textureBudgetBytes);

  const kept = farthestFirst.filter((row) => maxEdge[row] !== LEFT_OUT);
  const plans = kept.map((row) => plan(row, maxTextureDimension));
  const isFinal = new Uint8Array(kept.length);
  let total = plans.reduce((sum, { bytes }) => sum + bytes, 0);
  while (total > textureBudgetBytes) {
    let largest = 0;
    for (const [i, { bytes }] of plans.entries()) {
      if (isFinal[i] === 0) largest = Math.max(largest, bytes);
    }
    if (largest === 0) break;
    for (const [i, row] of kept.entries()) {
      if (total <= textureBudgetBytes) break;
      // One size class per round: textures of half the size or less wait for a later round.
      if (isFinal[i] === 1 || plans[i].bytes <= largest / 2) continue;
      const smaller = plan(row, plans[i].edge >>> 1);
      if (smaller.bytes >= plans[i].bytes) {
        isFinal[i] = 1;
        continue;
      }
      total -= plans[i].bytes - smaller.bytes;
      maxEdge[row] = smaller.edge;
      plans[i] = smaller;
    }
  }
  return maxEdge;
}

/**
 * Marks textures to leave out so that the others fit at their smallest: the largest, the farthest
 * first among equals.
 */
function leaveOut(
  maxEdge: Uint32Array,
  farthestFirst: readonly number[],
  plan: PlanTexture,
  budget: number,
): void {
  if (budget === Number.POSITIVE_INFINITY) return;
  const least = new Map(farthestFirst.map((row) => [row, leastBytes(row, maxEdge[row], plan)]));
  let total = [...least.values()].reduce((sum, bytes) => sum + bytes, 0);
  const bytesOf = (row: number): number => least.get(row) ?? 0;
  for (const row of [...farthestFirst].sort((a, b) => bytesOf(b) - bytesOf(a))) {
    if (total <= budget) return;
    total -= bytesOf(row);
    maxEdge[row] = LEFT_OUT;
  }
}

/**
 * Returns the bytes at which halving no longer shrinks a texture: odd sizes have no smaller blocks.
 */
function leastBytes(row: number, maxDimension: number, plan: PlanTexture): number {
  let { bytes, edge } = plan(row, maxDimension);
  for (;;) {
    const smaller = plan(row, edge >>> 1);
    if (smaller.bytes >= bytes) return bytes;
    bytes = smaller.bytes;
    edge = smaller.edge;
  }
}

/** Compares without subtraction, so that two infinities are equal. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Remaining budget; unlimited by default. */
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
