import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AHEAD_BYTES, HEAD_BYTES, openHttpBytes } from "../../../src/content/http/http-bytes.ts";
import { CancelledError } from "../../../src/core/errors.ts";
import { type RangeServer, serveRanges } from "../../support/range-server.ts";

const MB = 1 << 20;

/** Returns bytes that depend on their offsets. */
function makeBytes(length: number, seed = 0): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = i * 31 + (i >> 8) * 17 + seed;
  return bytes;
}

let server: RangeServer;
let url: string;
const bytes = makeBytes(3 * MB);

beforeAll(async () => {
  server = await serveRanges();
  url = `${server.origin}/maps/big.bsp`;
});
afterAll(() => server.close());
beforeEach(() => {
  server.files.clear();
  server.files.set("/maps/big.bsp", { bytes, etag: '"one"' });
  server.files.set("/small", { bytes: makeBytes(1000) });
  server.ranges = true;
  server.latencyMs = 0;
  server.faults.length = 0;
  server.reset();
});
afterEach(() => vi.unstubAllGlobals());

const errorOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error("it was read"),
    (error: Error) => error,
  );

describe("a server that supports ranges", () => {
  it("reports the length in the first response, whose bytes are not requested again", async () => {
    const source = await openHttpBytes(url);
    expect(source).toMatchObject({ label: url, byteLength: bytes.length, mode: "ranges" });
    expect(await source.read(100, 1000)).toEqual(bytes.subarray(100, 1100));
    expect(server.requests.map(({ range }) => range)).toEqual([`bytes=0-${HEAD_BYTES - 1}`]);
    expect(source.received).toBe(HEAD_BYTES);
    expect(source.requestCount).toBe(1);
  });

  it("gets a single request for a small file, and for an empty file", async () => {
    const source = await openHttpBytes(`${server.origin}/small`);
    expect(await source.read(0, 1000)).toEqual(makeBytes(1000));
    expect(server.sent).toBe(1000);
    server.files.set("/empty", { bytes: new Uint8Array(0) });
    const empty = await openHttpBytes(`${server.origin}/empty`);
    expect(empty.byteLength).toBe(0);
    expect(await empty.read(0, 0)).toHaveLength(0);
  });

  it("gets one request for near reads and separate ones for far reads, and every byte is counted", async () => {
    const counts: number[] = [];
    const source = await openHttpBytes(url, { onBytes: (count) => counts.push(count) });
    server.reset();
    const ranges = [
      [MB, 5000],
      [MB + 6000, 2000],
      [2 * MB, 300],
      [MB + 1000, 1000],
    ];
    const read = await Promise.all(ranges.map(([offset, length]) => source.read(offset, length)));
    for (const [i, [offset, length]] of ranges.entries()) {
      expect(read[i]).toEqual(bytes.subarray(offset, offset + length));
    }
    expect(server.requests.map(({ range }) => range).sort()).toEqual([
      `bytes=${MB}-${MB + 7999 + AHEAD_BYTES}`,
      `bytes=${2 * MB}-${2 * MB + 299 + AHEAD_BYTES}`,
    ]);
    expect(source.received).toBe(HEAD_BYTES + 8000 + 300 + 2 * AHEAD_BYTES);
    expect(counts.at(-1)).toBe(source.received);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
  });

  it("requests nothing for reads of gaps, or of what follows a short read", async () => {
    const source = await openHttpBytes(url);
    await Promise.all([source.read(MB, 5000), source.read(MB + 6000, 300)]);
    // Reads end with their last byte, the request with what follows.
    while (source.received < HEAD_BYTES + 6300 + AHEAD_BYTES) await new Promise(setImmediate);
    await new Promise((resolve) => setTimeout(resolve, 10));
    server.reset();
    const known = [
      [MB + 4000, 2000],
      [MB + 6300, AHEAD_BYTES],
      [MB, 6300 + AHEAD_BYTES],
    ];
    for (const [offset, length] of known) {
      expect(await source.read(offset, length)).toEqual(bytes.subarray(offset, offset + length));
    }
    expect(server.requests).toEqual([]);
    await source.read(MB + 6301, AHEAD_BYTES);
    expect(server.requests.length).toBe(1);
    // A long read is not extended, and nothing is read past the end.
    await source.read(2 * MB, 5000);
    await source.read(bytes.length - 10, 10);
    expect(server.requests.map(({ range }) => range).slice(1)).toEqual([
      `bytes=${2 * MB}-${2 * MB + 4999}`,
      `bytes=${bytes.length - 10}-${bytes.length - 1}`,
    ]);
  });

  it("requests nothing for a read that a short read's answer continues with", async () => {
    const source = await openHttpBytes(url);
    server.reset();
    const [follower] = await Promise.all(
      [2 * MB, 2 * MB + 60_000].map(async (offset) => {
        await source.read(offset, 300);
        return source.read(offset + 300, AHEAD_BYTES);
      }),
    );
    expect(follower).toEqual(bytes.subarray(2 * MB + 300, 2 * MB + 300 + AHEAD_BYTES));
    expect(server.requests.length).toBe(2);
  });

  it("shares a long read among at most six parallel requests", async () => {
    const long = makeBytes(40 * MB, 5);
    server.files.set("/long", { bytes: long });
    const source = await openHttpBytes(`${server.origin}/long`);
    server.reset();
    server.latencyMs = 30;
    const part = await source.read(100_000, 36 * MB);
    expect(Buffer.compare(part, long.subarray(100_000, 100_000 + 36 * MB))).toBe(0);
    expect(server.requests).toHaveLength(9);
    expect(server.sent).toBe(36 * MB);
    const busiest = server.requests.map(
      ({ startMs }) =>
        server.requests.filter((r) => r.startMs <= startMs && startMs < r.endMs).length,
    );
    expect(Math.max(...busiest)).toBeGreaterThan(1);
    expect(Math.max(...busiest)).toBeLessThanOrEqual(6);
  });

  it("fills a separate buffer for each read", async () => {
    const source = await openHttpBytes(url);
    const [a, b] = await Promise.all([source.read(MB, 10), source.read(MB, 10)]);
    a.fill(0);
    expect(b).toEqual(bytes.subarray(MB, MB + 10));
    expect(b.buffer.byteLength).toBe(10);
  });
});

