import { deflateSync, zipSync } from "fflate";
import { compress } from "lzma1";
import { describe, expect, it } from "vitest";
import { openGmaArchive } from "../../src/content/archives/gma-archive.ts";
import { isArchiveName, openArchive } from "../../src/content/archives/open-archive.ts";
import { openVpkArchive } from "../../src/content/archives/vpk-archive.ts";
import { openZip, openZipArchive } from "../../src/content/archives/zip-archive.ts";
import { unpackMap } from "../../src/content/maps/unpack-map.ts";
import { openSource } from "../../src/content/open-source.ts";
import type { ContentArchive, ContentSpec } from "../../src/content/types.ts";
import { CancelledError, FormatError } from "../../src/core/errors.ts";
import { writeGma } from "../../src/formats/gma/index.ts";
import { writeSplitVpk, writeVpk } from "../../src/formats/vpk/index.ts";
import { writeZip } from "../../src/formats/zip/write-zip.ts";
import { BOMB, HELLO } from "../formats/bz2/samples.ts";
import { GAME_PATHS, makeFiles } from "../formats/vpk/make-files.ts";
import { lzmaEntry, makeZip } from "../formats/zip/make-zip.ts";
import { asFile, countingBytes } from "./counting-bytes.ts";

const files = makeFiles(GAME_PATHS, 5000);

async function expectAll(archive: ContentArchive): Promise<void> {
  for (const [path, content] of files) {
    let drawn = 0;
    const draw = (byteLength: number) => {
      drawn += byteLength;
    };
    expect(await archive.read(path, undefined, draw), path).toEqual(content);
    expect(drawn, path).toBe(content.length);
    const refuse = () => {
      throw new Error(`${path} is refused`);
    };
    await expect(archive.read(path, undefined, refuse)).rejects.toThrow("is refused");
  }
  expect(await archive.read("materials/none.vmt")).toBeNull();
  expect(await archive.read("constructor")).toBeNull();
  const listed = [...archive.list()].map(({ path, byteLength }) => `${path} ${byteLength}`);
  const expected = [...files].map(([path, { length }]) => `${path} ${length}`);
  expect(listed.sort()).toEqual(expected.sort());
}

const noPart = () => Promise.resolve(null);

describe("openVpkArchive", () => {
  const { directory, parts } = writeSplitVpk(files, 20_000, { preloadByteLength: 3 });

  it("reads the tree, then each file by a slice of its part", async () => {
    const dir = countingBytes("pak01_dir.vpk", directory);
    const open = parts.map((bytes, i) => countingBytes(`pak01_00${i}.vpk`, bytes));
    const archive = await openVpkArchive(dir, async (part) => open[part]);
    expect(open.map(({ reads }) => reads)).toEqual(open.map(() => 0));
    const path = "materials/brick/wall.vtf";
    expect(await archive.read(path)).toEqual(files.get(path));
    expect(open.reduce((sum, { readBytes }) => sum + readBytes, 0)).toBe(5001 - 3);
    await expectAll(archive);
    expect(dir.readBytes).toBeLessThan(directory.length + 30);
  });

  it("reads from a single-file VPK only the directory and requested files", async () => {
    const bytes = countingBytes("single.vpk", writeVpk(files));
    const archive = await openVpkArchive(bytes, noPart);
    expect(bytes.readBytes).toBeLessThan(1000);
    await expectAll(archive);
  });

  it("names a missing part, and reads the others", async () => {
    const dir = countingBytes("pak01_dir.vpk", directory);
    const archive = await openVpkArchive(dir, async (part) =>
      part === 1 ? null : countingBytes("", parts[part]),
    );
    const faults = new Set<string>();
    let read = 0;
    for (const path of files.keys()) {
      const bytes = await archive.read(path).catch((error: Error) => faults.add(error.message));
      if (bytes instanceof Uint8Array) read++;
    }
    expect(read).toBeGreaterThan(5);
    expect(faults.size).toBeGreaterThan(0);
    for (const fault of faults) {
      expect(fault).toMatch(/^pak01_001\.vpk is missing, and .* lies in it$/);
    }
  });

  it("rejects for a file outside its part, and for wrong bytes", async () => {
    const dir = countingBytes("pak01_dir.vpk", directory);
    const short = await openVpkArchive(dir, async () => countingBytes("", new Uint8Array(10)));
    await expect(short.read("root.txt")).rejects.toThrow(/VPK root\.txt .*\[bad-offset\]/);
    const wrong = await openVpkArchive(dir, async (part) =>
      countingBytes("", new Uint8Array(parts[part].length)),
    );
    await expect(wrong.read("root.txt")).rejects.toThrow(/VPK root\.txt .*\[mismatch\]/);
  });

  it("opens a part again after a failure", async () => {
    let tries = 0;
    const dir = countingBytes("pak01_dir.vpk", directory);
    const archive = await openVpkArchive(dir, async (part) => {
      if (tries++ === 0) throw new Error("busy");
      return countingBytes("", parts[part]);
    });
    await expect(archive.read("root.txt")).rejects.toThrow("busy");
    expect(await archive.read("root.txt")).toEqual(files.get("root.txt"));
  });
});

