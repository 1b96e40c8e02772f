/** Small pictures in the rows of a list of models, drawn as the rows come into view, and kept. */

import { describeFailure } from "../../component/failures.ts";
import { CancelledError } from "../../core/errors.ts";
import { GpuError } from "../../gpu/errors.ts";
import type { ContentInput } from "../../viewer/model/index.ts";
import { make } from "../dom.ts";
import { playsBadly } from "./plays-badly.ts";
import type { ThumbnailPainter } from "./thumbnail-painter.ts";
import { createThumbnailQueue } from "./thumbnail-queue.ts";
import { createThumbnailStore, type Thumbnail } from "./thumbnail-store.ts";

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
