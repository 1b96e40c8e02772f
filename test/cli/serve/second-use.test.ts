/** Repeated use of the server: another request on a connection, another range, a changed file. */

import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FolderServer, serveFolder } from "../../../src/cli/serve/serve-folder.ts";
import { writeGma } from "../../../src/formats/gma/index.ts";
import { rawRequest, writeTree } from "../serve-helpers.ts";

const base = mkdtempSync(join(tmpdir(), "visleaf-serve-again-"));
/** Longer than three slices of 256 KB, without repetition. */
const big = Uint8Array.from({ length: 900_001 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 24);
const folder = join(base, "folder");
const pageFolder = writeTree(join(base, "page"), { "index.html": "<!doctype html>" });
const packed = (text: string) =>
  writeGma(new Map([["materials/in.vmt", new TextEncoder().encode(text)]]));

let server: FolderServer;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Writes the files that are listed when the server starts and that tests change. */
function writeFirstState(): void {
  writeTree(folder, { "state.bsp": "first state", "addon.gma": packed("first") });
  for (const name of ["state.bsp", "addon.gma"]) utimesSync(join(folder, name), 1000, 1000);
}

beforeAll(async () => {
  writeFirstState();
  writeTree(folder, { "big.bsp": big, "small.bsp": "small" });
  server = await serveFolder(folder, { port: 0, pageFolder, onBroken: () => undefined });
});
beforeEach(writeFirstState);
afterAll(async () => {
  agent.destroy();
  await server.close();
  rmSync(base, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  readonly socket: Socket;
}

/** Sends a request on the one kept connection. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((done, fail) => {
    const options = { host: "127.0.0.1", port: server.port, path, method, headers, agent };
    const sent = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        done({ status, headers, body: Buffer.concat(parts), socket: sent.socket as Socket });
      });
    });
    sent.on("error", fail).end();
  });
}

/** Writes a file with another time, and possibly other content. */
function change(name: string, content: string | Uint8Array, seconds: number): void {
  writeFileSync(join(folder, name), content);
  utimesSync(join(folder, name), seconds, seconds);
}

describe("a connection of visleaf serve", () => {
  it("answers one request after the other with the right file", async () => {
    const answers = [];
    for (const name of ["big", "small", "big", "small"])
      answers.push(await ask(`/maps/${name}.bsp`));
    for (const [i, { status, body, headers }] of answers.entries()) {
      const expected = i % 2 === 0 ? Buffer.from(big) : Buffer.from("small");
      expect([status, body.equals(expected)]).toEqual([200, true]);
      expect(headers["content-length"]).toBe(String(expected.length));
    }
    expect(new Set(answers.map(({ socket }) => socket)).size).toBe(1);
  });

  it("continues after HEAD, 304, 404 and 416, which have no body", async () => {
    const { headers } = await ask("/maps/big.bsp", {}, "HEAD");
    const etag = headers.etag ?? "";
    const statuses = [
      await ask("/maps/big.bsp", { "if-none-match": etag }),
      await ask("/maps/nowhere.bsp"),
      await ask("/maps/big.bsp", { range: `bytes=${big.length}-` }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([304, 404, 416]);
    const last = await ask("/maps/small.bsp");
    expect([last.status, last.body.toString()]).toEqual([200, "small"]);
  });

  it.each([
    [0, 1],
    [1, 262_144],
    [262_143, 262_146],
    [262_144, 900_001],
    [524_287, 800_000],
    [900_000, 900_001],
  ])("sends bytes %i to %i, and then another range", async (start, end) => {
    for (const [from, to] of [
      [start, end],
      [7, 19],
    ]) {
      const answer = await ask("/maps/big.bsp", { range: `bytes=${from}-${to - 1}` });
      expect(answer.status).toBe(206);
      expect(answer.headers["content-range"]).toBe(`bytes ${from}-${to - 1}/${big.length}`);
      expect(answer.headers["content-length"]).toBe(String(to - from));
      expect(answer.body.equals(Buffer.from(big.subarray(from, to)))).toBe(true);
    }
  });
});

describe("a file that changes while visleaf serve runs", () => {
  const path = "/maps/state.bsp";

  it("is sent with its new content and another tag, even if its length is unchanged", async () => {
    const first = await ask(path);
    change("state.bsp", "other state", 2000);
    const second = await ask(path, { "if-none-match": first.headers.etag ?? "" });
    expect([second.status, second.body.toString()]).toEqual([200, "other state"]);
    expect(second.headers.etag).not.toBe(first.headers.etag);
    expect(second.headers["last-modified"]).toBe(new Date(2_000_000).toUTCString());
    const third = await ask(path, { "if-none-match": second.headers.etag ?? "" });
    expect([third.status, third.body.length]).toEqual([304, 0]);
    expect(third.headers.etag).toBe(second.headers.etag);
    expect((await ask(path, { "if-none-match": first.headers.etag ?? "" })).status).toBe(200);
  });

  it("is sent according to its date, and whole if a range is of its former state", async () => {
    const first = await ask(path);
    const since = { "if-modified-since": first.headers["last-modified"] ?? "" };
    expect((await ask(path, since)).status).toBe(304);
    change("state.bsp", "a longer state", 3000);
    expect((await ask(path, since)).status).toBe(200);
    const range = { range: "bytes=0-4", "if-range": first.headers.etag ?? "" };
    const whole = await ask(path, range);
    expect([whole.status, whole.body.toString()]).toEqual([200, "a longer state"]);
    const part = await ask(path, { ...range, "if-range": whole.headers.etag ?? "" });
    expect([part.status, part.body.toString()]).toEqual([206, "a lon"]);
  });

  it("can be in a replaced archive, from which it is read again", async () => {
    const ask = (headers: Record<string, string> = {}) =>
      rawRequest(server.port, "/content/materials/in.vmt", { headers });
    const first = await ask();
    expect([first.status, first.body.toString()]).toEqual([200, "first"]);
    expect((await ask({ "if-none-match": first.headers.etag })).status).toBe(304);
    change("addon.gma", packed("later and longer"), 4000);
    const second = await ask({ "if-none-match": first.headers.etag });
    expect([second.status, second.body.toString()]).toEqual([200, "later and longer"]);
  });
});
