/** The order in which the textures of all sets are streamed: nearest first. */

import type { MaterialSet, TextureOwner } from "../../map/types.ts";
import { measureTextures, type TextureFiles } from "./textures.ts";

/** Textures of one set that wait to be streamed. */
export interface PendingTextures {
  readonly owner: TextureOwner;
  readonly files: TextureFiles;
  /** A value a texture. */
  readonly distance: Float32Array;
}

export interface QueuedTexture {
  readonly owner: TextureOwner;
  readonly files: TextureFiles;
  /** Row of the set's texture table. */
  readonly texture: number;
  readonly distance: number;
}

/** @param distance of each material; the set may be posted away after this */
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
  // Not a subtraction: two infinities are equal here.
  return queue.sort((a, b) => (a.distance < b.distance ? -1 : a.distance > b.distance ? 1 : 0));
}
