/** Serves folders and pages like a plain web server, for tests of built files. */

import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, resolve, sep } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".jpg": "image/jpeg",
};

export interface StaticServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Pages by path, which take precedence over files. */
  readonly pages: Map<string, string>;
  /** Requested paths. */
  readonly requests: string[];
  close(): Promise<void>;
}

export interface StaticOptions {
  /** Folders by path prefix, as `{ "/": "dist" }`; the longest prefix wins. */
  readonly folders: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Transforms HTML and JavaScript files. */
  readonly transform?: (text: string, path: string) => string;
}

export async function serveStatic(options: StaticOptions): Promise<StaticServer> {
  const { folders, headers = {}, transform } = options;
  const prefixes = Object.keys(folders).sort((a, b) => b.length - a.length);
  const pages = new Map<string, string>();
  const requests: string[] = [];

  const findFile = (path: string): string | null => {
    const prefix = prefixes.find((each) => path.startsWith(each));
    if (prefix === undefined) return null;
    const root = resolve(folders[prefix]);
    const file = join(root, path.slice(prefix.length));
    if (file !== root && !file.startsWith(root + sep)) return null;
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isDirectory()) return path.endsWith("/") ? findFile(`${path}index.html`) : null;
    return stat?.isFile() ? file : null;
  };

  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? "/").split("?")[0]);
    // Browsers request it automatically.
    if (path === "/favicon.ico") {
      response.writeHead(204).end();
      return;
    }
    requests.push(path);
    const page = pages.get(path);
    const file = page === undefined ? findFile(path) : null;
    if (page === undefined && file === null) {
      response.writeHead(404, headers).end();
      return;
    }
    const extension = page === undefined ? extname(file!) : ".html";
    const type = TYPES[extension] ?? "application/octet-stream";
    const head = { ...headers, "content-type": type, "cache-control": "no-store" };
    if (page !== undefined) {
      response.writeHead(200, head).end(page);
    } else if (transform && /^\.(html|js)$/.test(extension)) {
      response.writeHead(200, head).end(transform(readFileSync(file!, "utf8"), path));
    } else {
      response.writeHead(200, { ...head, "content-length": statSync(file!).size });
      if (request.method === "HEAD") response.end();
      else createReadStream(file!).pipe(response);
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    pages,
    requests,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
