/** What the servers of the command have in common: the loopback address, headers, types, paths. */

import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { CliError } from "./errors.ts";

export interface LoopbackServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  /** Ends what is being sent, too. */
  close(): Promise<void>;
}

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
): Promise<LoopbackServer> {
  const last = Math.min(port + tries - 1, 65535);
  for (let at = port; at <= last; at++) {
    const server = await listenAt(at, handle);
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
function listenAt(port: number, handle: RequestListener): Promise<Server | null> {
  const server = createServer(handle);
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") done(null);
      else fail(error);
    });
    server.listen(port, "127.0.0.1", () => done(server));
  });
}
