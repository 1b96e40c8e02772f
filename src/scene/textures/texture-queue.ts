/** Orders the textures of all sets for streaming: nearest first. */

import type { MaterialSet, TextureOwner } from "../../map/types.ts";
import { measureTextures, type TextureFiles } from "./textures.ts";

/** Textures of one set that wait to be streamed. */
export interface PendingTextures {
  readonly owner: TextureOwner;
  readonly files: TextureFiles;
  /** Distance of each texture. */
  readonly distance: Float32Array;
}

export interface QueuedTexture {
  readonly owner: TextureOwner;
  readonly files: TextureFiles;
  /** Row of the set's texture table. */
  readonly texture: number;
  readonly distance: number;
}

/** @param distance distance of each material. The set may be transferred after this call. */
export function pendTextures(
  owner: TextureOwner,
  resolved: { readonly materials: MaterialSet; readonly textures: TextureFiles },
  distance: Float32Array,
): PendingTextures {
  return {
    owner,
    files: resolved.textures,
    distance: measureTextures(resolved.materials, distance),
  };
}

export function listByDistance(pending: readonly PendingTextures[]): QueuedTexture[] {
  const queue = pending.flatMap(({ owner, files, distance }) =>
    Array.from(distance, (d, texture) => ({ owner, files, texture, distance: d })),
  );
  // Compares without subtraction, so that two infinities are equal.
  return queue.sort((a, b) => (a.distance < b.distance ? -1 : a.distance > b.distance ? 1 : 0));
}
