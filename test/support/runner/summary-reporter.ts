/** Ends a test run with one machine-readable line: `N passed, N failed, N skipped`. */

import type { Reporter, SerializedError, TestModule, Vitest } from "vitest/node";

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** A file that fails to load and an error outside of tests count as one failure each. */
export function countTests(
  modules: readonly TestModule[],
  unhandledErrors: readonly SerializedError[],
): Totals {
  const totals: Totals = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
  for (const module of modules) {
    totals.failed += module.errors().length;
    for (const suite of module.children.allSuites()) totals.failed += suite.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "passed") totals.passed++;
      else if (state === "failed") totals.failed++;
      else totals.skipped++;
    }
  }
  return totals;
}

export default class SummaryReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const { passed, failed, skipped } = countTests(modules, unhandledErrors);
    this.#vitest?.logger.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}