describe("openGmaArchive", () => {
  it("reads the list, then each file", async () => {
    const bytes = countingBytes("addon.gma", writeGma(files));
    const archive = await openGmaArchive(bytes);
    await expectAll(archive);
  });

  it("continues to read a long list", async () => {
    const many = new Map(
      Array.from({ length: 5000 }, (_, i) => [`materials/long/name/${i}.vmt`, Uint8Array.of(i)]),
    );
    const bytes = countingBytes("addon.gma", writeGma(many));
    const archive = await openGmaArchive(bytes);
    expect(bytes.reads).toBeGreaterThan(2);
    expect(await archive.read("materials/long/name/4999.vmt")).toEqual(
      many.get("materials/long/name/4999.vmt"),
    );
  });

  it("unpacks a compressed addon within limits", async () => {
    const packed = compress(writeGma(files), 1);
    await expectAll(await openGmaArchive(countingBytes("addon.gma", packed)));
    const bomb = packed.slice();
    new DataView(bomb.buffer).setUint32(5, 0x7fffffff, true);
    await expect(openGmaArchive(countingBytes("addon.gma", bomb))).rejects.toThrow(
      /LZMA file .*\[too-large\]/,
    );
  });
});

describe("openZipArchive", () => {
  it("reads the directory, then each entry, mostly by one read", async () => {
    const bytes = countingBytes("map.zip", writeZip(files));
    const archive = await openZipArchive(bytes);
    await expectAll(archive);
    expect(bytes.reads).toBeLessThan(files.size + 4);
  });

  it("reads entries far before the directory, deflated and LZMA", async () => {
    const noise = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 2654435761) >>> 13);
    const text = new TextEncoder().encode("text ".repeat(100));
    const zip = makeZip(
      [
        lzmaEntry("materials/a.vmt", text),
        { name: "b.bin", data: deflateSync(text), method: 8, byteLength: 500 },
        { name: "noise", data: noise, localExtra: 400 },
      ],
      { preamble: 99 },
    );
    const bytes = countingBytes("map.zip", zip);
    const reader = await openZip(bytes);
    expect(bytes.readBytes).toBeLessThan(70_000);
    expect(await reader.read(reader.find("Materials\\a.vmt")!)).toEqual(text);
    expect(await reader.read(reader.find("b.bin")!)).toEqual(text);
    expect(await reader.read(reader.find("noise")!)).toEqual(noise);
  });

  it("finds content below the packed folder", async () => {
    const zip = zipSync({
      "mymap/Materials/a.vmt": Uint8Array.of(1),
      "mymap/maps/m.bsp": Uint8Array.of(2),
    });
    const archive = await openZipArchive(countingBytes("mymap.zip", zip));
    expect(await archive.read("materials/a.vmt")).toEqual(Uint8Array.of(1));
    expect(await archive.read("mymap/maps/m.bsp")).toEqual(Uint8Array.of(2));
  });

  it("refuses a zip bomb or false sizes with one error, before anything is allocated", async () => {
    const zeros = deflateSync(new Uint8Array(1 << 24), { level: 9 });
    const entries = [
      { name: "less", data: zeros, method: 8, byteLength: 9 },
      { name: "ratio", data: zeros.subarray(0, 100), method: 8, byteLength: 1 << 27 },
      { name: "huge", data: zeros.subarray(0, 100), method: 14, byteLength: 0xfffffff0 },
    ];
    const reader = await openZip(countingBytes("bomb.zip", makeZip(entries)));
    for (const { name } of entries) {
      await expect(reader.read(reader.find(name)!)).rejects.toThrow(FormatError);
    }
  });

  it("rejects files that are not zips, and cut ones, but opens empty zips", async () => {
    const zip = writeZip(files);
    for (const bytes of [new Uint8Array(0), new Uint8Array(100), zip.subarray(0, -1)]) {
      await expect(openZip(countingBytes("x.zip", bytes))).rejects.toThrow(/ZIP .*\[bad-magic\]/);
    }
    expect((await openZip(countingBytes("x.zip", makeZip([])))).entries).toEqual([]);
  });
});

