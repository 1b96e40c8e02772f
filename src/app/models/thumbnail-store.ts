/** Pictures of models, for as long as the page is open. */

/** What is known of a model's looks: the address of its picture, or why there is none. */
export type Thumbnail =
  | { readonly url: string; readonly reason?: undefined }
  | { readonly url?: undefined; readonly reason: string };

/** A picture is some 8 KB: these are what a long list shows in a few minutes of scrolling. */
const MOST_KEPT = 1000;

export interface ThumbnailStore {
  get(path: string): Thumbnail | undefined;
  /** @param found the picture, or why there is none */
  add(path: string, found: Blob | string): Thumbnail;
  /** Forgets all of them where what models are made of is not the same as the last time. */
  setContent(content: readonly unknown[]): void;
  /** Frees all of them. */
  clear(): void;
}

export function createThumbnailStore(mostKept = MOST_KEPT): ThumbnailStore {
  /** By content path, those that were asked for last at the end. */
  const kept = new Map<string, Thumbnail>();
  let madeOf: readonly unknown[] = [];

  const remove = (path: string): void => {
    const url = kept.get(path)?.url;
    if (url !== undefined) URL.revokeObjectURL(url);
    kept.delete(path);
  };
  const clear = (): void => {
    for (const path of [...kept.keys()]) remove(path);
  };
  return {
    get(path) {
      const thumbnail = kept.get(path);
      if (thumbnail === undefined) return undefined;
      kept.delete(path);
      kept.set(path, thumbnail);
      return thumbnail;
    },
    add(path, found) {
      remove(path);
      const thumbnail =
        typeof found === "string" ? { reason: found } : { url: URL.createObjectURL(found) };
      kept.set(path, thumbnail);
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        remove(oldest);
      }
      return thumbnail;
    },
    setContent(content) {
      const isSame =
        content.length === madeOf.length && content.every((each, at) => each === madeOf[at]);
      if (!isSame) clear();
      madeOf = [...content];
    },
    clear,
  };
}
