/** Archives behind the server: damaged ones, and packed files. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { deflateRawSync } from "node:zlib";
import { compress } from "lzma1";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type FolderServer, serveFolder } from "../../../src/cli/serve/serve-folder.ts";
import { writeGma } from "../../../src/formats/gma/index.ts";
import { lzmaEntry, makeZip } from "../../formats/zip/make-zip.ts";
import { rawRequest, writeTree } from "../serve-helpers.ts";

const base = mkdtempSync(join(tmpdir(), "visleaf-serve-archives-"));
afterAll(() => rmSync(base, { recursive: true }));

const text = (content: string) => new TextEncoder().encode(content);
/** Bytes without repetition, above the size up to which files are unpacked in parallel. */
const big = new Uint8Array(2_500_000).map((_, i) => (i * 2654435761) >>> 19);
const deflated = (name: string, bytes: Uint8Array, byteLength = bytes.length) => ({
  name,
  data: new Uint8Array(deflateRawSync(bytes)),
  method: 8,
  byteLength,
});
const broken = deflated("materials/broken.vtf", big);
broken.data.fill(0xff, broken.data.length >> 1);
const addon = compress(writeGma(new Map([["materials/addon.vtf", big]])));

const folder = writeTree(join(base, "folder"), {
  "room.bsp": "VBSP",
  // Sorted before all others in the search order.
  "0.zip": "no zip at all",
  "1.vpk": text("4\x12\xaaU and nothing that follows it"),
  "2.gma": text("GMAD"),
  "3.zip": makeZip([
    deflated("materials/bomb.vtf", new Uint8Array(1000), 1 << 30),
    deflated("materials/longer.vtf", big, big.length - 1),
    deflated("materials/shorter.vtf", big, big.length + 1),
    { name: "materials/lzma-lies.vtf", data: text("12345678901234567890"), method: 14 },
    broken,
  ]),
  "4.zip": makeZip([
    deflated("materials/big.vtf", big),
    deflated("materials/broken.vtf", text("the one behind it")),
    deflated("materials/empty.vtf", text("")),
    lzmaEntry("materials/lzma.vtf", big),
    { name: "materials/stored.vtf", data: big },
  ]),
  "5.gma": addon,
});

const told: string[] = [];
let server: FolderServer;
beforeAll(async () => {
  const pageFolder = writeTree(join(base, "page"), { "index.html": "<!doctype html>" });
  const onBroken = (message: string) => void told.push(message);
  server = await serveFolder(folder, { port: 0, pageFolder, onBroken });
});
afterAll(() => server.close());
const get = (path: string, headers = {}) =>
  rawRequest(server.port, `/content/materials/${path}`, { headers });

describe("archives of visleaf serve", () => {
  it("are skipped if they are damaged: files in later archives are found", async () => {
    expect((await get("stored.vtf")).body.equals(big)).toBe(true);
    expect((await get("broken.vtf")).body.toString()).toBe("the one behind it");
    expect((await get("none.vtf")).status).toBe(404);
  });

  it("answer 404 for files that are refused or damaged", async () => {
    for (const name of ["bomb", "longer", "shorter", "lzma-lies"]) {
      const { status, body } = await get(`${name}.vtf`);
      expect([name, status, body.length]).toEqual([name, 404, "There is no such file.".length]);
    }
    const of = (part: string) => told.filter((line) => line.includes(part));
    expect(of("bomb")[0]).toMatch(
      /^folder\/3\.zip is passed over: ZIP .*at most \d+ bytes unpacked/,
    );
    expect(of("longer")[0]).toContain("more");
    expect(of("shorter")[0]).toContain(String(big.length));
  });

  it("are reported once each, in a line", async () => {
    for (let i = 0; i < 3; i++) await get(`nothing-${i}.vtf`);
    for (const name of ["0.zip", "1.vpk", "2.gma"]) {
      expect(told.filter((line) => line.startsWith(`folder/${name} `)).length).toBe(1);
    }
    expect(told.join("")).not.toContain("nothing-");
  });

  it.each(["big.vtf", "lzma.vtf", "stored.vtf", "addon.vtf"])(
    "serve %s whole and by ranges",
    async (name) => {
      const whole = await get(name);
      expect([whole.status, whole.body.equals(big)]).toEqual([200, true]);
      const ranges = [
        [0, 9] as const,
        [262_140, 262_150] as const,
        [2_499_990, 2_499_999] as const,
      ];
      const parts = await Promise.all(
        ranges.map(([start, end]) => get(name, { range: `bytes=${start}-${end}` })),
      );
      for (const [i, [start, end]] of ranges.entries()) {
        expect(parts[i].status).toBe(206);
        expect(parts[i].body.equals(big.subarray(start, end + 1))).toBe(true);
      }
    },
  );

  it("serve an empty file", async () => {
    const { status, body } = await get("empty.vtf");
    expect([status, body.length]).toEqual([200, 0]);
  });
});

/** Only the bundle unpacks in a worker thread; from source everything is unpacked in place. */
describe("the command's own bundle", () => {
  const launcher = resolve(import.meta.dirname, "../../../src/cli/from-source.mjs");

  it("unpacks LZMA in a thread, and reports damage found there", async () => {
    const lies = lzmaEntry("materials/lies.vtf", big);
    const files = { "addon.gma": addon, "a.zip": makeZip([lzmaEntry("materials/lzma.vtf", big)]) };
    const damaged = makeZip([{ ...lies, data: lies.data.fill(0x55, lies.data.length >> 1) }]);
    const other = writeTree(join(base, "lzma"), { ...files, "b.zip": damaged, "room.bsp": "VBSP" });
    const child = spawn(process.execPath, [launcher, "serve", other, "--port", "0"]);
    try {
      let said = "";
      child.stderr.on("data", (part) => {
        said += part;
      });
      const [line] = await once(child.stdout, "data");
      const port = Number(new URL(String(line).split("\n")[0]).port);
      for (const name of ["lzma", "addon"]) {
        const { status, body } = await rawRequest(port, `/content/materials/${name}.vtf`);
        expect([name, status, body.equals(big)]).toEqual([name, 200, true]);
      }
      expect((await rawRequest(port, "/content/materials/lies.vtf")).status).toBe(404);
      await vi.waitUntil(() => said.includes("lzma/b.zip is passed over: LZMA materials/lies.vtf"));
    } finally {
      child.kill("SIGINT");
      await once(child, "exit");
    }
  });
});