describe("openArchive", () => {
  it("detects the format from the first bytes", async () => {
    await expectAll(await openArchive(asFile(writeVpk(files), "a")));
    await expectAll(await openArchive(asFile(writeGma(files), "b")));
    await expectAll(await openArchive(asFile(writeZip(files), "c")));
    await expect(openArchive(asFile(new Uint8Array(50), "pak01_dir.vpk"))).rejects.toThrow(/^VPK/);
  });

  it("isArchiveName accepts only names of archives that can be opened", () => {
    const names = ["pak01_dir.vpk", "a.VPK", "b.gma", "c.zip", "pak01_000.vpk", "d.bsp", "vpk"];
    expect(names.filter(isArchiveName)).toEqual(["pak01_dir.vpk", "a.VPK", "b.gma", "c.zip"]);
  });
});

describe("an archive's spec", () => {
  const { directory, parts } = writeSplitVpk(files, 20_000);
  const spec: ContentSpec = {
    kind: "archive",
    label: "pak01",
    file: asFile(directory, "pak01_dir.vpk"),
    parts: new Map(parts.map((bytes, i) => [i, asFile(bytes, `pak01_00${i}.vpk`)])),
  };

  it("is opened by its first reader, once for all", async () => {
    const source = openSource(spec);
    const all = await Promise.all([...files.keys()].map((path) => source.read(path)));
    expect(all).toEqual([...files.values()]);
  });

  it("rejects once if it is broken, and has no files afterwards", async () => {
    const file = asFile(directory.slice(0, 40), "pak01_dir.vpk");
    const source = openSource({ ...spec, file });
    const results = await Promise.allSettled(["a", "b", "c"].map((path) => source.read(path)));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(await source.read("root.txt")).toBeNull();
  });

  it("is opened again after a reader has cancelled", async () => {
    const source = openSource(spec);
    const controller = new AbortController();
    const first = source.read("root.txt", controller.signal);
    const second = source.read("root.txt");
    controller.abort();
    await expect(first).rejects.toThrow(CancelledError);
    expect(await second).toEqual(files.get("root.txt"));
  });
});

describe("unpackMap", () => {
  it("unpacks compressed maps, and returns others unchanged", async () => {
    const unpacked = await unpackMap(countingBytes("maps/a.bsp.bz2", HELLO.packed));
    expect(unpacked.label).toBe("maps/a.bsp");
    expect(await unpacked.read(0, unpacked.byteLength)).toEqual(HELLO.make());
    const plain = countingBytes("a.bsp", new Uint8Array(100));
    expect(await unpackMap(plain)).toBe(plain);
    expect(plain.readBytes).toBe(4);
    expect((await unpackMap(countingBytes("b.bz2", BOMB.packed))).byteLength).toBe(1 << 26);
  });
});
