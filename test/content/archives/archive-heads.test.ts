/** Tests reading the first bytes of files in archives. */

import { describe, expect, it } from "vitest";
import { openPakfile } from "../../../src/content/archives/open-pakfile.ts";
import { pakfileSource } from "../../../src/content/archives/pakfile-source.ts";
import { openVpkArchive } from "../../../src/content/archives/vpk-archive.ts";
import { openZipArchive } from "../../../src/content/archives/zip-archive.ts";
import { MapContent } from "../../../src/content/maps/map-content.ts";
import type { ContentSource } from "../../../src/content/types.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { writeVpk } from "../../../src/formats/vpk/write-vpk.ts";
import { lzmaEntry, makeZip } from "../../formats/zip/make-zip.ts";
import { countingBytes } from "../counting-bytes.ts";

const HEAD = 2000;
const LARGE = Uint8Array.from({ length: 60_000 }, (_, i) => (i * 31 + (i >> 8)) & 255);
const SMALL = LARGE.subarray(0, HEAD * 2);

const ENTRIES = [
  { name: "materials/large.vtf", data: LARGE },
  { name: "materials/small.vtf", data: SMALL },
  { name: "materials/extra.vtf", data: LARGE, localExtra: 50 },
];

/** Opens the archives with a reader of how many bytes were read. */
const ARCHIVES: [string, () => Promise<{ source: ContentSource; read: () => number }>][] = [
  [
    "a pakfile",
    async () => {
      const bytes = countingBytes("pak", makeZip(ENTRIES));
      const { zip } = await openPakfile(bytes);
      return { source: pakfileSource(zip, new Ledger()), read: () => bytes.readBytes };
    },
  ],
  [
    "a zip",
    async () => {
      const bytes = countingBytes("a.zip", makeZip(ENTRIES));
      return { source: await openZipArchive(bytes), read: () => bytes.readBytes };
    },
  ],
  [
    "a VPK",
    async () => {
      const files = new Map(ENTRIES.map(({ name, data }) => [name, data]));
      const bytes = countingBytes("a.vpk", writeVpk(files));
      const source = await openVpkArchive(bytes, async () => null);
      return { source, read: () => bytes.readBytes };
    },
  ],
];

describe.each(ARCHIVES)("heads of files in %s", (_, open) => {
  it.each(["large", "extra"])(
    "are read alone; the rest of %s.vtf is read on demand",
    async (name) => {
      const { source, read } = await open();
      const before = read();
      let drawn = 0;
      const draw = (byteLength: number) => {
        drawn += byteLength;
      };
      const head = await source.readHead!(`materials/${name}.vtf`, HEAD, undefined, draw);
      expect(head).toMatchObject({ bytes: LARGE.subarray(0, HEAD), byteLength: LARGE.length });
      expect(drawn).toBe(HEAD);
      expect(read() - before).toBeLessThan(HEAD + 700);
      expect(await head!.readWhole!(undefined, draw)).toEqual(LARGE);
      expect(drawn).toBe(LARGE.length);
      expect(read() - before).toBeLessThan(LARGE.length + 700);
    },
  );

  it("contain the whole of a small file", async () => {
    const { source } = await open();
    const head = await source.readHead!("materials/small.vtf", HEAD);
    expect(head).toEqual({ bytes: SMALL, byteLength: SMALL.length, readWhole: null });
    expect(await source.readHead!("materials/none.vtf", HEAD)).toBeNull();
  });
});

describe("heads of packed files", () => {
  it("are the whole file, unpacked", async () => {
    const zip = makeZip([lzmaEntry("materials/a.vtf", LARGE)]);
    const { zip: pak } = await openPakfile(countingBytes("pak", zip));
    const source = pakfileSource(pak, new Ledger());
    const head = await source.readHead!("materials/a.vtf", HEAD);
    expect(head).toEqual({ bytes: LARGE, byteLength: LARGE.length, readWhole: null });
  });
});

describe("a VPK's file of which the rest is broken", () => {
  it("is refused by its checksum", async () => {
    const bytes = writeVpk(new Map([["materials/a.vtf", LARGE]]));
    bytes[bytes.length - 20_000] ^= 1;
    const source = await openVpkArchive(countingBytes("a.vpk", bytes), async () => null);
    const head = await source.readHead!("materials/a.vtf", HEAD);
    await expect(head!.readWhole!()).rejects.toThrow(/mismatch/);
  });
});

describe("heads of a map's content", () => {
  it("come from the first source that has the file, whole if it reads no heads", async () => {
    const pak = countingBytes("pak", makeZip(ENTRIES));
    const { zip } = await openPakfile(pak);
    const folder: ContentSource = {
      label: "folder",
      read: async (path) => (path.endsWith("large.vtf") ? null : new Uint8Array(7)),
    };
    const diagnostics = new Diagnostics();
    const ledger = new Ledger();
    const sources = [folder, pakfileSource(zip, ledger)];
    const content = new MapContent(sources, diagnostics, ledger);
    const large = await content.readHead("Materials/Large.vtf", HEAD);
    expect(large).toMatchObject({ byteLength: LARGE.length });
    expect(large!.bytes.length).toBe(HEAD);
    expect(await large!.readWhole!()).toEqual(LARGE);
    expect(await content.readHead("materials/small.vtf", HEAD)).toEqual({
      bytes: new Uint8Array(7),
      byteLength: 7,
      readWhole: null,
    });
    expect(ledger.used("contentPaths")).toBe(2);
  });
});
