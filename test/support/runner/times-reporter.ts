/** Writes the seconds of long test files into `long-tests.json`: `npm run test:times`. */

import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { writeLongTests } from "./long-tests.ts";

const root = resolve(import.meta.dirname, "../../..");

export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const measured = new Map(
      modules.map((module) => {
        const { collectDuration, duration } = module.diagnostic();
        const path = relative(root, module.moduleId).replaceAll("\\", "/");
        return [path, (collectDuration + duration) / 1000] as const;
      }),
    );
    writeLongTests(measured, (path) => existsSync(resolve(root, path)));
  }
}
