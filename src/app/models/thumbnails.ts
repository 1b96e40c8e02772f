/** Thumbnails in the rows of a model list, drawn when rows come into view, and cached. */

import { describeFailure } from "../../component/failures.ts";
import { CancelledError } from "../../core/errors.ts";
import { GpuError } from "../../gpu/errors.ts";
import type { ContentInput, ModelViewer } from "../../viewer/model/index.ts";
import { make } from "../dom.ts";
import type { ThumbnailPainter } from "./thumbnail-painter.ts";

// Draws one model at a time, from the top of the rows in view.

export interface ThumbnailQueueOptions {
  /** Draws a model. Rejects if no model can be drawn any more. */
  draw(path: string, signal: AbortSignal): Promise<void>;
  /** True while the visible model needs the GPU. */
  isBusy(): boolean;
  /** Receives an error that `draw` rejects with, once. */
  onFault(error: unknown): void;
  /** Milliseconds until `isBusy` is checked again; 300 by default. */
  readonly pauseMs?: number;
}

export interface ThumbnailQueue {
  /** Queues a model that came into view. */
  want(path: string): void;
  /** Removes a model that left the view, unless it is being drawn. */
  drop(path: string): void;
  /** Stops the queue. Resolves when nothing is being drawn. */
  stop(): Promise<void>;
}

export function createThumbnailQueue(options: ThumbnailQueueOptions): ThumbnailQueue {
  const { draw, isBusy, onFault, pauseMs = 300 } = options;
  const wanted = new Set<string>();
  const ending = new AbortController();
  const { signal } = ending;
  let run: Promise<void> | null = null;

  const drawAll = async (): Promise<void> => {
    while (wanted.size > 0 && !signal.aborted) {
      if (isBusy()) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        continue;
      }
      const path = wanted.values().next().value as string;
      wanted.delete(path);
      await draw(path, signal);
    }
  };
  const start = (): void => {
    run = drawAll().then(
      () => {
        run = null;
      },
      (error: unknown) => {
        ending.abort();
        onFault(error);
      },
    );
  };
  return {
    want(path) {
      if (signal.aborted) return;
      wanted.add(path);
      if (run === null) start();
    },
    drop(path) {
      wanted.delete(path);
    },
    async stop() {
      ending.abort();
      await run;
    },
  };
}

// Cached thumbnails, kept until the page closes.

/** URL of a model's picture, or the reason why it has no picture. */
export type Thumbnail =
  | { readonly url: string; readonly reason?: undefined }
  | { readonly url?: undefined; readonly reason: string };

/** Most cached pictures at about 8 KB each: a few minutes of scrolling. */
const MOST_KEPT = 1000;

export interface ThumbnailStore {
  get(path: string): Thumbnail | undefined;
  /** @param found picture, or the reason why there is none */
  add(path: string, found: Blob | string): Thumbnail;
  /** Clears the cache if the content differs from the last call. */
  setContent(content: readonly unknown[]): void;
  /** Revokes all URLs. */
  clear(): void;
}

export function createThumbnailStore(mostKept = MOST_KEPT): ThumbnailStore {
  /** Thumbnails by content path, the ones used last at the end. */
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

// Gives the visible model priority over thumbnails.

/** Frames a second below which no thumbnails are drawn. */
const FEW_FRAMES = 20;

/** True if the visible model plays too slowly to share the GPU. */
export function playsBadly(
  viewer: Pick<ModelViewer, "isPaused" | "isPlaying" | "sequence" | "timing"> | undefined,
): boolean {
  if (viewer === undefined || viewer.isPaused || !viewer.isPlaying) return false;
  const { fps } = viewer.timing;
  // 0 means not measured yet.
  return viewer.sequence >= 0 && fps > 0 && fps < FEW_FRAMES;
}

export interface ThumbnailOptions {
  readonly present: "canvas" | "readback";
  onFault(error: unknown): void;
}

/** Thumbnails of an open list. */
export interface ThumbnailRows {
  /** Returns the picture element of a row, a placeholder until the thumbnail is drawn. */
  makePicture(path: string): HTMLElement;
  /** Stops drawing; finished thumbnails stay cached. */
  close(): void;
}

export interface Thumbnails {
  /** @param content all content of the models, in search order */
  open(content: readonly ContentInput[]): ThumbnailRows;
}

function showThumbnail(picture: HTMLElement, { url, reason }: Thumbnail): void {
  picture.classList.toggle("is-broken", reason !== undefined);
  if (reason === undefined) {
    picture.replaceChildren(make("img", { src: url, alt: "" }));
  } else {
    picture.textContent = "broken";
    picture.title = reason;
  }
}

/** Creates the thumbnails of the page. The cache outlives the lists. */
export function createThumbnails({ present, onFault }: ThumbnailOptions): Thumbnails {
  const store = createThumbnailStore();
  addEventListener("pagehide", ({ persisted }) => {
    // The browser may keep the page and show it again.
    if (!persisted) store.clear();
  });
  return {
    open(content) {
      store.setContent(content);
      /** Elements in view that wait for a thumbnail, by model. */
      const seen = new Map<string, HTMLElement>();
      const paths = new WeakMap<Element, string>();
      let painter: Promise<ThumbnailPainter> | null = null;
      let isOpen = true;

      const draw = async (path: string, signal: AbortSignal): Promise<void> => {
        // The row left the view and returned while its model was drawn.
        if (store.get(path) !== undefined) return;
        painter ??= import("./thumbnail-painter.ts").then(({ createThumbnailPainter }) =>
          createThumbnailPainter(present, onFault),
        );
        const { draw: drawModel } = await painter;
        let found: Blob | string;
        try {
          found = await drawModel(path, content, signal);
        } catch (error) {
          // If the list was closed or the device is being restored, the thumbnail is drawn when the
          // row comes into view again.
          if (signal.aborted || error instanceof CancelledError) return;
          if (error instanceof GpuError) throw error;
          const { title, detail } = await describeFailure(error, path);
          found = `${title}: ${detail}`;
        }
        // Another list with other content may be open now.
        if (!isOpen) return;
        const thumbnail = store.add(path, found);
        const picture = seen.get(path);
        if (picture !== undefined) showThumbnail(picture, thumbnail);
      };
      const isBusy = (): boolean => playsBadly(window.visleafModel);
      const queue = createThumbnailQueue({ draw, isBusy, onFault });
      const observer = new IntersectionObserver((entries) => {
        for (const { target, isIntersecting } of entries) {
          const picture = target as HTMLElement;
          const path = paths.get(picture) as string;
          if (isIntersecting) {
            const thumbnail = store.get(path);
            if (thumbnail !== undefined) showThumbnail(picture, thumbnail);
            else {
              seen.set(path, picture);
              queue.want(path);
            }
          } else if (seen.get(path) === picture) {
            // Rows are rebuilt, so a newer element may have replaced this one.
            seen.delete(path);
            queue.drop(path);
          }
          if (!picture.isConnected) observer.unobserve(picture);
        }
      });
      return {
        makePicture(path) {
          const picture = make("span", { class: "model-thumbnail" });
          const thumbnail = store.get(path);
          if (thumbnail !== undefined) showThumbnail(picture, thumbnail);
          else {
            paths.set(picture, path);
            observer.observe(picture);
          }
          return picture;
        },
        close() {
          isOpen = false;
          observer.disconnect();
          // The queue has already reported a painter that could not be made.
          void queue.stop().then(() =>
            painter?.then(
              (made) => made.destroy(),
              () => undefined,
            ),
          );
        },
      };
    },
  };
}
