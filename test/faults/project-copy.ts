/** A copy of the project in a temporary folder, in which faults are planted and tests run. */

import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TestRun {
  /** Test files that failed. */
  readonly failed: readonly string[];
  /** Whether the run was stopped because it took too long. */
  readonly isLate: boolean;
}

interface TestReport {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

export class ProjectCopy {
  readonly #root: string;

  /** Copies the current content of all files that git does not ignore. */
  constructor(root: string) {
    const copy = mkdtempSync(join(tmpdir(), "visleaf-faults-"));
    const list = (...options: string[]) =>
      execFileSync("git", ["ls-files", "-z", ...options], {
        cwd: root,
        encoding: "utf8",
        maxBuffer: 2 ** 26,
      }).split("\0");
    const deleted = new Set(list("-d"));
    for (const file of list("-co", "--exclude-standard")) {
      if (file !== "" && !deleted.has(file)) cpSync(join(root, file), join(copy, file));
    }
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "dir");
    this.#root = copy;
  }

  read(file: string): string {
    return readFileSync(join(this.#root, file), "utf8");
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.#root, file), text);
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  /**
   * Runs test files until one fails.
   *
   * @param seconds time after which the run is stopped: a fault may loop forever
   */
  async runTests(files: readonly string[], seconds: number): Promise<TestRun> {
    const output = join(this.#root, ".faults-report.json");
    rmSync(output, { force: true });
    const args = ["node_modules/vitest/vitest.mjs", "run", ...files];
    args.push("--bail=1", "--reporter=json", `--outputFile=${output}`);
    // A process group, because vitest does not end workers that loop.
    const child = spawn(process.execPath, args, {
      cwd: this.#root,
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.kill(-child.pid!, "SIGKILL");
    }, seconds * 1000);
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    await new Promise((resolve) => child.once("close", resolve));
    clearTimeout(timer);
    if (isLate) return { failed: [], isLate };
    let report: TestReport;
    try {
      report = JSON.parse(readFileSync(output, "utf8"));
    } catch (cause) {
      throw new Error(`the tests did not run: ${errors}`, { cause });
    }
    const failed = report.testResults.filter(({ status }) => status === "failed");
    return {
      failed: files.filter((file) => failed.some(({ name }) => name.endsWith(`/${file}`))),
      isLate,
    };
  }
}
