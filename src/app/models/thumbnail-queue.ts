/** Which model of a list is drawn next: one at a time, of those that are in view, from the top. */

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
