/** Serves the page, built or from source, on a free port of the loopback address. */

import { createReadStream, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { build, type Connect, createServer, type Plugin, preview } from "vite";
import { corpusPath, hasCorpus } from "./corpus.ts";

const ROOT = resolve(import.meta.dirname, "../..");

export interface PageServer {
  /** `http://127.0.0.1:<port>/` */
  readonly url: string;
  close(): Promise<void>;
}

/** Answers with the files of a folder, and 404 for what is not there (no fallback to the page). */
function serveFolder(folder: string): Connect.NextHandleFunction {
  const root = resolve(folder);
  return (request, response) => {
    const name = decodeURIComponent((request.url ?? "/").split("?")[0]);
    const path = join(root, name);
    const stat = path.startsWith(root + sep)
      ? statSync(path, { throwIfNoEntry: false })
      : undefined;
    if (!stat?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": "application/octet-stream",
      "content-length": stat.size,
    });
    if (request.method === "HEAD") response.end();
    else createReadStream(path).pipe(response);
  };
}

/** Headers under which a page is isolated from others, and its clock finer. */
export const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** Where the test command serves the page for all its files. */
const SHARED_BUILT = "VISLEAF_TEST_PAGE";
const SHARED_SOURCE = "VISLEAF_TEST_SOURCE";

/**
 * Starts the servers that `sharedPage` and `sharedSource` find: the corpus, where it is, is served under
 * `/corpus`.
 */
export async function startSharedPages(): Promise<(() => Promise<void>) | undefined> {
  // Several of the test projects ask for them.
  if (process.env[SHARED_BUILT] !== undefined) return undefined;
  const mounts: Record<string, string> = hasCorpus ? { "/corpus": corpusPath() } : {};
  const source = await servePage(mounts);
  const built = await serveBuiltPage(mounts);
  process.env[SHARED_BUILT] = built.url;
  process.env[SHARED_SOURCE] = source.url;
  return async () => {
    await Promise.all([built.close(), source.close()]);
  };
}

function findShared(name: string): PageServer {
  const url = process.env[name];
  if (url === undefined)
    throw new Error("no page is served: see test/support/runner/global-setup.ts");
  return { url, close: async () => undefined };
}

/** The page as users have it: a tenth of the files that its source is, and so opened sooner. */
export const sharedPage = () => findShared(SHARED_BUILT);

/** The same with the modules of the source under `/src`, for what imports them. */
export const sharedSource = () => findShared(SHARED_SOURCE);

/** Serves folders as well, by URL prefix. */
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
  // It says in the environment that it is a build, for all that come after.
  const { NODE_ENV } = process.env;
  await build({ root: ROOT, logLevel: "error", build: { outDir, emptyOutDir: true } });
  process.env.NODE_ENV = NODE_ENV;
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
 * From source. `mounts`: folders to serve as well, by URL prefix: `{ "/corpus": corpusPath() }`.
 * `headers` go with everything but those.
 */
export async function servePage(
  mounts: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<PageServer> {
  // Each server has its own dependency cache: two at once would rewrite one another's.
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
