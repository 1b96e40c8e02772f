/**
 * Heavy work as ranges of rows over one state, so that threads can share it: every range writes
 * rows of its own into arrays of the state, which lie in shared memory.
 */

/** `state` as it came through a thread's messages: plain objects, arrays and typed arrays only. */
export type RunRange<S> = (state: S, stage: string, first: number, end: number) => void;

export interface Program<S> {
  /** By which threads find the same function on their side. */
  readonly name: string;
  readonly run: RunRange<S>;
}

export interface JobRun {
  /**
   * Runs a stage over rows 0..`count`, at most `batch` at a time, in no particular order.
   * `onProgress` is given 0..1.
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
  /** The state must not be replaced after this, only written to. */
  open<S>(program: Program<S>, state: S): Promise<JobRun>;
}

/** How long one thread works before it lets others of the same event loop in. */
const YIELD_MS = 40;

/** Does everything in the caller's thread. */
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
