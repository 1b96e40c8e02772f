import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");

it("summary reporter's last line counts every test and files that fail to load", () => {
  const vitest = resolve(root, "node_modules/vitest/vitest.mjs");
  const config = resolve(import.meta.dirname, "summary-run/vite.config.ts");
  const { stdout, status } = spawnSync(process.execPath, [vitest, "run", "--config", config], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("2 passed, 2 failed, 3 skipped");
  expect(status).toBe(1);
});
