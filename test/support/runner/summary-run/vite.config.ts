/** A run with every kind of failure, for the test of the summary. */

import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: { include: ["*.case.ts"], reporters: ["../summary-reporter.ts"] },
});
