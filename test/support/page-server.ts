/** Serves the page, from source, on a free port of the loopback address. */

import { createReadStream, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { type Connect, createServer } from "vite";
import { corpusPath, hasCorpus } from "./corpus.ts";

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
const SHARED = "VISLEAF_TEST_PAGE";

/** Starts the server that `sharedPage` finds: the corpus, where it is, is served under `/corpus`. */
export async function startSharedPage(): Promise<(() => Promise<void>) | undefined> {
  // Two of the test projects ask for it.
  if (process.env[SHARED] !== undefined) return undefined;
  const server = await servePage(hasCorpus ? { "/corpus": corpusPath() } : {});
  process.env[SHARED] = server.url;
  return server.close;
}

/** The page from the test command's own server, which has most of it transformed already. */
export function sharedPage(): PageServer {
  const url = process.env[SHARED];
  if (url === undefined) throw new Error("no page is served: see test/support/global-setup.ts");
  return { url, close: async () => undefined };
}

/**
 * `mounts`: folders to serve as well, by URL prefix: `{ "/corpus": corpusPath() }`.
 * `headers` go with everything but those.
 */
export async function servePage(
  mounts: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<PageServer> {
  // Each server has its own dependency cache: two at once would rewrite one another's.
  const cacheDir = await mkdtemp(join(tmpdir(), "visleaf-page-"));
  const server = await createServer({
    root: resolve(import.meta.dirname, "../.."),
    cacheDir,
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0, open: false, hmr: false, watch: null, headers },
    plugins: [
      {
        name: "visleaf:test-mounts",
        configureServer({ middlewares }) {
          for (const [prefix, folder] of Object.entries(mounts)) {
            middlewares.use(prefix, serveFolder(folder));
          }
        },
      },
    ],
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
