/** Installs a browser for the tests if there is none. The test command runs it first. */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { listBrowsers } from "../../../src/cli/bench/find-browser.ts";

const MINUTE = 60_000;
const root = resolve(import.meta.dirname, "../../..");

function run(command: string, args: readonly string[], minutes: number): void {
  execFileSync(command, args, {
    cwd: root,
    timeout: minutes * MINUTE,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

function starts(path: string): boolean {
  if (process.platform === "win32") return existsSync(path);
  try {
    run(path, ["--version"], 1);
    return true;
  } catch {
    return false;
  }
}

/** Ignores a browser that is installed but does not start (Ubuntu's snap stub). */
function findWorkingBrowser(): string | null {
  for (const path of listBrowsers()) if (starts(path)) return path;
  return null;
}

const isRoot = process.getuid?.() === 0;

interface Way {
  readonly name: string;
  readonly isPossible: boolean;
  install(): void;
}

const WAYS: readonly Way[] = [
  {
    name: "apt-get install chromium",
    isPossible: isRoot && existsSync("/usr/bin/apt-get"),
    install() {
      run("apt-get", ["update", "-qq"], 3);
      run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], 8);
    },
  },
  {
    name: "puppeteer browsers install chrome",
    isPossible: true,
    install() {
      const cli = join(root, "node_modules/puppeteer/lib/cjs/puppeteer/node/cli.js");
      const withLibraries = isRoot && process.platform === "linux" ? ["--install-deps"] : [];
      run(process.execPath, [cli, "browsers", "install", "chrome", ...withLibraries], 5);
    },
  },
];

/** Returns the line of a failed command's output that states the reason. */
function explain(error: unknown): string {
  const stderr = String((error as { stderr?: Buffer }).stderr ?? "");
  const lines = [...stderr.split("\n"), (error as Error).message.split("\n")[0]]
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("at "));
  return lines.find((line) => /^E:|error/i.test(line)) ?? lines[0];
}

export interface BrowserFound {
  /** `null` if the tests that need a browser are skipped. */
  readonly path: string | null;
  /** Result in one line. */
  readonly message: string;
}

export function findOrInstallBrowser(): BrowserFound {
  const asked = process.env.VISLEAF_BROWSER;
  if (asked === "none") {
    return { path: null, message: "browser: none, as VISLEAF_BROWSER says; its tests are skipped" };
  }
  const found = findWorkingBrowser();
  if (asked && found !== asked) throw new Error(`VISLEAF_BROWSER=${asked} does not start`);
  if (found !== null) return { path: found, message: `browser: ${found}` };
  const faults: string[] = [];
  for (const way of WAYS.filter((w) => w.isPossible)) {
    try {
      way.install();
      const path = findWorkingBrowser();
      if (path !== null) return { path, message: `browser: ${path} (\`${way.name}\`)` };
      faults.push(`\`${way.name}\` gave none that starts`);
    } catch (error) {
      faults.push(`\`${way.name}\`: ${explain(error)}`);
    }
  }
  return {
    path: null,
    message: `browser: none, its tests are skipped; install Chromium or name one in VISLEAF_BROWSER (${faults.join("; ")})`,
  };
}
