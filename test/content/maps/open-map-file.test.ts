import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { ByteSource } from "../../../src/content/bytes/byte-source.ts";
import { memoryBytes } from "../../../src/content/bytes/memory-bytes.ts";
import { openMapFile } from "../../../src/content/maps/open-map-file.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { writeGma } from "../../../src/formats/gma/write-gma.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { HELLO } from "../../formats/bz2/samples.ts";
import { makeZip } from "../../formats/zip/make-zip.ts";

const map = makeBsp();
const other = makeBsp({ light: "both" });
const material = new TextEncoder().encode("LightmappedGeneric {}");

const deflate = (bytes: Uint8Array) => new Uint8Array(deflateRawSync(bytes));
const readAll = ({ bytes }: { bytes: ByteSource }) => bytes.read(0, bytes.byteLength);
const zipOf = (files: Record<string, Uint8Array>) =>
  memoryBytes("maps.zip", writeZip(new Map(Object.entries(files))));

describe("openMapFile", () => {
  it("opens a plain map, whatever its name", async () => {
    const opened = await openMapFile(memoryBytes("map.zip", map));
    expect(opened).toMatchObject({ name: null, content: null });
    expect(await readAll(opened)).toEqual(map);
  });

  it("opens a bzip2-compressed map, as game servers store it", async () => {
    const opened = await openMapFile(memoryBytes("maps/a.bsp.bz2", HELLO.packed));
    expect(await readAll(opened)).toEqual(HELLO.make());
  });

  it("unpacks no more than the limit for the file's size", async () => {
    const limits = { packedBytes: map.length - 1 };
    const open = (label: string, bytes: Uint8Array) =>
      openMapFile(memoryBytes(label, bytes), undefined, undefined, limits);
    const tooLarge = { code: "too-large" };
    const packed = { name: "a.bsp", data: deflate(map), method: 8, byteLength: map.length };
    await expect(open("a.zip", makeZip([packed]))).rejects.toMatchObject(tooLarge);
    const bz2 = openMapFile(memoryBytes("a.bz2", HELLO.packed), undefined, undefined, {
      packedBytes: HELLO.make().length - 1,
    });
    await expect(bz2).rejects.toMatchObject({ format: "BZ2", ...tooLarge });
  });

  it("opens the only map of a zip in place, with the zip as content", async () => {
    const zip = zipOf({ "pack/maps/Room.bsp": map, "pack/materials/a/b.vmt": material });
    const reads: number[] = [];
    const counting: ByteSource = {
      ...zip,
      read(offset, byteLength, signal) {
        reads.push(byteLength);
        return zip.read(offset, byteLength, signal);
      },
    };
    const opened = await openMapFile(counting);
    expect(opened.name).toBe("Room");
    expect(opened.bytes.byteLength).toBe(map.length);
    expect(await opened.content?.read("materials/a/b.vmt")).toEqual(material);
    const before = reads.length;
    await opened.bytes.read(0, 1036);
    expect(reads.slice(before)).toEqual([1036]);
    expect(await readAll(opened)).toEqual(map);
  });

  it("opens a deflated map, and the named one of several", async () => {
    const packed = memoryBytes(
      "p.zip",
      makeZip([
        { name: "maps/one.bsp", data: deflate(map), method: 8, byteLength: map.length },
        { name: "maps/two.bsp", data: deflate(other), method: 8, byteLength: other.length },
      ]),
    );
    for (const [wanted, bytes] of [
      ["one", map],
      ["TWO.bsp", other],
      ["maps/two.bsp", other],
    ] as const) {
      expect(await readAll(await openMapFile(packed, wanted))).toEqual(bytes);
    }
  });

  it("lists several maps, and reports an archive without maps", async () => {
    const several = zipOf({ "maps/a.bsp": map, "maps/b.bsp": other });
    await expect(openMapFile(several)).rejects.toThrow(
      "there are 2 maps in maps.zip, and none was named: a, b",
    );
    await expect(openMapFile(several, "c")).rejects.toThrow(
      'there is no map "c" in maps.zip; there is a, b',
    );
    await expect(openMapFile(zipOf({ "a.vmt": material }))).rejects.toThrow(
      "there is no map (.bsp) in maps.zip",
    );
  });

  it("opens a map in a GMA", async () => {
    const files = new Map([
      ["maps/gm_room.bsp", map],
      ["materials/a.vmt", material],
    ]);
    const gma = writeGma(files);
    const opened = await openMapFile(memoryBytes("addon", gma));
    expect(opened.name).toBe("gm_room");
    expect(await readAll(opened)).toEqual(map);
    expect(await opened.content?.read("materials/a.vmt")).toEqual(material);
  });

  it("reports a broken archive, and returns unknown files unchanged", async () => {
    const broken = memoryBytes(
      "x.zip",
      (await readAll({ bytes: zipOf({ "a.bsp": map }) })).slice(0, 500),
    );
    await expect(openMapFile(broken)).rejects.toThrow(FormatError);
    const unknown = memoryBytes("x.gz", new Uint8Array(gzipSync(map)));
    expect((await openMapFile(unknown)).bytes.byteLength).toBe(unknown.byteLength);
  });
});
