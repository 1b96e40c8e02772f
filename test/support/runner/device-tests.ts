/**
 * Which tests need a device: those that reach a GPU, a browser, a build or the command through what they
 * import. They are run one at a time, all others side by side.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");

/** What opens one: modules, and packages. */
interface Openers {
  readonly modules: readonly string[];
  readonly packages: RegExp;
}

/** Dawn, in the test's own process. */
const GPU: Openers = { modules: ["test/support/dawn.ts"], packages: /^webgpu$/ };
/** Processes beside it. */
const OTHERS: Openers = {
  modules: ["test/cli/run-visleaf.ts", "test/support/browser.ts", "test/support/build-library.ts"],
  packages: /^(puppeteer|vite)$/,
};

/** What measures time, and so is run alone. */
const TIMED = /^test\/(bench|peers)\/|\/bench[^/]*\.test\.ts$/;

const IMPORT = /(?:\bfrom\s+|\bimport\s*\(?\s*)"([^"\s]+)"/g;

/** Whether a module, or what it imports within `test`, opens a device by one of these. */
function opensDevice(path: string, openers: Openers, known: Map<string, boolean>): boolean {
  const name = relative(root, path).replaceAll("\\", "/");
  if (openers.modules.includes(name)) return true;
  if (!name.startsWith("test/") || !existsSync(path)) return false;
  const found = known.get(path);
  if (found !== undefined) return found;
  // What imports itself in the end opens nothing by that.
  known.set(path, false);
  const imports = [...readFileSync(path, "utf8").matchAll(IMPORT)].map(([, target]) => target);
  const opens = imports.some((target) =>
    target.startsWith("..")
      ? opensDevice(resolve(dirname(path), target), openers, known)
      : openers.packages.test(target),
  );
  known.set(path, opens);
  return opens;
}

export interface DeviceTests {
  /** That draw by Dawn, and need nothing else. From the project's root, with slashes, as all of these. */
  readonly gpu: string[];
  readonly browser: string[];
  /** What measures time; in no other. */
  readonly timed: string[];
}

export function listDeviceTests(): DeviceTests {
  for (const opener of [...GPU.modules, ...OTHERS.modules]) {
    if (!existsSync(join(root, opener))) throw new Error(`tests open no device by ${opener}`);
  }
  const known = { gpu: new Map<string, boolean>(), others: new Map<string, boolean>() };
  const usesOthers = (name: string) => opensDevice(join(root, name), OTHERS, known.others);
  const all = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${name.replaceAll("\\", "/")}`)
    .filter((name) => opensDevice(join(root, name), GPU, known.gpu) || usesOthers(name))
    .sort();
  const untimed = all.filter((name) => !TIMED.test(name));
  return {
    gpu: untimed.filter((name) => !usesOthers(name)),
    browser: untimed.filter(usesOthers),
    timed: all.filter((name) => TIMED.test(name)),
  };
}
