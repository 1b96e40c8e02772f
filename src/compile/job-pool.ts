/**
 * Splits heavy work into ranges of rows over one shared state, for use by several threads. Each
 * range writes its own rows of arrays in shared memory.
 */

/**
 * Processes rows of a stage. `state` may have been posted to a thread, so it holds only plain
 * objects, arrays and typed arrays.
 */
export type RunRange<S> = (state: S, stage: string, first: number, end: number) => void;

export interface Program<S> {
  /** Name by which a thread finds the same function. */
  readonly name: string;
  readonly run: RunRange<S>;
}

export interface JobRun {
  /**
   * Runs a stage over rows 0..`count`, at most `batch` at a time, in no particular order. Calls
   * `onProgress` with 0..1.
   */
  run(
    stage: string,
    count: number,
    batch: number,
    onProgress?: (done: number) => void,
  ): Promise<void>;
  close(): Promise<void>;
}

export interface JobPool {
  /** Opens a run. After this the state may be written to, but not replaced. */
  open<S>(program: Program<S>, state: S): Promise<JobRun>;
}

/** Milliseconds of work before the event loop gets a turn. */
const YIELD_MS = 40;

/** Runs all work in the caller's thread. */
export const inlineJobPool: JobPool = {
  async open(program, state) {
    return {
      async run(stage, count, batch, onProgress) {
        let since = performance.now();
        for (let first = 0; first < count; first += batch) {
          const end = Math.min(count, first + batch);
          program.run(state, stage, first, end);
          if (performance.now() - since < YIELD_MS) continue;
          onProgress?.(end / count);
          await new Promise((resolve) => setTimeout(resolve, 0));
          since = performance.now();
        }
        onProgress?.(1);
      },
      async close() {},
    };
  },
};
