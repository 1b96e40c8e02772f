/** Small pictures in the rows of a list of models, drawn as the rows come into view, and kept. */

import { describeFailure } from "../../component/failures.ts";
import { CancelledError } from "../../core/errors.ts";
import { GpuError } from "../../gpu/errors.ts";
import type { ContentInput, ModelViewer } from "../../viewer/model/index.ts";
import { make } from "../dom.ts";
import type { ThumbnailPainter } from "./thumbnail-painter.ts";

// Which model of a list is drawn next: one at a time, of those that are in view, from the top.

export interface ThumbnailQueueOptions {
  /** Rejects where nothing more can be drawn, whatever the model. */
  draw(path: string, signal: AbortSignal): Promise<void>;
  /** Whether the machine has enough to do with what is shown. */
  isBusy(): boolean;
  /** Gets what `draw` rejects with, once. */
  onFault(error: unknown): void;
  /** Milliseconds until `isBusy` is asked again: 300 if left out. */
  readonly pauseMs?: number;
}

export interface ThumbnailQueue {
  /** It came into view. */
  want(path: string): void;
  /** It is out of view: not drawn, unless it is just now. */
  drop(path: string): void;
  /** Nothing more is drawn; resolves when nothing is. */
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

// Pictures of models, for as long as the page is open.

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

// When a model has the machine for itself.

/** Frames a second below which nothing is drawn beside what plays. */
const FEW_FRAMES = 20;

/** Whether the model that is shown moves too slowly to share the machine. */
export function playsBadly(
  viewer: Pick<ModelViewer, "isPaused" | "isPlaying" | "sequence" | "timing"> | undefined,
): boolean {
  if (viewer === undefined || viewer.isPaused || !viewer.isPlaying) return false;
  const { fps } = viewer.timing;
  // 0: nothing is measured yet.
  return viewer.sequence >= 0 && fps > 0 && fps < FEW_FRAMES;
}

export interface ThumbnailOptions {
  readonly present: "canvas" | "readback";
  onFault(error: unknown): void;
}

/** Those of a list that is open. */
export interface ThumbnailRows {
  /** What stands in the row of a model: a quiet box until its picture is there. */
  makePicture(path: string): HTMLElement;
  /** Nothing more is drawn; what was is kept. */
  close(): void;
}

export interface Thumbnails {
  /** @param content all that models are made of, in search order */
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

/** One for the page: what it keeps outlives its lists. */
export function createThumbnails({ present, onFault }: ThumbnailOptions): Thumbnails {
  const store = createThumbnailStore();
  addEventListener("pagehide", ({ persisted }) => {
    // A page that the browser keeps is shown again as it was.
    if (!persisted) store.clear();
  });
  return {
    open(content) {
      store.setContent(content);
      /** The element of each model in view whose picture is not there. */
      const seen = new Map<string, HTMLElement>();
      const paths = new WeakMap<Element, string>();
      let painter: Promise<ThumbnailPainter> | null = null;
      let isOpen = true;

      const draw = async (path: string, signal: AbortSignal): Promise<void> => {
        // It went out of view and came back while it was drawn.
        if (store.get(path) !== undefined) return;
        painter ??= import("./thumbnail-painter.ts").then(({ createThumbnailPainter }) =>
          createThumbnailPainter(present, onFault),
        );
        const { draw: drawModel } = await painter;
        let found: Blob | string;
        try {
          found = await drawModel(path, content, signal);
        } catch (error) {
          // The list was closed, or the device is opened anew: it is drawn when it comes into view again.
          if (signal.aborted || error instanceof CancelledError) return;
          if (error instanceof GpuError) throw error;
          const { title, detail } = await describeFailure(error, path);
          found = `${title}: ${detail}`;
        }
        // Another list may have been opened meanwhile, of other content.
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
            // Rows are made anew: another may have taken its place.
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
          // A painter that could not be made was told of by the queue.
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
