/** Overlays files and folders at chosen URLs over the pages of another server. */

import { createReadStream, statSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve, sep } from "node:path";
import type { Connect } from "vite";

export interface PageServer {
  /** `http://127.0.0.1:<port>/` */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a folder's files, or one file, and 404 for anything else (no fallback to the page). */
export function serveFolder(folder: string): Connect.NextHandleFunction {
  const root = resolve(folder);
  return (request, response) => {
    const name = decodeURIComponent((request.url ?? "/").split("?")[0]);
    const path = name === "/" ? root : join(root, name);
    const stat = `${path}${sep}`.startsWith(root + sep)
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

/**
 * Serves a server's pages from another origin, with files and folders at URL prefixes. Nothing is
 * built or transformed, so it is cheap.
 */
export async function serveOver(
  page: PageServer,
  mounts: Record<string, string>,
): Promise<PageServer> {
  // The longest prefix wins.
  const prefixes = Object.entries(mounts).sort(([a], [b]) => b.length - a.length);
  const handlers = prefixes.map(([prefix, folder]) => [prefix, serveFolder(folder)] as const);
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const found = handlers.find(
      ([prefix]) => path.startsWith(prefix) && /^($|[/?])/.test(path.slice(prefix.length)),
    );
    if (found !== undefined) {
      request.url = path.slice(found[0].length) || "/";
      found[1](request, response, () => undefined);
      return;
    }
    const { method } = request;
    const url = new URL(path, page.url);
    const headers = { ...request.headers, host: url.host };
    const asked = httpRequest(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.on("error", () => response.destroy());
    request.pipe(asked);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
