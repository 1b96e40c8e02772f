/** What looking for floors comes to, held to what it may: rays, and what is asked of leafs beside them. */

import type { Trace } from "../../visibility/trace.ts";

/** What finding floors, and walking on them, may each meet where nothing less is said: real maps come to 10 million. */
export const MOST_TESTS = 2 ** 27;

export class Work {
  readonly #trace: Pick<Trace, "tests">;
  readonly #most: number;
  #beside = 0;

  /** @param most nodes, brushes, sides and triangles, all together */
  constructor(trace: Pick<Trace, "tests">, most: number) {
    this.#trace = trace;
    this.#most = most;
  }

  /** Counts what was met without a ray. */
  add(tests: number): void {
    this.#beside += tests;
  }

  get tests(): number {
    return this.#trace.tests + this.#beside;
  }

  get isOver(): boolean {
    return this.tests > this.#most;
  }
}
