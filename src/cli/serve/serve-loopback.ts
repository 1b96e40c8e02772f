/**
 * HTTP server on the loopback address, with limits for clients, and helpers for headers, types and
 * paths.
 */

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { extname } from "node:path";
import { CliError } from "../errors.ts";

export interface LoopbackServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  /** Closes the server, and ends answers that are being sent. */
  close(): Promise<void>;
}

/** Limits of a server's connections. */
export interface ServerLimits {
  /**
   * Open connections. Clients that are refused connect again at once, and enough of them fill the
   * queue of the system, so this is far above what pages open.
   */
  readonly connections: number;
  /** Milliseconds for a request to arrive completely. */
  readonly requestMs: number;
  /**
   * Milliseconds without traffic after which a connection is closed, as for a client that stops
   * reading.
   */
  readonly idleMs: number;
  /** Connections of one address. Further ones are closed. */
  readonly connectionsOfAddress: number;
  /** Milliseconds between two checks of how much connections have read. */
  readonly turnMs: number;
  /** Bytes that a client must read in a turn. Slower clients are closed for new connections. */
  readonly turnBytes: number;
  /** Turns after which a slow connection is closed even without new ones. */
  readonly slowTurns: number;
}

export const SERVER_LIMITS: ServerLimits = {
  connections: 2048,
  requestMs: 15_000,
  idleMs: 60_000,
  connectionsOfAddress: 1536,
  turnMs: 1000,
  turnBytes: 4096,
  slowTurns: 30,
};

/**
 * Connections that the system queues until the server accepts them. It drops further ones without
 * an answer, and their clients try again after 1, 3, 7 and 15 s. Node's default is 511; systems
 * limit it, Linux to 4096.
 */
const BACKLOG = 4096;

/** Milliseconds that an idle connection stays open for the next request. */
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

/** Returns the content type of a file of the page. */
export function pageType(path: string): string {
  return PAGE_TYPES[extname(path).toLowerCase()] ?? OCTETS;
}

/** Returns the path of a request, unescaped once; null if it is malformed. */
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
 * Listens on the loopback address only, at the port or at the first free one after it, for up to
 * `tries` ports; 0 means any free port.
 * @throws CliError if all of them are taken
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

interface Client {
  readonly socket: Socket;
  readonly address: string;
  /** Requests whose answers are not complete. */
  requests: number;
  /** Bytes read and sent up to the last turn. */
  moved: number;
  /** Consecutive turns in which it was too slow. */
  slowTurns: number;
}

/** Open connections. Detects slow ones, which make room for new ones. */
class Clients {
  readonly #limits: ServerLimits;
  readonly #clients = new Map<Socket, Client>();
  /** Number of connections by address. */
  readonly #counts = new Map<string, number>();

  constructor(limits: ServerLimits) {
    this.#limits = limits;
  }

  /** Adds a connection, which may replace another one. Closes it if all places are taken. */
  add(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    if (!this.#makeRoom(address)) {
      socket.destroy();
      return;
    }
    const client = { socket, address, requests: 0, moved: 0, slowTurns: 0 };
    this.#clients.set(socket, client);
    this.#counts.set(address, this.#countOf(address) + 1);
    socket.once("close", () => this.#remove(client));
  }

  startRequest(socket: Socket, response: ServerResponse): void {
    const client = this.#clients.get(socket);
    if (client === undefined) return;
    client.requests++;
    response.once("close", () => client.requests--);
  }

  turn(): void {
    const { turnBytes, slowTurns } = this.#limits;
    for (const client of this.#clients.values()) {
      const { socket } = client;
      const moved = socket.bytesRead + socket.bytesWritten - socket.writableLength;
      // A connection that waits for the server does not count as slow.
      const isWaiting = client.requests > 0 && socket.writableLength === 0;
      const isSlow = !isWaiting && moved - client.moved < turnBytes;
      client.slowTurns = isSlow ? client.slowTurns + 1 : 0;
      client.moved = moved;
      if (client.slowTurns >= slowTurns && client.requests > 0) socket.destroy();
    }
  }

  /** Closes a connection if a new one of this address has no place. False if it gets none. */
  #makeRoom(address: string): boolean {
    const { connections, connectionsOfAddress } = this.#limits;
    const isAtLimit = this.#countOf(address) >= connectionsOfAddress;
    if (!isAtLimit && this.#clients.size < connections) return true;
    const replaced =
      this.#findSlowest(isAtLimit ? address : null) ??
      (isAtLimit ? null : this.#findExcess(address));
    if (replaced === null) return false;
    this.#remove(replaced);
    replaced.socket.destroy();
    return true;
  }

  /** Returns the connection that is slow for the most turns, or null if none is slow. */
  #findSlowest(address: string | null): Client | null {
    let slowest: Client | null = null;
    for (const client of this.#clients.values()) {
      if (address !== null && client.address !== address) continue;
      if (client.slowTurns > (slowest?.slowTurns ?? 0)) slowest = client;
    }
    return slowest;
  }

  /**
   * Returns the newest connection of the address that has the most, or null if it would have fewer
   * than the new one's address afterwards.
   */
  #findExcess(address: string): Client | null {
    let excess: Client | null = null;
    let most = this.#countOf(address) + 2;
    for (const client of this.#clients.values()) {
      const count = this.#countOf(client.address);
      if (count < most) continue;
      most = count;
      excess = client;
    }
    return excess;
  }

  #countOf(address: string): number {
    return this.#counts.get(address) ?? 0;
  }

  #remove({ socket, address }: Client): void {
    if (!this.#clients.delete(socket)) return;
    const count = this.#countOf(address) - 1;
    if (count === 0) this.#counts.delete(address);
    else this.#counts.set(address, count);
  }
}

/** True if a request has several Host headers, which two readers may interpret differently. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].toLowerCase() === "host") count++;
  }
  return count > 1;
}

/** Listens at a port; null if it is taken. */
function listenAt(
  port: number,
  handle: RequestListener,
  limits: ServerLimits,
): Promise<Server | null> {
  const { requestMs, idleMs, turnMs } = limits;
  const server = createServer({
    requestTimeout: requestMs,
    headersTimeout: requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // How often the first two timeouts are checked.
    connectionsCheckingInterval: Math.ceil(requestMs / 4),
  });
  const clients = new Clients(limits);
  server.on("connection", (socket) => clients.add(socket));
  server.on("request", (request, response) => {
    clients.startRequest(request.socket, response);
    if (hasSeveralHosts(request)) {
      response.writeHead(400, { connection: "close" }).end();
      return;
    }
    handle(request, response);
  });
  const turns = setInterval(() => clients.turn(), turnMs).unref();
  server.once("close", () => clearInterval(turns));
  server.timeout = idleMs;
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") done(null);
      else fail(error);
    });
    server.listen({ port, host: "127.0.0.1", backlog: BACKLOG }, () => done(server));
  });
}
