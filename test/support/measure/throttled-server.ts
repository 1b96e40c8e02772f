/**
 * Serves folders over a simulated line: every connection shares one bandwidth, and each answer comes
 * after a delay. DevTools' throttling does not reach the requests of workers reliably, a slow server
 * does.
 */

import { readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { extname, join, resolve, sep } from "node:path";
import { gzipSync } from "node:zlib";

export interface Line {
  /** Shared by all connections; infinity for no limit. */
  readonly bytesPerSecond: number;
  /** Delay of each answer, and of each new connection, in milliseconds. */
  readonly latencyMs: number;
}

/** An answer, in milliseconds of the Unix epoch. */
export interface SentAnswer {
  readonly url: string;
  /** Header `Range`; "" if none. */
  readonly range: string;
  readonly byteLength: number;
  /** Time of the request, of the answer's first byte, and of its last. */
  readonly askedMs: number;
  readonly answeredMs: number;
  endMs: number;
}

export interface ThrottledServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Folders by path prefix; the longest prefix wins. */
  readonly folders: Map<string, string>;
  /** Body bytes and answers sent so far. */
  readonly sent: { bytes: number; answers: number };
  /** Answers in the order of their first bytes. Emptied by the caller. */
  readonly answers: SentAnswer[];
  close(): Promise<void>;
}

const nowMs = () => performance.timeOrigin + performance.now();

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

/** Bytes that one connection gets in its turn: 1.6 ms of 20 Mbit/s. */
const TURN_BYTES = 4096;
const TICK_MS = 4;

interface Pending {
  readonly response: ServerResponse;
  readonly bytes: Uint8Array;
  at: number;
}

/** Shares the line among answers, in turns. */
class SharedLine {
  readonly #bytesPerSecond: number;
  #pending: Pending[] = [];
  #room = 0;
  #lastMs = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(bytesPerSecond: number) {
    this.#bytesPerSecond = bytesPerSecond;
  }

  send(response: ServerResponse, bytes: Uint8Array): void {
    this.#pending.push({ response, bytes, at: 0 });
    if (this.#timer !== null) return;
    this.#lastMs = performance.now();
    this.#room = 0;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    const nowMs = performance.now();
    this.#room += ((nowMs - this.#lastMs) / 1000) * this.#bytesPerSecond;
    this.#lastMs = nowMs;
    while (this.#room > 0 && this.#pending.length > 0) {
      const next = this.#pending.shift()!;
      const { response, bytes } = next;
      if (response.destroyed) continue;
      const end = Math.min(bytes.length, next.at + TURN_BYTES);
      response.write(bytes.subarray(next.at, end));
      this.#room -= end - next.at;
      next.at = end;
      if (end < bytes.length) this.#pending.push(next);
      else response.end();
    }
    if (this.#pending.length === 0) this.stop();
  }
}

/** Serves files with ranges. Text is compressed, as hosts of pages do. */
export async function serveThrottled(
  { bytesPerSecond, latencyMs }: Line,
  hasRanges = true,
): Promise<ThrottledServer> {
  const folders = new Map<string, string>();
  const sent = { bytes: 0, answers: 0 };
  const answers: SentAnswer[] = [];
  const line = new SharedLine(bytesPerSecond);
  const packed = new Map<string, Uint8Array>();
  const known = new WeakSet<Socket>();

  const findFile = (path: string): string | null => {
    const prefixes = [...folders.keys()].sort((a, b) => b.length - a.length);
    const prefix = prefixes.find((each) => path.startsWith(each));
    if (prefix === undefined) return null;
    const root = resolve(folders.get(prefix)!);
    const rest = path.slice(prefix.length);
    const file = join(root, rest === "" || rest.endsWith("/") ? `${rest}index.html` : rest);
    const isInside = file.startsWith(root + sep);
    return isInside && statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
  };

  const server = createServer((request, response) => {
    const isNew = !known.has(request.socket);
    known.add(request.socket);
    const askedMs = nowMs();
    setTimeout(() => answer(askedMs, request, response), latencyMs * (isNew ? 2 : 1));
  });

  function answer(askedMs: number, request: IncomingMessage, response: ServerResponse): void {
    const { url = "/" } = request;
    const file = findFile(decodeURIComponent(url.split("?")[0]));
    sent.answers++;
    if (file === null) {
      response.writeHead(404, { "content-length": 0 }).end();
      return;
    }
    const extension = extname(file);
    const headers: Record<string, string | number> = {
      "content-type": TYPES[extension] ?? "application/octet-stream",
      etag: `"${statSync(file).size}-${statSync(file).mtimeMs}"`,
    };
    let bytes: Uint8Array = readFileSync(file);
    let status = 200;
    const wanted = request.headers.range ?? "";
    const range = /^bytes=(\d+)-(\d*)$/.exec(wanted);
    if (extension in TYPES) {
      headers["content-encoding"] = "gzip";
      if (!packed.has(file)) packed.set(file, gzipSync(bytes));
      bytes = packed.get(file)!;
    } else if (hasRanges) {
      headers["accept-ranges"] = "bytes";
      const start = Number(range?.[1] ?? 0);
      if (range !== null && start < bytes.length) {
        const end = Math.min(bytes.length, Number(range[2] || bytes.length - 1) + 1);
        headers["content-range"] = `bytes ${start}-${end - 1}/${bytes.length}`;
        bytes = bytes.subarray(start, end);
        status = 206;
      }
    }
    headers["content-length"] = bytes.length;
    const times = { askedMs, answeredMs: nowMs(), endMs: nowMs() };
    const sentAnswer: SentAnswer = { url, range: wanted, byteLength: bytes.length, ...times };
    answers.push(sentAnswer);
    response.on("close", () => {
      sentAnswer.endMs = nowMs();
    });
    response.writeHead(status, headers);
    if (request.method === "HEAD" || bytes.length === 0) {
      response.end();
      return;
    }
    sent.bytes += bytes.length;
    response.flushHeaders();
    if (Number.isFinite(bytesPerSecond)) line.send(response, bytes);
    else response.end(bytes);
  }

  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    folders,
    sent,
    answers,
    async close() {
      line.stop();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
