/** Tests the content and layout of packed and unpacked maps. */

import { compress } from "lzma1";
import { describe, expect, it } from "vitest";
import { LUMP, LUMP_NAMES } from "../../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../../../../src/formats/bsp/parse-bsp-header.ts";
import { repackMap } from "../../../../../src/formats/bsp/write/convert/repack-map.ts";
import { replaceLumps } from "../../../../../src/formats/bsp/write/replace-lumps.ts";
import { parseZip } from "../../../../../src/formats/zip/parse-zip.ts";
import { hasCorpus, readCorpus } from "../../../../support/corpus.ts";
import { makeZip } from "../../../zip/make-zip.ts";
import { ByteWriter } from "../../byte-writer.ts";
import { writeDialect } from "../../dialects/write-dialect.ts";
import { assembleBsp, type MakeBspOptions, makeBsp, makeBspLumps } from "../../make-bsp.ts";
import { convert, differingLumps, lumpOf, packed, storedLump, tablesOf } from "./made-forms.ts";

const FORMS: readonly MakeBspOptions[] = [
  { detailProps: true },
  { detailProps: true, littleEndian: false },
  { detailProps: true, version: 21, headerOrder: "left4dead2" },
];
const repack = (file: Uint8Array, packing: "pack" | "unpack") =>
  repackMap(file, packed(packing)).bytes;
const text = new TextEncoder().encode("a line that is there again and again\n".repeat(40));

