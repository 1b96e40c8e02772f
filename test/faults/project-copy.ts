/** A copy of the project in a temporary folder, in which faults are planted and tests run. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TestRun {
  /** Test files that failed. */
  readonly failed: readonly string[];
  /** Whether the run was stopped because it took too long. */
  readonly isLate: boolean;
}

/** Answer of `test-host.mjs`. */
interface Answer {
  readonly failed?: readonly string[];
  readonly error?: string;
}

export class ProjectCopy {
  readonly #root: string;
  #host: ChildProcess | null = null;
  #changed: string[] = [];

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

  write(file: string, text: string): void {
    writeFileSync(join(this.#root, file), text);
    this.#changed.push(file);
  }

  remove(): void {
    this.#stop();
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** @param seconds time after which the run is stopped: a fault may loop forever */
  async runTests(files: readonly string[], seconds: number): Promise<TestRun> {
    const host = this.#host ?? (await this.#start());
    const changed = this.#changed;
    this.#changed = [];
    const timer = setTimeout(() => this.#stop(), seconds * 1000);
    host.send({ files, changed });
    const over = new AbortController();
    const ends = ["message", "exit"].map((event) => once(host, event, { signal: over.signal }));
    const [answer] = (await Promise.race(ends)) as [Answer | number | null];
    over.abort();
    clearTimeout(timer);
    if (answer === null || typeof answer === "number") {
      if (this.#host === null) return { failed: [], isLate: true };
      this.#host = null;
      throw new Error(`vitest ended with ${answer}`);
    }
    if (answer.error !== undefined) throw new Error(answer.error);
    return { failed: answer.failed ?? [], isLate: false };
  }

  async #start(): Promise<ChildProcess> {
    // A process group, because vitest does not end workers that loop.
    const host = spawn(process.execPath, ["test/faults/test-host.mjs"], {
      cwd: this.#root,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      detached: true,
    });
    this.#host = host;
    await once(host, "message");
    return host;
  }

  #stop(): void {
    const host = this.#host;
    this.#host = null;
    if (host?.pid === undefined || host.exitCode !== null) return;
    if (process.platform === "win32") host.kill("SIGKILL");
    else process.kill(-host.pid, "SIGKILL");
  }
}
