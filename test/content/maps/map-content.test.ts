/**
 * Limits of a map's requests to content and hosts, counted by a server that has few files, or never
 * answers.
 */

import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { urlSource } from "../../../src/content/http/url-source.ts";
import { MapContent } from "../../../src/content/maps/map-content.ts";
import type { ContentSource, UrlLimits } from "../../../src/content/types.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import type { Limits } from "../../../src/core/limits.ts";

let server: Server;
let base: string;
let requests: string[];
let atOnce: number;
/** Number of connections that were closed before their answer ended. */
let cutOff: number;
let answer: (path: string, response: ServerResponse) => void;

beforeEach(async () => {
  requests = [];
  atOnce = 0;
  cutOff = 0;
  let running = 0;
  answer = (_, response) => void response.writeHead(404).end();
  server = createServer((request, response) => {
    requests.push(request.url ?? "");
    atOnce = Math.max(atOnce, ++running);
    response.on("close", () => {
      running--;
      if (!response.writableFinished) cutOff++;
    });
    setTimeout(() => answer(request.url ?? "", response), 1);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function open(sources: readonly ContentSource[], limits: Limits = {}) {
  const diagnostics = new Diagnostics();
  const ledger = new Ledger(limits);
  return { content: new MapContent(sources, diagnostics, ledger), diagnostics, ledger };
}

function openHost(limits: Limits = {}, urlLimits: Partial<UrlLimits> = {}) {
  return open([urlSource(base, urlLimits)], limits);
}

/** Reads all paths at once, as a map does; errors replace bytes. */
function readAll(content: MapContent, count: number) {
  const reads = Array.from({ length: count }, (_, i) => content.read(`materials/${i}.vmt`));
  return Promise.all(reads.map((read) => read.catch((error: Error) => error)));
}

function countingSource(files: readonly string[]) {
  const reads: string[] = [];
  const source: ContentSource = {
    label: "counting",
    async read(path) {
      reads.push(path);
      return files.includes(path) ? new Uint8Array(1) : null;
    },
  };
  return { source, reads };
}

describe("MapContent", () => {
  it("reads sources in order, and a missing path once", async () => {
    const first = countingSource(["a", "both"]);
    const second = countingSource(["b", "both"]);
    const { content, ledger } = open([first.source, second.source]);
    for (const path of ["A", "both", "b", "none", "none", "//None", "b"]) await content.read(path);
    expect(first.reads).toEqual(["a", "both", "b", "none", "b"]);
    expect(second.reads).toEqual(["b", "none", "b"]);
    expect(ledger.used("contentPaths")).toBe(4);
  });

  it("finds a path that is read twice at once in a later source", async () => {
    const first = countingSource([]);
    const second = countingSource(["a"]);
    const { content, ledger } = open([first.source, second.source], { contentPaths: 1 });
    const found = await Promise.all([content.read("a"), content.read("a"), content.read("A")]);
    expect(found.map((bytes) => bytes?.length)).toEqual([1, 1, 1]);
    expect(ledger.used("contentPaths")).toBe(1);
  });

  it("reads a console's file if the plain one is missing everywhere", async () => {
    const first = countingSource(["materials/a.360.vtf", "models/b.mdl", "models/b.360.mdl"]);
    const second = countingSource(["materials/b.vtf", "materials/b.360.vtf"]);
    const { content, ledger } = open([first.source, second.source]);
    for (const path of ["materials/A.vtf", "models/b.mdl", "materials/b.vtf", "materials/a.vmt"]) {
      expect(await content.read(path), path).toEqual(
        path.endsWith(".vmt") ? null : new Uint8Array(1),
      );
    }
    expect(first.reads).toEqual([
      "materials/a.vtf",
      "materials/a.360.vtf",
      "models/b.mdl",
      "materials/b.vtf",
      "materials/a.vmt",
    ]);
    // One path of the map, by whatever name it is found.
    expect(ledger.used("contentPaths")).toBe(4);
  });

  it("does not request console files from a host", async () => {
    const { content } = openHost();
    expect(await content.read("materials/none.vtf")).toBeNull();
    expect(requests).toEqual(["/materials/none.vtf"]);
  });

  it("treats paths beyond the limit as missing, with one warning", async () => {
    const { source, reads } = countingSource(["5", "6"]);
    const { content, diagnostics } = open([source], { contentPaths: 6 });
    const found = [];
    for (let i = 1; i <= 9; i++) found.push((await content.read(String(i))) !== null);
    expect(found.indexOf(true)).toBe(4);
    expect(reads).toEqual(["1", "2", "3", "4", "5", "6"]);
    // Earlier paths are still readable.
    expect(await content.read("5")).not.toBeNull();
    expect(diagnostics.warnings).toMatchObject([
      {
        code: "over-budget",
        subject: "content",
        message: expect.stringContaining("6 files"),
        count: 3,
      },
    ]);
  });

  it("passes on a source's rejection", async () => {
    const read = () => Promise.reject(new Error("disk"));
    const { content } = open([{ label: "b", read }]);
    await expect(content.read("x")).rejects.toThrow("disk");
    await expect(content.read("x")).rejects.toThrow("disk");
  });
});

describe("a host", () => {
  it("without any of the files is no longer asked after a number of misses, with one warning", async () => {
    const other = countingSource(["materials/900.vmt"]);
    const { content, diagnostics } = open([urlSource(base), other.source], { hostMisses: 50 });
    const found = await readAll(content, 1000);
    // Requests that were under way when the host was given up.
    expect(requests.length).toBeGreaterThan(50);
    expect(requests.length).toBeLessThanOrEqual(51 + 23);
    expect(other.reads.length).toBe(1000);
    expect(found[900]).toBeInstanceOf(Uint8Array);
    const { host } = new URL(base);
    expect(diagnostics.warnings).toEqual([
      {
        code: "host-given-up",
        subject: host,
        message: `No more requests are sent to ${host}: it has 0 of 51 requested files.`,
        count: 1,
      },
    ]);
  });

  it("with errors is given up like a host without files", async () => {
    answer = (_, response) => void response.writeHead(500).end();
    const { content, diagnostics } = openHost({ hostMisses: 50 });
    const found = await readAll(content, 1000);
    expect(requests.length).toBeLessThanOrEqual(51 + 23);
    expect(found.filter((outcome) => outcome instanceof Error).length).toBe(requests.length);
    expect(diagnostics.subjects("host-given-up").length).toBe(1);
  });

  it("with a fifth of the files gets all requests", async () => {
    answer = (path, response) => void response.writeHead(/[05].vmt$/.test(path) ? 200 : 404).end();
    const { content, diagnostics, ledger } = openHost({ hostMisses: 50 });
    const found = await readAll(content, 1000);
    expect(requests.length).toBe(1000);
    expect(found.filter((bytes) => bytes !== null).length).toBe(200);
    expect(diagnostics.warnings).toEqual([]);
    expect(ledger.used("hostMisses")).toBeLessThanOrEqual(50);
  });

  it("counts once if several of its folders are sources", async () => {
    const { content } = open([urlSource(`${base}a`), urlSource(`${base}b`)], { hostMisses: 50 });
    await readAll(content, 1000);
    expect(requests.length).toBeLessThanOrEqual(51 + 23);
  });

  it("gets a limited number of requests at a time", async () => {
    const held: ServerResponse[] = [];
    // The server answers only once there are five requests.
    answer = (_, response) => {
      held.push(response);
      if (atOnce >= 5) for (const waiting of held.splice(0)) waiting.writeHead(404).end();
    };
    const { content } = openHost({}, { atOnce: 5 });
    await readAll(content, 100);
    expect(requests.length).toBe(100);
    expect(atOnce).toBe(5);
  });

  it("that accepts but never answers is given up after three requests", async () => {
    answer = () => undefined;
    const { content, diagnostics } = openHost({}, { silenceMs: 200, atOnce: 4 });
    const started = performance.now();
    const found = await readAll(content, 300);
    expect(performance.now() - started).toBeLessThan(5000);
    // Two more requests replace the first two that were aborted.
    expect(requests.length).toBeLessThanOrEqual(6);
    const errors = found.filter((outcome) => outcome instanceof Error);
    expect(errors.map(({ message }) => message)).toEqual(
      requests.map(() => expect.stringMatching(/: no answer within 0.2 s$/)),
    );
    expect(diagnostics.warnings).toMatchObject([
      { message: expect.stringMatching(/it did not answer 3 requests in a row\.$/), count: 1 },
    ]);
  });

  it("that stops in the middle of a file is aborted", async () => {
    answer = (_, response) => void response.writeHead(200).write("half");
    const { content } = openHost({}, { silenceMs: 200 });
    await expect(content.read("a")).rejects.toThrow(/no answer within/);
  });

  it("gets more time while it sends other files", async () => {
    answer = (path, response) => {
      if (path.endsWith("late")) setTimeout(() => response.end("late"), 900);
      else {
        const drip = setInterval(() => response.write("."), 50);
        setTimeout(() => {
          clearInterval(drip);
          response.end();
        }, 700);
      }
    };
    const { content } = openHost({}, { silenceMs: 400 });
    const [late, slow] = await Promise.all([content.read("late"), content.read("slow")]);
    expect(late?.length).toBe(4);
    expect(slow?.length).toBeGreaterThan(5);
  });

  it("that sends without end is cut off", async () => {
    answer = (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(new Uint8Array(1 << 16)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    };
    const { content } = openHost({}, { maxFileBytes: 2 ** 20 });
    await expect(content.read("a")).rejects.toThrow(/more than 1048576 bytes/);
    let drawn = 0;
    const draw = (byteLength: number) => {
      drawn += byteLength;
      if (drawn <= 100_000) return;
      const detail = { format: "VMT", code: "too-large", where: "file", offset: 0 } as const;
      throw new FormatError({ ...detail, expected: "less" });
    };
    await expect(content.read("b", undefined, draw)).rejects.toThrow(FormatError);
    expect(drawn).toBeLessThan(2 ** 20);
    await expect.poll(() => cutOff, { timeout: 5000 }).toBe(2);
  });

  it("that announces too many bytes is aborted", async () => {
    answer = (_, response) => {
      response.writeHead(200, { "content-length": 2 ** 33 });
      response.write("x");
    };
    const { content } = openHost();
    await expect(content.read("a")).rejects.toThrow(/more than 134217728 bytes/);
    await expect.poll(() => cutOff, { timeout: 5000 }).toBe(1);
  });
});
