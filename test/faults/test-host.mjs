/**
 * Runs tests for `ProjectCopy` in one vitest, which transforms only the files that changed.
 * Receives `{ files, changed }` and answers with the files that failed.
 */

import { resolve } from "node:path";
import { createVitest } from "vitest/node";

const vitest = await createVitest("test", { watch: false, reporters: [{}] });

/** Forgets a changed file. Linked shaders contain others, so all modules are dropped for one. */
function invalidate(file) {
  vitest.invalidateFile(resolve(file));
  if (!file.endsWith(".wgsl")) return;
  for (const { vite } of vitest.projects) {
    for (const { moduleGraph } of Object.values(vite.environments)) moduleGraph.invalidateAll();
  }
}

process.on("message", async ({ files, changed }) => {
  try {
    changed.forEach(invalidate);
    const specifications = await vitest.globTestSpecifications(files);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    const ran = testModules.map(({ moduleId }) => moduleId.replaceAll("\\", "/"));
    const missing = files.filter((file) => !ran.some((path) => path.endsWith(`/${file}`)));
    if (missing.length > 0) throw new Error(`no such tests: ${missing.join(", ")}`);
    const failed = ran.filter((_, i) => testModules[i].state() === "failed");
    // An error outside of tests belongs to no file.
    const failedFiles = files.filter((file) => failed.some((path) => path.endsWith(`/${file}`)));
    process.send({ failed: unhandledErrors.length > 0 ? files : failedFiles });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});
process.send({ isReady: true });
