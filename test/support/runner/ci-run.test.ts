/** Tests `.ci/run` with a fake npm. */

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const NPM = `#!/usr/bin/env bash
case "$1 \${2:-}" in
  "ci " | "install ") exit "$INSTALL";;
  "run check") echo "3 passed, 0 failed, 0 skipped"; exit "$CHECK";;
  "test ") printf '%b' "$SAID"; echo "npm notice: there is a newer npm"; exit "$TEST";;
  *) exit 9;;
esac
`;

describe.skipIf(process.platform === "win32")(".ci/run", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-ci-"));
  mkdirSync(join(folder, "bin"));
  mkdirSync(join(folder, ".ci"));
  writeFileSync(join(folder, "bin/npm"), NPM, { mode: 0o755 });
  copyFileSync(resolve(import.meta.dirname, "../../../.ci/run"), join(folder, ".ci/run"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (exits: { install?: number; check?: number; test?: number }, said: string) => {
    const { stdout, status } = spawnSync(join(folder, ".ci/run"), {
      cwd: tmpdir(),
      encoding: "utf8",
      env: {
        PATH: [join(folder, "bin"), process.env.PATH].join(delimiter),
        INSTALL: String(exits.install ?? 0),
        CHECK: String(exits.check ?? 0),
        TEST: String(exits.test ?? 0),
        SAID: said,
      },
    });
    return [stdout.trimEnd().split("\n").at(-1), status];
  };
  const GOOD = "12 passed, 0 failed, 3 skipped\\n";

  it("ends with the totals of the tests", () => {
    expect(run({}, GOOD)).toEqual(["12 passed, 0 failed, 3 skipped", 0]);
    const red = "\\033[31m10 passed, 2 failed, 3 skipped\\033[39m\\n";
    expect(run({ test: 1 }, red)).toEqual(["10 passed, 2 failed, 3 skipped", 1]);
  });

  it("counts a failed check as one failure and still runs the tests", () => {
    expect(run({ check: 2 }, GOOD)).toEqual(["12 passed, 1 failed, 3 skipped", 1]);
    const both = "10 passed, 2 failed, 0 skipped\\n";
    expect(run({ check: 1, test: 1 }, both)).toEqual(["10 passed, 3 failed, 0 skipped", 1]);
  });

  it("fails if no totals were printed", () => {
    expect(run({}, "no totals\\n")).toEqual(["0 passed, 1 failed, 0 skipped", 1]);
    expect(run({ install: 1 }, GOOD)).toEqual(["0 passed, 1 failed, 0 skipped", 1]);
  });
});
