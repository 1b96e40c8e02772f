/**
 * Which tests need a device: those that reach a browser, a GPU, a build or the command through what they
 * import. They are run few at a time, all others side by side.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** Modules that open one. */
const OPENERS: readonly string[] = [
  "test/cli/run-visleaf.ts",
  "test/support/browser.ts",
  "test/support/build-library.ts",
  "test/support/dawn.ts",
];

/** Packages that do. */
const OPENING_PACKAGES = /^(puppeteer|vite|webgpu)$/;

/** What measures time, and so is run alone. */
const TIMED = /^test\/(bench|peers)\/|\/bench[^/]*\.test\.ts$/;

const IMPORT = /(?:\bfrom\s+|\bimport\s*\(?\s*)"([^"\s]+)"/g;

/** Whether a module, or what it imports within `test`, opens a device. */
function opensDevice(path: string, known: Map<string, boolean>): boolean {
  const name = relative(root, path).replaceAll("\\", "/");
  if (OPENERS.includes(name)) return true;
  if (!name.startsWith("test/") || !existsSync(path)) return false;
  const found = known.get(path);
  if (found !== undefined) return found;
  // What imports itself in the end opens nothing by that.
  known.set(path, false);
  const imports = [...readFileSync(path, "utf8").matchAll(IMPORT)].map(([, target]) => target);
  const opens = imports.some((target) =>
    target.startsWith(".")
      ? opensDevice(resolve(dirname(path), target), known)
      : OPENING_PACKAGES.test(target),
  );
  known.set(path, opens);
  return opens;
}

export interface DeviceTests {
  /** From the project's root, with slashes. */
  readonly device: string[];
  /** Of these, what measures time; not in `device`. */
  readonly timed: string[];
}

export function listDeviceTests(): DeviceTests {
  for (const opener of OPENERS) {
    if (!existsSync(join(root, opener))) throw new Error(`tests open no device by ${opener}`);
  }
  const known = new Map<string, boolean>();
  const all = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${name.replaceAll("\\", "/")}`)
    .filter((name) => opensDevice(join(root, name), known))
    .sort();
  return {
    device: all.filter((name) => !TIMED.test(name)),
    timed: all.filter((name) => TIMED.test(name)),
  };
}
