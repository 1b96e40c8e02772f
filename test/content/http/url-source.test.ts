import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { urlSource } from "../../../src/content/http/url-source.ts";
import { openSource } from "../../../src/content/open-source.ts";
import { CancelledError } from "../../../src/core/errors.ts";

let server: Server;
let base: string;
let requests: string[];
/** Requests for `/slow` that are not answered yet. */
let waiting: ServerResponse[];

beforeEach(async () => {
  requests = [];
  waiting = [];
  let flakyCount = 0;
  server = createServer((request, response) => {
    const url = request.url ?? "";
    requests.push(url);
    const answer = (status: number, body = "", type = "application/octet-stream") =>
      response.writeHead(status, { "content-type": type }).end(body);
    if (url.endsWith("/slow")) waiting.push(response);
    else if (url.endsWith("/forbidden")) answer(403);
    else if (url.endsWith("/broken")) answer(500);
    else if (url.endsWith("/flaky")) answer(flakyCount++ === 0 ? 503 : 200, "late");
    else if (url.endsWith("/page")) answer(200, "<!doctype html>", "text/html; charset=utf-8");
    else if (url.startsWith("/game/materials/")) answer(200, url);
    else answer(404);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/game`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const string = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes);

/** Waits until the server holds a number of unanswered requests. */
async function untilWaiting(count: number): Promise<void> {
  while (waiting.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("urlSource", () => {
  it("requests the base with one slash and the escaped path", async () => {
    for (const root of [base, `${base}/`]) {
      const source = urlSource(root);
      expect(source.label).toBe(root);
      const found = string(await source.read("materials/a b#c%d?.vtf"));
      expect(found).toBe("/game/materials/a%20b%23c%25d%3F.vtf");
    }
  });

  it("has no file if the server answers 404 or 403, or sends a page", async () => {
    const source = openSource({ kind: "url", base });
    expect(await source.read("missing")).toBeNull();
    expect(await source.read("forbidden")).toBeNull();
    expect(await source.read("page")).toBeNull();
  });

  it("requests each path once, found or not", async () => {
    const source = urlSource(base);
    const paths = ["materials/a", "missing", "materials/a", "missing"];
    await Promise.all(paths.map((path) => source.read(path)));
    await Promise.all(paths.map((path) => source.read(path)));
    expect(requests.sort()).toEqual(["/game/materials/a", "/game/missing"]);
  });

  it("rejects with the URL and status otherwise, and retries at the next read", async () => {
    const source = urlSource(base);
    await expect(source.read("broken")).rejects.toThrow(`${base}/broken: HTTP 500`);
    await expect(source.read("flaky")).rejects.toThrow("HTTP 503");
    expect(string(await source.read("flaky"))).toBe("late");
  });

  it("rejects with the URL if no server answers", async () => {
    const source = urlSource("http://127.0.0.1:1/x");
    await expect(source.read("a")).rejects.toThrow("http://127.0.0.1:1/x/a: no answer");
  });

  it("cancels before or during a request", async () => {
    const source = urlSource(base);
    await expect(source.read("a", AbortSignal.abort())).rejects.toThrow(CancelledError);
    expect(requests).toEqual([]);
    const controller = new AbortController();
    const reading = source.read("slow", controller.signal);
    await untilWaiting(1);
    controller.abort();
    await expect(reading).rejects.toThrow(CancelledError);
  });

  it("does not cancel the read of another reader", async () => {
    const source = urlSource(base);
    const first = new AbortController();
    const second = new AbortController();
    const reads = [
      source.read("slow", first.signal).catch((error: Error) => error.name),
      source.read("slow", second.signal).catch((error: Error) => error.name),
      source.read("slow").then(string),
    ];
    await untilWaiting(1);
    second.abort();
    expect(await reads[1]).toBe("CancelledError");
    first.abort();
    expect(await reads[0]).toBe("CancelledError");
    await untilWaiting(2);
    waiting[1].end("done");
    expect(await reads[2]).toBe("done");
  });

  it("keeps the most recently used files, up to a byte limit", async () => {
    const source = urlSource(base, {}, 700);
    for (const path of ["materials/a", "materials/b", "materials/a"]) await source.read(path);
    expect(requests).toEqual(["/game/materials/a", "/game/materials/b"]);
    await source.read("materials/c");
    requests.length = 0;
    for (const path of ["materials/a", "materials/c", "materials/b"]) {
      expect(string(await source.read(path))).toBe(`/game/${path}`);
    }
    expect(requests).toEqual(["/game/materials/b"]);
  });
});
