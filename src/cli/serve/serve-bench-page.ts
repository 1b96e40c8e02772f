/**
 * Serves a page that a verb drives (the benchmark's, the video's), maps and content on the loopback address. Maps and content lie under
 * a random prefix and are read-only. The page is isolated from other origins, so that browsers give
 * it a finer clock.
 */

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { normalizeContentPath } from "../../content/normalize-content-path.ts";
import type { ContentSource } from "../../content/types.ts";
import { CliError } from "../errors.ts";
import { findCheckout } from "../find-checkout.ts";
import { ISOLATING_HEADERS } from "./serve-isolation.ts";
import {
  type LoopbackServer,
  listenLoopback,
  OCTETS,
  originOf,
  pageType,
  pathOf,
} from "./serve-loopback.ts";

export interface BenchPageServer {
  /** URL of the page that waits for a benchmark. */
  readonly pageUrl: string;
  /** URLs of the maps and content folders, in their order. */
  readonly mapUrls: readonly string[];
  readonly contentUrls: readonly string[];
  close(): Promise<void>;
}

/** Page to serve: a build, or a checkout's source. */
export interface BenchPage {
  readonly folder: string;
  readonly isSource: boolean;
  /** Path of the HTML below the folder. */
  readonly path: string;
}

export interface ServedFiles {
  /** Paths of maps on disk. */
  readonly maps: readonly string[];
  readonly content: readonly ContentSource[];
}

/** Paths of the pages, in the source and in a build. */
const PAGE = "src/bench/page/index.html";
export const VIDEO_PAGE = "src/video/page/index.html";
/** Paths of the page in current and older builds, so that older builds can be compared. */
const PAGES = [PAGE, "bench-host.html"];

const HEADERS = {
  ...ISOLATING_HEADERS,
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

/** Handler like Vite's: calls `next` for requests that it does not answer. */
type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

type StartedServer = Pick<LoopbackServer, "origin" | "close">;

function send(response: ServerResponse, bytes: Uint8Array | null, type: string): void {
  if (bytes === null) {
    response.writeHead(404, HEADERS).end();
    return;
  }
  response.writeHead(200, {
    ...HEADERS,
    "content-type": type,
    "content-length": bytes.byteLength,
  });
  response.end(bytes);
}

/** Answers with the bytes of `read`, with 404 if they are null, or with 500 if it fails. */
function answer(read: () => Promise<Uint8Array | null>, type: string, response: ServerResponse) {
  read().then(
    (bytes) => send(response, bytes, type),
    (error: Error) => {
      response.writeHead(500, HEADERS).end(error.message);
    },
  );
}

/** Reads `/map/<number>` and `/content/<number>/<path>` below the prefix. */
async function readServed(files: ServedFiles, path: string): Promise<Uint8Array | null> {
  const match = /^\/(map|content)\/(\d{1,6})(?:\/(.+))?$/.exec(path);
  if (!match) return null;
  const [, kind, number, rest] = match;
  if (kind === "map") {
    const file = files.maps[Number(number)];
    return file === undefined || rest !== undefined ? null : await readFile(file);
  }
  const source = files.content[Number(number)];
  return source === undefined || rest === undefined
    ? null
    : source.read(normalizeContentPath(rest));
}

/** Reads a file of the built page. */
async function readBuilt(folder: string, path: string): Promise<Uint8Array | null> {
  const file = resolve(folder, `.${path}`);
  if (!file.startsWith(resolve(folder) + sep)) return null;
  return existsSync(file) ? readFile(file) : null;
}

function startBuilt(folder: string, handle: Handler): Promise<StartedServer> {
  return listenLoopback(0, (request, response) =>
    handle(request, response, () => {
      const path = pathOf(request);
      const type = pageType(path ?? "");
      answer(async () => (path === null ? null : readBuilt(folder, path)), type, response);
    }),
  );
}

/** Starts Vite over the source, with a separate cache: two at once would rewrite a shared one. */
async function startFromSource(root: string, handle: Handler): Promise<StartedServer> {
  const { createServer: createVite } = await import("vite");
  const cacheDir = await mkdtemp(join(tmpdir(), "visleaf-bench-"));
  const listeners = process.listeners("SIGTERM");
  const vite = await createVite({
    root,
    cacheDir,
    configFile: join(root, "vite.config.ts"),
    logLevel: "error",
    server: {
      host: "127.0.0.1",
      port: 0,
      open: false,
      hmr: false,
      watch: null,
      headers: HEADERS,
    },
    plugins: [
      {
        name: "visleaf:bench-files",
        configureServer({ middlewares }) {
          middlewares.use(handle);
        },
      },
    ],
  });
  // Vite would end the process on SIGTERM before the reports are written.
  for (const listener of process.listeners("SIGTERM")) {
    if (!listeners.includes(listener)) process.off("SIGTERM", listener);
  }
  await vite.listen();
  return {
    origin: originOf(vite.httpServer as Server),
    async close() {
      await vite.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the page that belongs to this command.
 * @throws CliError if there is neither a built page nor a checkout
 */
export function findOwnPage(path = PAGE): BenchPage {
  const built = join(import.meta.dirname, "../page");
  if (existsSync(join(built, path))) return { folder: built, isSource: false, path };
  const checkout = findCheckout();
  if (checkout !== null) return { folder: checkout, isSource: true, path };
  throw new CliError(`the page is missing: there is no ${path} in ${built}`);
}

/**
 * Returns the page of another visleaf: a checkout's source, an installed package, or a `dist`
 * folder.
 * @throws CliError if the folder is none of these
 */
export function findOtherPage(folder: string): BenchPage {
  const places = ["page", "dist/page", "."].map((below) => resolve(folder, below));
  for (const path of PAGES) {
    // Only a checkout has tsconfig.json.
    if (existsSync(join(folder, path)) && existsSync(join(folder, "tsconfig.json"))) {
      return { folder: resolve(folder), isSource: true, path };
    }
    for (const built of places) {
      if (existsSync(join(built, path))) return { folder: built, isSource: false, path };
    }
  }
  throw new CliError(`${folder} is neither a checkout of visleaf nor a build of it`);
}

export async function serveBenchPage(
  files: ServedFiles,
  page = findOwnPage(),
): Promise<BenchPageServer> {
  const prefix = `/${randomBytes(16).toString("hex")}`;
  const handle: Handler = (request, response, next) => {
    const path = pathOf(request);
    if (!path?.startsWith(`${prefix}/`)) next();
    else answer(() => readServed(files, path.slice(prefix.length)), OCTETS, response);
  };
  const start = page.isSource ? startFromSource : startBuilt;
  const server = await start(page.folder, handle);
  const { origin } = server;
  return {
    pageUrl: `${origin}/${page.path}`,
    mapUrls: files.maps.map((_, i) => `${origin}${prefix}/map/${i}`),
    contentUrls: files.content.map((_, i) => `${origin}${prefix}/content/${i}/`),
    close: server.close,
  };
}
