/** Small pictures of places, kept in the browser: each is drawn once. */

import { clear, createStore, delMany, entries, get, set, type UseStore } from "idb-keyval";
import type { Camera } from "../../viewer/index.ts";

/** Some 6 KB each. */
const MOST_KEPT = 800;
/** Of what is no picture of ours. */
const MAX_BYTES = 2 ** 20;

interface KeptPicture {
  readonly blob: Blob;
  readonly atMs: number;
}

export interface PictureStore {
  /** null: there is none. Never rejects: what cannot be read is drawn again. */
  get(key: string): Promise<Blob | null>;
  add(key: string, blob: Blob): Promise<void>;
  /** Forgets all of them, of all maps. */
  clear(): Promise<void>;
  /** Forgets those that were drawn longest ago, if there are too many. */
  trim(): Promise<void>;
}

/** A map that was saved anew looks otherwise. */
export function pictureKey(map: string, revision: number, camera: Camera): string {
  const { x, y, z, pitch, yaw, fov } = camera;
  const pose = [x, y, z, pitch, yaw, fov].map((value) => value.toFixed(2)).join(",");
  return `${map} ${revision} ${pose}`;
}

export function openPictureStore(): PictureStore {
  let store: UseStore | null = null;
  /** Where the browser keeps nothing, for as long as the page is open. */
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
