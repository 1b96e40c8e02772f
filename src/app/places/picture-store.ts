/** Pictures of places in the browser's storage, so that each is drawn once. */

import { clear, createStore, delMany, entries, get, set, type UseStore } from "idb-keyval";
import type { Camera } from "../../viewer/index.ts";

/** Most stored pictures, about 6 KB each. */
const MOST_KEPT = 800;
/** Largest accepted picture in bytes. */
const MAX_BYTES = 2 ** 20;

interface KeptPicture {
  readonly blob: Blob;
  readonly atMs: number;
}

export interface PictureStore {
  /**
   * Returns a picture, or `null` if it is not stored. Never rejects: an unreadable picture is drawn
   * again.
   */
  get(key: string): Promise<Blob | null>;
  add(key: string, blob: Blob): Promise<void>;
  /** Removes all pictures of all maps. */
  clear(): Promise<void>;
  /** Removes the oldest pictures beyond the limit. */
  trim(): Promise<void>;
}

/**
 * Returns the key of a picture. It includes the map's revision, because a recompiled map may look
 * different.
 */
export function pictureKey(map: string, revision: number, camera: Camera): string {
  const { x, y, z, pitch, yaw, fov } = camera;
  const pose = [x, y, z, pitch, yaw, fov].map((value) => value.toFixed(2)).join(",");
  return `${map} ${revision} ${pose}`;
}

export function openPictureStore(): PictureStore {
  let store: UseStore | null = null;
  /** Pictures of this visit if the browser stores nothing. */
  const own = new Map<string, Blob>();
  let isTold = false;
  const attempt = async <T>(work: (store: UseStore) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      store ??= createStore("visleaf-pictures", "pictures");
      return await work(store);
    } catch (error) {
      if (!isTold) console.warn("visleaf: pictures of places are not kept here:", error);
      isTold = true;
      return otherwise;
    }
  };
  return {
    async get(key) {
      const kept = await attempt<unknown>((store) => get(key, store), undefined);
      return own.get(key) ?? (isPicture(kept) ? kept.blob : null);
    },
    async add(key, blob) {
      own.set(key, blob);
      const row: KeptPicture = { blob, atMs: Date.now() };
      await attempt((store) => set(key, row, store), undefined);
    },
    async clear() {
      own.clear();
      await attempt((store) => clear(store), undefined);
    },
    async trim() {
      const all = await attempt((store) => entries<string, unknown>(store), []);
      if (all.length <= MOST_KEPT) return;
      const atOf = (kept: unknown): number => (isPicture(kept) ? kept.atMs : 0);
      const oldest = all.sort(([, a], [, b]) => atOf(a) - atOf(b)).slice(0, -MOST_KEPT / 2);
      const keys = oldest.map(([key]) => key);
      await attempt((store) => delMany(keys, store), undefined);
    },
  };
}

function isPicture(kept: unknown): kept is KeptPicture {
  const { blob, atMs } = (kept ?? {}) as Partial<KeptPicture>;
  return blob instanceof Blob && blob.size <= MAX_BYTES && Number.isFinite(atMs);
}