describe("a server without ranges", () => {
  beforeEach(() => {
    server.ranges = false;
  });

  it("sends the whole file once, which can be read as it arrives", async () => {
    const source = await openHttpBytes(url);
    expect(source).toMatchObject({ byteLength: bytes.length, mode: "whole" });
    const [head, tail] = await Promise.all([source.read(0, 1036), source.read(3 * MB - 9, 9)]);
    expect(head).toEqual(bytes.subarray(0, 1036));
    expect(tail).toEqual(bytes.subarray(3 * MB - 9));
    const middle = await source.read(MB - 70_000, MB);
    expect(Buffer.compare(middle, bytes.subarray(MB - 70_000, 2 * MB - 70_000))).toBe(0);
    expect(server.requests).toHaveLength(1);
    expect([source.received, server.sent]).toEqual([bytes.length, bytes.length]);
  });

  it("is asked again after a broken response, and no bytes are delivered twice", async () => {
    server.faults.push({ breakAfter: MB });
    const source = await openHttpBytes(url);
    expect(Buffer.compare(await source.read(0, bytes.length), bytes)).toBe(0);
    expect(server.requests).toHaveLength(2);
  });

  it("may omit the length, which is known at the end", async () => {
    const source = await openHttpBytes(url, {
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        const headers = new Headers(response.headers);
        headers.delete("content-length");
        return new Response(response.body, { status: response.status, headers });
      },
    });
    expect(source.byteLength).toBe(bytes.length);
    expect(await source.read(MB, 5)).toEqual(bytes.subarray(MB, MB + 5));
  });
});

describe("headers that a browser hides from another site's answers", () => {
  it("may include Content-Range: the length is then requested separately", async () => {
    const hide: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const headers = new Headers(response.headers);
      headers.delete("content-range");
      headers.delete("etag");
      return new Response(response.body, { status: response.status, headers });
    };
    const source = await openHttpBytes(url, { fetch: hide });
    expect(source).toMatchObject({ byteLength: bytes.length, mode: "ranges" });
    expect(await source.read(MB, 5)).toEqual(bytes.subarray(MB, MB + 5));
    expect(server.requests.map(({ method }) => method)).toEqual(["GET", "HEAD", "GET"]);
  });
});

describe("a network failure", () => {
  it("is retried for busy servers, and for broken bodies from where they ended", async () => {
    server.faults.push({ status: 503 });
    const source = await openHttpBytes(url);
    server.reset();
    server.faults.push({ breakAfter: 100_000 }, { status: 429, headers: { "retry-after": "1" } });
    const started = performance.now();
    const part = await source.read(MB, 200_000);
    expect(Buffer.compare(part, bytes.subarray(MB, MB + 200_000))).toBe(0);
    expect(performance.now() - started).toBeGreaterThan(1000);
    expect(server.requests.map(({ status }) => status)).toEqual([206, 429, 206]);
    const [first, , last] = server.requests;
    expect(Number(/=(\d+)/.exec(last.range!)![1])).toBeLessThanOrEqual(MB + first.sent);
    expect(source.received).toBe(HEAD_BYTES + 200_000);
  });

  it("ends after some tries in one sentence with the address and the status", async () => {
    server.faults.push(...Array.from({ length: 3 }, () => ({ status: 500 })));
    const error = await errorOf(openHttpBytes(url));
    expect(error.message).toBe(`${url} was answered with status 500`);
    expect(server.requests).toHaveLength(3);
  });

  it("names a server that does not exist", async () => {
    const error = await errorOf(openHttpBytes("http://127.0.0.1:9/none.bsp"));
    expect(error.message).toMatch("http://127.0.0.1:9/none.bsp cannot be reached (");
  });
});

