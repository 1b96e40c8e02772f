/**
 * Finds which tests need more than Node: those that reach a GPU, a browser, a build or the command
 * through their imports. Tests that need a browser, or measure time, run one at a time.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");

/** Modules and packages that open a device. */
interface Openers {
  readonly modules: readonly string[];
  readonly packages: RegExp;
}

/** Dawn, in the test's own process. */
const GPU: Openers = { modules: ["test/support/dawn.ts"], packages: /^webgpu$/ };
/** Pages, which miss their timeouts if the machine is shared. */
const BROWSER: Openers = { modules: ["test/support/browser.ts"], packages: /^puppeteer$/ };
/** Builds and the command, which may use Dawn. */
const COMMAND: Openers = {
  modules: ["test/cli/run-visleaf.ts", "test/support/build-library.ts"],
  packages: /^vite$/,
};
const KINDS = { gpu: GPU, browser: BROWSER, command: COMMAND };

/** Tests that measure time, and so run alone. */
const TIMED = /^test\/(bench|peers)\/|\/bench[^/]*\.test\.ts$/;

const IMPORT = /(?:\bfrom\s+|\bimport\s*\(?\s*)"([^"\s]+)"/g;

/** Returns whether a module, or its imports within `test`, opens such a device. */
function opensDevice(path: string, openers: Openers, known: Map<string, boolean>): boolean {
  const name = relative(root, path).replaceAll("\\", "/");
  if (openers.modules.includes(name)) return true;
  if (!name.startsWith("test/") || !existsSync(path)) return false;
  const found = known.get(path);
  if (found !== undefined) return found;
  // An import cycle opens nothing by itself.
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

/** Each test is in one list: paths from the project's root, with slashes. */
export interface DeviceTests {
  /** Tests that only need Dawn. */
  readonly gpu: string[];
  readonly command: string[];
  readonly browser: string[];
  readonly timed: string[];
}

export function listDeviceTests(): DeviceTests {
  for (const opener of Object.values(KINDS).flatMap(({ modules }) => modules)) {
    if (!existsSync(join(root, opener))) throw new Error(`tests open no device by ${opener}`);
  }
  const known = { gpu: new Map(), browser: new Map(), command: new Map() };
  const uses = (kind: keyof typeof KINDS, name: string) =>
    opensDevice(join(root, name), KINDS[kind], known[kind]);
  const lists: DeviceTests = { gpu: [], command: [], browser: [], timed: [] };
  for (const path of readdirSync(join(root, "test"), {
    recursive: true,
    encoding: "utf8",
  }).sort()) {
    const name = `test/${path.replaceAll("\\", "/")}`;
    if (!name.endsWith(".test.ts")) continue;
    const kinds = (["browser", "command", "gpu"] as const).filter((kind) => uses(kind, name));
    if (kinds.length > 0) lists[TIMED.test(name) ? "timed" : kinds[0]].push(name);
  }
  return lists;
}
