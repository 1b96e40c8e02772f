/** Opening an address: a map, the only map of an archive, or the list of an archive's maps. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openArchiveAt } from "../../../src/app/library/open-archive-file.ts";
import { DEMO } from "../../../src/app/opening/demo.ts";
import { openLinked } from "../../../src/app/opening/open-by-name.ts";
import { parseQuery } from "../../../src/app/query.ts";
import { writeVpk } from "../../../src/formats/vpk/index.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { type RangeServer, serveRanges } from "../../support/range-server.ts";

const FILES = new Map(
  ["maps/two.bsp", "maps/one.bsp", "readme.txt"].map((path) => [path, new Uint8Array(100)]),
);

describe("an archive of several maps on the web", () => {
  let server: RangeServer;
  beforeAll(async () => {
    server = await serveRanges({
      "/all.zip": { bytes: writeZip(FILES) },
      "/all.vpk": { bytes: writeVpk(FILES) },
    });
  });
  afterAll(() => server.close());

  it("lists its maps, each with its entry in the archive", async () => {
    const url = `${server.origin}/all.zip`;
    const archive = await openArchiveAt(url, ["https://a.example/content/"]);
    expect(archive.maps.map(({ name, byteLength }) => [name, byteLength])).toEqual([
      ["one", 100],
      ["two", 100],
    ]);
    expect(await archive.maps[1].locate()).toEqual({ url, entry: "maps/two.bsp" });
    expect(archive).toMatchObject({ isKept: true, content: ["https://a.example/content/"] });
  });

  it("returns maps of a VPK as bytes, with the VPK as their content", async () => {
    const url = `${server.origin}/all.vpk`;
    const archive = await openArchiveAt(url, []);
    const place = await archive.maps[0].locate();
    expect("bytes" in place && place.bytes.length).toBe(100);
    expect(archive).toMatchObject({ isKept: false, content: [url] });
  });

  it("names an archive that cannot be fetched", async () => {
    await expect(openArchiveAt(`${server.origin}/none.zip`, [])).rejects.toThrow(/none\.zip.*404/);
  });
});

describe("the page's address", () => {
  const open = async (search: string) => {
    const opened: unknown[] = [];
    await openLinked(
      parseQuery(search, "https://page.example/"),
      { open: ({ source, recent }) => opened.push(source, recent) },
      { openArchiveAt: async (url, content) => void opened.push("list", url, content) },
    );
    return opened;
  };

  it.each([
    ["", [DEMO, undefined]],
    ["?start=empty", []],
    ["?map=a.zip&content=c/", ["list", "https://page.example/a.zip", ["https://page.example/c/"]]],
    [
      "?map=a.bsp",
      [
        { name: "a", url: "https://page.example/a.bsp" },
        { kind: "url", url: "https://page.example/a.bsp", content: [] },
      ],
    ],
    [
      "?map=a.zip&entry=maps/b.bsp",
      [
        { name: "b", url: "https://page.example/a.zip", entry: "maps/b.bsp" },
        { kind: "url", url: "https://page.example/a.zip", entry: "maps/b.bsp", content: [] },
      ],
    ],
  ])('opens the right map or list for "%s"', async (search, opened) =>
    expect(await open(search)).toEqual(opened),
  );
});