describe("answers other than the file", () => {
  it("report a missing or forbidden file, and are not retried", async () => {
    const error = await errorOf(openHttpBytes(`${server.origin}/none.bsp`));
    expect(error.message).toMatch(/none\.bsp was answered with status 404: there is no such file/);
    server.faults.push({ status: 403 });
    expect((await errorOf(openHttpBytes(url))).message).toMatch(/status 403: its server does not/);
    expect(server.requests).toHaveLength(2);
  });

  it("report a web page in place of the file", async () => {
    const html = new TextEncoder().encode("<!doctype html>");
    const headers = { "content-type": "text/html; charset=utf-8" };
    server.files.set("/page.bsp", { bytes: html, headers });
    const error = await errorOf(openHttpBytes(`${server.origin}/page.bsp`));
    expect(error.message).toMatch("/page.bsp was answered with a web page: there is no such file");
  });

  it("report CORS rules, and a plain HTTP address on a secure page", async () => {
    vi.stubGlobal("location", { origin: "https://fans.example" });
    const fetch = () => Promise.reject(new TypeError("Failed to fetch"));
    const rules = await errorOf(openHttpBytes("https://maps.example/a.bsp", { fetch }));
    expect(rules.message).toBe(
      'https://maps.example/a.bsp cannot be reached, or its server does not allow this page to read it: a file on another site is readable only if that site answers with the header "Access-Control-Allow-Origin: https://fans.example" (or *)',
    );
    const plain = await errorOf(openHttpBytes("http://maps.example/a.bsp", { fetch }));
    expect(plain.message).toMatch(/plain http, and browsers let a page on https read from https/);
  });
});

describe("a file that changes while it is read", () => {
  const changed = /big\.bsp changed on its server while it was being read: open it again/;

  it.each([
    ["validator", { bytes, etag: '"two"' }],
    ["length", { bytes: bytes.subarray(0, 2 * MB) }],
  ])("is noticed by its %s", async (_, file) => {
    const source = await openHttpBytes(url);
    server.files.set("/maps/big.bsp", file);
    expect((await errorOf(source.read(MB, 10))).message).toMatch(changed);
  });

  it("is noticed after deletion, or if the server stops supporting ranges", async () => {
    const source = await openHttpBytes(url);
    server.ranges = false;
    expect((await errorOf(source.read(MB, 10))).message).toMatch(changed);
    server.ranges = true;
    server.files.delete("/maps/big.bsp");
    expect((await errorOf(source.read(MB, 10))).message).toMatch(/status 404/);
  });
});

describe("cancelling", () => {
  it("ends opening, every read, and the server's response", async () => {
    const abort = new AbortController();
    server.latencyMs = 200;
    const opening = errorOf(openHttpBytes(url, { signal: abort.signal }));
    setTimeout(() => abort.abort(), 20);
    const started = performance.now();
    expect(await opening).toBeInstanceOf(CancelledError);
    expect(performance.now() - started).toBeLessThan(150);

    const lifetime = new AbortController();
    const source = await openHttpBytes(url, { signal: lifetime.signal });
    const reads = [source.read(MB, 10), source.read(2 * MB, 10)].map(errorOf);
    setTimeout(() => lifetime.abort(), 20);
    for (const error of await Promise.all(reads)) expect(error).toBeInstanceOf(CancelledError);
    expect(await errorOf(source.read(0, 10))).toBeInstanceOf(CancelledError);
  });

  it("a read keeps the other reads, and aborts a request without readers", async () => {
    const source = await openHttpBytes(url);
    const abort = new AbortController();
    server.latencyMs = 50;
    const cancelled = errorOf(source.read(MB, 1000, abort.signal));
    const kept = source.read(MB + 500, 1000);
    setTimeout(() => abort.abort(), 10);
    expect(await cancelled).toBeInstanceOf(CancelledError);
    expect(await kept).toEqual(bytes.subarray(MB + 500, MB + 1500));

    server.reset();
    const alone = new AbortController();
    const only = errorOf(source.read(2 * MB, MB - 1, alone.signal));
    setTimeout(() => alone.abort(), 10);
    expect(await only).toBeInstanceOf(CancelledError);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.sent).toBeLessThan(MB - 1);
  });

  it("ends the delay before a retry", async () => {
    const abort = new AbortController();
    server.faults.push({ status: 503, headers: { "retry-after": "9" } });
    const opening = errorOf(openHttpBytes(url, { signal: abort.signal }));
    setTimeout(() => abort.abort(), 50);
    const started = performance.now();
    expect(await opening).toBeInstanceOf(CancelledError);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
