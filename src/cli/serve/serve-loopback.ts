/** What the servers of the command have in common: the loopback address, headers, types, paths. */

import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { CliError } from "../errors.ts";

export interface LoopbackServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  /** Ends what is being sent, too. */
  close(): Promise<void>;
}

/** What one client can keep busy. */
export interface ServerLimits {
  /** Open at once; a browser opens six to a host, in each of its profiles. What is over is closed. */
  readonly connections: number;
  /** For a request to come in whole. */
  readonly requestMs: number;
  /** In which nothing goes out and nothing comes in: a reader that reads nothing. */
  readonly idleMs: number;
}

export const SERVER_LIMITS: ServerLimits = { connections: 128, requestMs: 15_000, idleMs: 60_000 };

/** Kept open for the next request. */
const KEEP_ALIVE_MS = 10_000;

export const OCTETS = "application/octet-stream";

const PAGE_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".wasm": "application/wasm",
};

/** Of a file of the page's own. */
export function pageType(path: string): string {
  return PAGE_TYPES[extname(path).toLowerCase()] ?? OCTETS;
}

/** The path that a request is for, unescaped once; null where it is none. */
export function pathOf(request: IncomingMessage): string | null {
  try {
    return decodeURIComponent((request.url ?? "/").split("?")[0]);
  } catch {
    return null;
  }
}

const addressOf = (server: Pick<Server, "address">) => server.address() as AddressInfo;

export const originOf = (server: Pick<Server, "address">) =>
  `http://127.0.0.1:${addressOf(server).port}`;

/**
 * Listens on the loopback address and no other: at the port, or at the first one after it that is
 * free, `tries` of them; 0 is any that is free.
 * @throws CliError where all of them are taken
 */
export async function listenLoopback(
  port: number,
  handle: RequestListener,
  tries = 1,
  limits = SERVER_LIMITS,
): Promise<LoopbackServer> {
  const last = Math.min(port + tries - 1, 65535);
  for (let at = port; at <= last; at++) {
    const server = await listenAt(at, handle, limits);
    if (server === null) continue;
    return {
      origin: originOf(server),
      port: addressOf(server).port,
      async close() {
        const closed = new Promise((done) => server.close(done));
        server.closeAllConnections();
        await closed;
      },
    };
  }
  throw new CliError(
    port === last ? `port ${port} is taken` : `the ports ${port} to ${last} are all taken`,
  );
}

/** null where something listens there already. */
function listenAt(
  port: number,
  handle: RequestListener,
  { connections, requestMs, idleMs }: ServerLimits,
): Promise<Server | null> {
  const server = createServer({
    requestTimeout: requestMs,
    headersTimeout: requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // How often the first two are looked at.
    connectionsCheckingInterval: Math.ceil(requestMs / 4),
  });
  server.on("request", handle);
  server.maxConnections = connections;
  server.timeout = idleMs;
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") done(null);
      else fail(error);
    });
    server.listen(port, "127.0.0.1", () => done(server));
  });
}
