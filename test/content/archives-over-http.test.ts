import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSource } from "../../src/content/open-source.ts";
import { writeSplitVpk } from "../../src/formats/vpk/index.ts";
import { writeZip } from "../../src/formats/zip/write-zip.ts";
import { type RangeServer, serveRanges } from "../support/range-server.ts";

/** 60 files of 20 KB in parts of 400 KB. */
const files = new Map(
  Array.from({ length: 60 }, (_, i) => [
    `materials/wall_${i}.vtf`,
    Uint8Array.from({ length: 20_000 }, (_, at) => (at * (i + 1)) >>> 3),
  ]),
);
const total = 60 * 20_000;
const paths = ["materials/wall_3.vtf", "materials/wall_50.vtf"];

describe("archives behind URLs", () => {
  let server: RangeServer;

  beforeAll(async () => {
    const { directory, parts } = writeSplitVpk(files, 400_000);
    server = await serveRanges({
      "/game/pak01_dir.vpk": { bytes: directory },
      "/short/pak01_dir.vpk": { bytes: directory },
      "/game/all.zip": { bytes: writeZip(files) },
    });
    for (const [i, bytes] of parts.entries()) {
      server.files.set(`/game/pak01_00${i}.vpk`, { bytes });
    }
  });
  afterAll(() => server.close());

  const open = (path: string) =>
    openSource({ kind: "archive", label: path, file: { url: server.origin + path } });

  it.each(["/game/pak01_dir.vpk", "/game/all.zip"])("are read in parts: %s", async (path) => {
    server.reset();
    const source = open(path);
    for (const wanted of paths) expect(await source.read(wanted)).toEqual(files.get(wanted));
    expect(await source.read("materials/none.vtf")).toBeNull();
    expect(server.sent).toBeGreaterThan(40_000);
    expect(server.sent).toBeLessThan(total / 3);
  });

  it("find the parts of a VPK beside it", async () => {
    server.reset();
    await open("/game/pak01_dir.vpk").read(paths[0]);
    const asked = new Set(server.requests.map(({ path }) => path));
    expect([...asked].filter((path) => /_\d\d\d\.vpk$/.test(path)).length).toBe(1);
  });

  it("name a missing part", async () => {
    await expect(open("/short/pak01_dir.vpk").read(paths[0])).rejects.toThrow(
      /\/short\/pak01_00\d\.vpk was answered with status 404/,
    );
  });

  it("reject once if they do not exist, and have no files afterwards", async () => {
    const source = open("/none.vpk");
    await expect(source.read(paths[0])).rejects.toThrow(/none\.vpk was answered with status 404/);
    expect(await source.read(paths[0])).toBeNull();
  });
});
