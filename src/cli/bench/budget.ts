/** The time that a benchmark may take: `--budget SECONDS`. */

import { CliError } from "../errors.ts";

export interface Budget {
  /** True once the benchmark was aborted because the time is over. */
  readonly isSpent: boolean;
  /** Marks the end of a step. */
  end(): void;
  /** True if `steps` more, each as long as the longest so far, probably fit. */
  hasTimeFor(steps: number): boolean;
  /** Stops the clock. */
  close(): void;
}

/**
 * Starts the clock, and aborts when the time is over.
 * @param seconds null for no limit
 */
export function createBudget(
  seconds: number | null,
  controller: AbortController,
  now: () => number = () => performance.now(),
): Budget {
  const begun = now();
  let last = begun;
  let longestMs = 0;
  let isSpent = false;
  const timer =
    seconds === null
      ? undefined
      : setTimeout(() => {
          isSpent = !controller.signal.aborted;
          controller.abort(new CliError(`the budget of ${seconds} s is spent`));
        }, seconds * 1000);
  return {
    get isSpent() {
      return isSpent;
    },
    end() {
      longestMs = Math.max(longestMs, now() - last);
      last = now();
    },
    hasTimeFor: (steps) => seconds === null || now() - begun + steps * longestMs <= seconds * 1000,
    close: () => clearTimeout(timer),
  };
}
