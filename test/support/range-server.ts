/** HTTP server in the test's process that counts sent bytes and fails on request. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ServedFile {
  bytes: Uint8Array;
  etag?: string;
  lastModified?: string;
  headers?: Record<string, string>;
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly range: string | null;
  readonly status: number;
  /** Body bytes. */
  sent: number;
  readonly startMs: number;
  endMs: number;
}

export interface RangeServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly files: Map<string, ServedFile>;
  readonly requests: SentRequest[];
  /** If false, every answer is the whole file with status 200. */
  ranges: boolean;
  /** Delay before each answer in milliseconds. */
  latencyMs: number;
  /** Holds answers until it settles. */
  gate: Promise<unknown> | null;
  /**
   * Outcomes of the next requests in order: a status, or a body that breaks off after some bytes.
   */
  readonly faults: (
    | { status: number; headers?: Record<string, string> }
    | { breakAfter: number }
  )[];
  /** Body bytes of all answers. */
  readonly sent: number;
  /**
   * Returns the number of sequential rounds: the longest series of requests that do not overlap.
   */
  countRounds(isCounted?: (request: SentRequest) => boolean): number;
  reset(): void;
  close(): Promise<void>;
}

/** Large enough for few calls, small enough to be interrupted in the middle. */
const PIECE_BYTES = 1 << 16;

export async function serveRanges(files: Record<string, ServedFile> = {}): Promise<RangeServer> {
  const requests: SentRequest[] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const self: RangeServer = {
    origin: `http://127.0.0.1:${port}`,
    files: new Map(Object.entries(files)),
    requests,
    ranges: true,
    latencyMs: 0,
    gate: null,
    faults: [],
    get sent() {
      return requests.reduce((sum, request) => sum + request.sent, 0);
    },
    countRounds: (isCounted = () => true) => countRounds(requests.filter(isCounted)),
    reset() {
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return self;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const startMs = performance.now();
    const fault = self.faults.shift();
    if (self.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, self.latencyMs));
    await self.gate;
    const path = (request.url ?? "/").split("?")[0];
    const file = self.files.get(path);
    const range = request.headers.range ?? null;
    const log = (status: number): SentRequest => {
      const method = request.method ?? "GET";
      const entry = { method, path, range, status, sent: 0, startMs, endMs: startMs };
      requests.push(entry);
      response.on("close", () => {
        entry.endMs = performance.now();
      });
      return entry;
    };
    if (fault && "status" in fault) {
      log(fault.status);
      response.writeHead(fault.status, fault.headers).end();
      return;
    }
    if (!file) {
      log(404);
      response.writeHead(404).end();
      return;
    }
    const { bytes, etag, lastModified } = file;
    const headers: Record<string, string | number> = { ...file.headers };
    if (etag) headers.etag = etag;
    if (lastModified) headers["last-modified"] = lastModified;
    if (etag && request.headers["if-none-match"] === etag) {
      log(304);
      response.writeHead(304, headers).end();
      return;
    }
    const match = self.ranges && range ? /^bytes=(\d+)-(\d+)$/.exec(range) : null;
    const start = match ? Number(match[1]) : 0;
    const end = match ? Math.min(bytes.length, Number(match[2]) + 1) : bytes.length;
    if (match && start >= bytes.length) {
      log(416);
      response.writeHead(416, { ...headers, "content-range": `bytes */${bytes.length}` }).end();
      return;
    }
    if (match) headers["content-range"] = `bytes ${start}-${end - 1}/${bytes.length}`;
    headers["content-length"] = end - start;
    const entry = log(match ? 206 : 200);
    response.writeHead(match ? 206 : 200, headers);
    if (request.method === "HEAD") {
      response.end();
      return;
    }
    const stop = fault && "breakAfter" in fault ? Math.min(end, start + fault.breakAfter) : end;
    for (let at = start; at < stop && !response.destroyed; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, Math.min(stop, at + PIECE_BYTES));
      entry.sent += piece.length;
      if (!response.write(piece)) {
        await new Promise<void>((resolve) => {
          const go = (): void => {
            response.off("drain", go).off("close", go);
            resolve();
          };
          response.on("drain", go).on("close", go);
        });
      }
    }
    if (stop < end) response.destroy();
    else response.end();
  }
}

function countRounds(requests: readonly SentRequest[]): number {
  let rounds = 0;
  let freeMs = Number.NEGATIVE_INFINITY;
  for (const { startMs, endMs } of [...requests].sort((a, b) => a.endMs - b.endMs)) {
    if (startMs < freeMs) continue;
    rounds++;
    freeMs = endMs;
  }
  return rounds;
}
