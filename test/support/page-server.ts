/** Serves the page, built or from source, on a free loopback port. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build, type Connect, createServer, type Plugin, preview } from "vite";
import { corpusPath, hasCorpus } from "./corpus.ts";
import { makePlain } from "./plain-map.ts";
import { type PageServer, serveFolder, serveOver } from "./serve-over.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** Headers for a cross-origin isolated page, which has a finer clock. */
export const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** Environment variable with the page's URL for all test files. */
const SHARED_BUILT = "VISLEAF_TEST_PAGE";
const SHARED_PLAIN = "VISLEAF_TEST_PLAIN_PAGE";
const PLAIN_DEMO = "VISLEAF_TEST_PLAIN_DEMO";
const BUILT_FOLDER = "VISLEAF_TEST_PAGE_FOLDER";

const DEMO = "assets/visleaf_demo.bsp";
const PLAIN_MATERIAL = "visleaf/stone";

/**
 * Starts the servers that `sharedPage` and `sharedPlainPage` find. The corpus, if present, is served
 * under `/corpus`.
 */
export async function startSharedPages(): Promise<(() => Promise<void>) | undefined> {
  // Called by several test projects.
  if (process.env[SHARED_BUILT] !== undefined) return undefined;
  const mounts: Record<string, string> = hasCorpus ? { "/corpus": corpusPath() } : {};
  const built = await serveBuiltPage(mounts);
  process.env[SHARED_BUILT] = built.url;
  const folder = await mkdtemp(join(tmpdir(), "visleaf-plain-"));
  const map = join(folder, "visleaf_demo.bsp");
  const demo = new Uint8Array(readFileSync(join(ROOT, DEMO)));
  writeFileSync(map, makePlain(demo, PLAIN_MATERIAL));
  const plain = await serveOver(built, { [builtDemo()]: map });
  process.env[SHARED_PLAIN] = plain.url;
  process.env[PLAIN_DEMO] = map;
  return async () => {
    await Promise.all([plain.close(), built.close()]);
    await rm(folder, { recursive: true, force: true });
  };
}

function findSet(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error("no page is served: see test/support/runner/global-setup.ts");
  return value;
}

const findShared = (name: string): PageServer => ({
  url: findSet(name),
  close: async () => undefined,
});

/** Returns the page as users have it: a tenth of the source's files, and so opened faster. */
export const sharedPage = () => findShared(SHARED_BUILT);

/** Returns the folder of that page's files, which must not be changed. */
export const builtPage = () => findSet(BUILT_FOLDER);

/** True if the page is built: always, except in a run without a browser. */
export const isPageBuilt = () => process.env[BUILT_FOLDER] !== undefined;

/** Returns the path of the demo in it, from the root with a slash; its name contains a hash. */
export function builtDemo(): string {
  const name = readdirSync(join(builtPage(), "assets")).find((each) =>
    /^visleaf_demo-.*\.bsp$/.test(each),
  );
  if (name === undefined) throw new Error("the built page has no demo");
  return `/assets/${name}`;
}

/** Returns the built page with a simplified demo, for tests that do not depend on its look. */
export const sharedPlainPage = () => findShared(SHARED_PLAIN);

/** Returns the path of that map, which has the demo's name and rooms. */
export const plainDemo = () => findSet(PLAIN_DEMO);

/** Also serves folders by URL prefix. */
function mountPlugin(mounts: Record<string, string>): Plugin {
  const mount = ({ middlewares }: { middlewares: Connect.Server }) => {
    for (const [prefix, folder] of Object.entries(mounts)) {
      middlewares.use(prefix, serveFolder(folder));
    }
  };
  return {
    name: "visleaf:test-mounts",
    configureServer: mount,
    configurePreviewServer: mount,
  };
}

async function serveBuiltPage(mounts: Record<string, string>): Promise<PageServer> {
  const outDir = await mkdtemp(join(tmpdir(), "visleaf-built-"));
  // The build sets NODE_ENV for the whole process.
  const { NODE_ENV } = process.env;
  await build({
    root: ROOT,
    logLevel: "error",
    build: { outDir, emptyOutDir: true, sourcemap: false },
  });
  process.env.NODE_ENV = NODE_ENV;
  process.env[BUILT_FOLDER] = outDir;
  const server = await preview({
    root: ROOT,
    logLevel: "error",
    build: { outDir },
    preview: { host: "127.0.0.1", port: 0, open: false },
    plugins: [mountPlugin(mounts)],
  });
  const [url] = server.resolvedUrls?.local ?? [];
  return {
    url,
    async close() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

/**
 * Serves from source. `mounts`: folders to serve by URL prefix: `{ "/corpus": corpusPath() }`.
 * `headers` apply to everything else.
 */
export async function servePage(
  mounts: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<PageServer> {
  // Each server needs its own dependency cache, because two at once would overwrite each other's.
  const cacheDir = await mkdtemp(join(tmpdir(), "visleaf-page-"));
  const server = await createServer({
    root: ROOT,
    cacheDir,
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0, open: false, hmr: false, watch: null, headers },
    plugins: [mountPlugin(mounts)],
  });
  await server.listen();
  const { port } = server.httpServer!.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      await server.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}