describe("a repacked map", () => {
  it.each(FORMS)("has the same content, is smaller, and unpacks to the same file: %o", (form) => {
    const file = makeBsp(form);
    const small = repack(file, "pack");
    expect(small.length).toBeLessThan(file.length * 0.8);
    expect(tablesOf(small)).toEqual(tablesOf(file));
    expect(repack(small, "pack")).toBe(small);
    const back = repack(small, "unpack");
    expect(differingLumps(file, back)).toEqual([]);
    expect(parseBsp(back).lumps.map(({ version, length }) => [version, length])).toEqual(
      parseBsp(file).lumps.map(({ version, length }) => [version, length]),
    );
    expect(repack(back, "unpack")).toBe(back);
  });

  it("has Valve's header before each packed lump and the unpacked length in the directory", () => {
    const file = makeBsp();
    const small = repack(file, "pack");
    const { length, uncompressedLength } = parseBspHeader(small);
    let count = 0;
    for (const name of LUMP_NAMES) {
      const stored = storedLump(small, name);
      if (uncompressedLength[LUMP[name]] === 0) continue;
      const view = new DataView(stored.buffer, stored.byteOffset);
      const plain = lumpOf(file, name);
      expect(String.fromCharCode(...stored.subarray(0, 4)), name).toBe("LZMA");
      expect(view.getUint32(4, true), name).toBe(plain.length);
      expect(view.getUint32(8, true), name).toBe(length[LUMP[name]] - 17);
      expect(uncompressedLength[LUMP[name]], name).toBe(plain.length);
      // The package writes the properties first, then eight bytes of length.
      const made = compress(plain);
      expect(stored.subarray(12, 17), name).toEqual(made.subarray(0, 5));
      expect(stored.subarray(17), name).toEqual(made.subarray(13));
      count++;
    }
    expect(count).toBeGreaterThan(10);
    // Not packed: lumps that would not shrink, the archive and the game lump.
    for (const name of ["LUMP_VISIBILITY", "LUMP_PAKFILE", "LUMP_GAME_LUMP"] as const) {
      expect(uncompressedLength[LUMP[name]], name).toBe(0);
    }
  });

  it.each([true, false])(
    "ends its packed game lumps with a nameless entry, little-endian: %s",
    (littleEndian) => {
      const plain = makeBsp({ detailProps: true });
      const small = repack(littleEndian ? plain : convert(plain, "x360").bytes, "pack");
      const offset = parseBspHeader(small).offset[LUMP.LUMP_GAME_LUMP];
      const lump = storedLump(small, "LUMP_GAME_LUMP");
      const view = new DataView(lump.buffer, lump.byteOffset);
      const entry = (i: number) => ({
        id: view.getUint32(4 + i * 16, littleEndian),
        flags: view.getUint16(8 + i * 16, littleEndian),
        version: view.getUint16(10 + i * 16, littleEndian),
        offset: view.getInt32(12 + i * 16, littleEndian),
        length: view.getInt32(16 + i * 16, littleEndian),
      });
      expect(view.getInt32(0, littleEndian)).toBe(3);
      const [sprp, dprp, last] = [0, 1, 2].map(entry);
      // Stored lengths are unpacked; the start of the next entry gives the packed length.
      expect(sprp).toMatchObject({
        id: 0x73707270,
        flags: 1,
        version: 5,
        length: 4 + 128 + 4 + 6 + 4 + 120,
      });
      expect(dprp).toMatchObject({ id: 0x64707270, flags: 1, version: 4 });
      expect(last).toMatchObject({ id: 0, flags: 0, version: 0, length: 0 });
      const base = littleEndian ? offset : 0;
      expect(sprp.offset).toBe(base + 4 + 3 * 16);
      expect([sprp.offset % 4, dprp.offset % 4]).toEqual([0, 0]);
      expect(last.offset).toBe(base + lump.length);
      const packedBytes = new DataView(lump.buffer, lump.byteOffset + sprp.offset - base).getUint32(
        8,
        true,
      );
      expect(dprp.offset - sprp.offset).toBe((17 + packedBytes + 3) & ~3);
    },
  );

  it("has the files of its pakfile packed or unpacked as well", () => {
    const zip = makeZip([
      { name: "materials/a.vmt", data: text },
      { name: "b.txt", data: Uint8Array.of(1, 2, 3) },
    ]);
    const lumps = makeBspLumps();
    lumps.set("LUMP_PAKFILE", { version: 0, bytes: zip });
    const file = assembleBsp(lumps);
    const small = repack(file, "pack");
    const archive = parseZip(storedLump(small, "LUMP_PAKFILE"));
    expect(archive.entries.map(({ method }) => method)).toEqual([14, 0]);
    expect(archive.read(archive.find("materials/a.vmt")!)).toEqual(text);
    expect(parseZip(storedLump(repack(small, "unpack"), "LUMP_PAKFILE")).entries[0].method).toBe(0);
  });

  it("keeps a damaged pakfile unchanged and reports it", () => {
    const lumps = makeBspLumps();
    const bad = Uint8Array.from({ length: 40 }, (_, i) => i);
    lumps.set("LUMP_PAKFILE", { version: 0, bytes: bad });
    const { bytes, changes } = repackMap(assembleBsp(lumps), packed("pack"));
    expect(storedLump(bytes, "LUMP_PAKFILE")).toEqual(bad);
    expect(changes).toMatchObject([{ lump: "LUMP_PAKFILE", action: "reduced" }]);
  });

  it("of another game keeps its game lumps", () => {
    for (const name of ["vindictus", "vampire", "dark-messiah"] as const) {
      const file = writeDialect(name);
      const small = repack(file, "pack");
      expect(small.length).toBeLessThan(file.length);
      expect(parseBsp(small).dialect).toBe(name);
      expect(tablesOf(small)).toEqual(tablesOf(file));
      expect(repack(small, "unpack")).toEqual(file);
    }
  });

  it("reports dropped bytes between lumps", () => {
    const file = makeBsp();
    const pak = LUMP.LUMP_PAKFILE;
    const stray = new ByteWriter().bytes(file).text("left behind by somebody").zeros(1).done();
    const { changes } = repackMap(stray, packed("pack"));
    expect(changes).toEqual([
      { lump: "header", action: "dropped", message: "23 bytes outside of all lumps are left out" },
    ]);
    expect(
      replaceLumps(file, new Map([[pak, { bytes: storedLump(file, "LUMP_PAKFILE") }]])),
    ).toEqual(file);
  });

  it.skipIf(!hasCorpus)("unpacks and repacks a real map that another tool packed", () => {
    const file = readCorpus("momentum_website/map.bsp");
    const plain = repack(file, "unpack");
    expect(parseBspHeader(plain).uncompressedLength.every((length) => length === 0)).toBe(true);
    expect(differingLumps(file, plain).filter((lump) => lump !== "LUMP_GAME_LUMP")).toEqual([
      "LUMP_PAKFILE",
    ]);
    const again = repack(plain, "pack");
    expect(again.length).toBeLessThan(file.length * 1.05);
    expect(tablesOf(again)).toEqual(tablesOf(file));
  });
});
