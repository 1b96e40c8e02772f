/** Tests reading files of a folder on a server in two parts, from servers of all kinds. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { urlSource } from "../../../src/content/http/url-source.ts";
import { type RangeServer, serveRanges } from "../../support/range-server.ts";

const BYTES = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) & 255);
const HEAD = 1000;

describe("heads of files on a server", () => {
  let server: RangeServer;
  beforeEach(async () => {
    server = await serveRanges({
      "/a.vtf": { bytes: BYTES, etag: '"1"' },
      "/b.vtf": { bytes: BYTES },
      "/small.vtf": { bytes: BYTES.subarray(0, 700) },
      "/exact.vtf": { bytes: BYTES.subarray(0, HEAD) },
    });
  });
  afterEach(() => server.close());

  const asked = () => server.requests.map(({ range, status }) => `${range ?? "whole"} ${status}`);

  it("are read by a range, and the rest by another", async () => {
    const drawn: number[] = [];
    const source = urlSource(server.origin);
    const head = await source.readHead!("a.vtf", HEAD, undefined, (n) => drawn.push(n));
    expect(head).toMatchObject({ byteLength: 3000, bytes: BYTES.subarray(0, HEAD) });
    expect(await head!.readWhole!(undefined, (n) => drawn.push(n))).toEqual(BYTES);
    expect(asked()).toEqual(["bytes=0-999 206", "bytes=1000-2999 206"]);
    expect(drawn.reduce((sum, n) => sum + n, 0)).toBe(3000);
    // Both parts are kept.
    expect(await source.read("a.vtf")).toEqual(BYTES);
    expect(server.requests.length).toBe(2);
  });

  it("of small files are the whole file", async () => {
    const source = urlSource(server.origin);
    for (const name of ["small.vtf", "exact.vtf"]) {
      const head = await source.readHead!(name, HEAD);
      expect(head).toMatchObject({ byteLength: head!.bytes.length, readWhole: null });
      expect(await source.read(name)).toBe(head!.bytes);
    }
    expect(server.requests.length).toBe(2);
  });

  it("of missing files are null, once", async () => {
    const source = urlSource(server.origin);
    expect(await source.readHead!("none.vtf", HEAD)).toBeNull();
    expect(await source.readHead!("none.vtf", HEAD)).toBeNull();
    expect(await source.read("none.vtf")).toBeNull();
    expect(asked()).toEqual(["bytes=0-999 404"]);
  });

  it("are whole files if the server has no ranges", async () => {
    server.ranges = false;
    const head = await urlSource(server.origin).readHead!("a.vtf", HEAD);
    expect(head).toEqual({ bytes: BYTES, byteLength: 3000, readWhole: null });
    expect(asked()).toEqual(["bytes=0-999 200"]);
  });

  it("lead to a whole file if it changed, or ranges are gone, before the rest is read", async () => {
    const changed = BYTES.map((value) => value ^ 255);
    const source = urlSource(server.origin);
    const head = await source.readHead!("a.vtf", HEAD);
    server.files.set("/a.vtf", { bytes: changed, etag: '"2"' });
    expect(await head!.readWhole!()).toEqual(changed);
    const other = urlSource(server.origin);
    const second = await other.readHead!("b.vtf", HEAD);
    server.ranges = false;
    expect(await second!.readWhole!()).toEqual(BYTES);
  });

  it("are read again whole if a connection breaks", async () => {
    server.faults.push({ breakAfter: 500 });
    const source = urlSource(server.origin);
    expect(await source.readHead!("a.vtf", HEAD)).toMatchObject({ bytes: BYTES, readWhole: null });
    server.reset();
    const other = urlSource(server.origin);
    const head = await other.readHead!("b.vtf", HEAD);
    server.faults.push({ breakAfter: 500 });
    expect(await head!.readWhole!()).toEqual(BYTES);
    expect(asked()).toEqual(["bytes=0-999 206", "bytes=1000-2999 206", "whole 200"]);
  });

  it("reject if the rest cannot be read at all", async () => {
    const head = await urlSource(server.origin).readHead!("b.vtf", HEAD);
    server.faults.push({ status: 500 }, { status: 500 });
    await expect(head!.readWhole!()).rejects.toThrow(/HTTP 500/);
  });
});

describe("servers that lie about ranges", () => {
  let server: Server;
  let origin: string;
  let requests: (string | undefined)[];
  let lie: (request: IncomingMessage, response: ServerResponse) => void;
  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      requests.push(request.headers.range);
      if (request.headers.range === undefined) response.end(BYTES);
      else lie(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const part = (response: ServerResponse, range: string, bytes: Uint8Array, more = {}) =>
    response
      .writeHead(206, { ...(range !== "" && { "content-range": range }), ...more })
      .end(bytes);

  const LIES: [string, (response: ServerResponse) => void][] = [
    ["another part", (r) => part(r, "bytes 500-1499/3000", BYTES.subarray(500, 1500))],
    ["a part without its range", (r) => part(r, "", BYTES.subarray(0, HEAD))],
    ["a part of unknown length", (r) => part(r, "bytes 0-999/*", BYTES.subarray(0, HEAD))],
    ["a short part", (r) => part(r, "bytes 0-999/3000", BYTES.subarray(0, 900))],
    ["a long part", (r) => part(r, "bytes 0-999/3000", BYTES.subarray(0, 1100))],
    ["everything as a part", (r) => part(r, "bytes 0-999/3000", BYTES)],
    ["nothing", (r) => r.writeHead(416, { "content-range": "bytes */3000" }).end()],
    ["an error", (r) => r.writeHead(501).end()],
  ];

  it.each(LIES)("are read whole if they send %s", async (_, answer) => {
    lie = (_, response) => answer(response);
    const source = urlSource(origin);
    expect(await source.readHead!("a.vtf", HEAD)).toMatchObject({ bytes: BYTES, readWhole: null });
    // No more ranges are requested of it.
    expect(await source.readHead!("b.vtf", HEAD)).toMatchObject({ bytes: BYTES, readWhole: null });
    expect(requests).toEqual(["bytes=0-999", undefined, undefined]);
  });

  it.each([
    ["another part", "bytes 0-1999/3000", BYTES.subarray(0, 2000)],
    ["a short part", "bytes 1000-2999/3000", BYTES.subarray(1000, 2900)],
    ["another length", "bytes 1000-2999/4000", BYTES.subarray(1000)],
  ])("are read whole if they send %s for the rest", async (_, range, bytes) => {
    lie = ({ headers }, response) => {
      if (headers.range === "bytes=0-999") {
        part(response, "bytes 0-999/3000", BYTES.subarray(0, HEAD));
      } else part(response, range, bytes);
    };
    const head = await urlSource(origin).readHead!("a.vtf", HEAD);
    expect(await head!.readWhole!()).toEqual(BYTES);
    expect(requests).toEqual(["bytes=0-999", "bytes=1000-2999", undefined]);
  });
});
