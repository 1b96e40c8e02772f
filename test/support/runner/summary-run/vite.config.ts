/** A run that goes wrong in every way, for the test of the summary. */

import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: { include: ["*.case.ts"], reporters: ["../summary-reporter.ts"] },
});
