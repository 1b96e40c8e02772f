/** A map file of which only the requested bytes are read. */

import { describe, expect, it } from "vitest";
import type { ByteSource } from "../../../src/content/bytes/byte-source.ts";
import { LumpFile } from "../../../src/content/report/lump-file.ts";
import { readLumpReport } from "../../../src/content/report/read-lump-report.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { decipherMap } from "../../../src/formats/bsp/cipher.ts";
import { LUMP, LUMP_NAMES } from "../../../src/formats/bsp/lumps.ts";
import { openLump, readLump } from "../../../src/formats/bsp/tables/open-lump.ts";
import { weighLumps } from "../../../src/formats/bsp/tables/weigh-lumps.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { assembleBsp, makeBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { hasCorpus, listSmallMaps, readCorpus } from "../../support/corpus.ts";

/** Makes a source that records which bytes are read. */
function watch(bytes: Uint8Array) {
  const isRead = new Uint8Array(bytes.length);
  const source: ByteSource = {
    label: "room.bsp",
    byteLength: bytes.length,
    async read(offset, byteLength) {
      expect(offset + byteLength).toBeLessThanOrEqual(bytes.length);
      isRead.fill(1, offset, offset + byteLength);
      return bytes.slice(offset, offset + byteLength);
    },
  };
  const countOf = (lump: keyof typeof LUMP): number => {
    const { offset, length } = weighLumps(bytes).lumps[LUMP[lump]];
    return isRead.subarray(offset, offset + length).reduce((sum, one) => sum + one, 0);
  };
  return { source, countOf };
}

const PACKED = ["LUMP_FACES", "LUMP_LEAFS"] as const;

function makePacked(version: 19 | 20 | 21): Uint8Array {
  const options = { version, lzma: PACKED } as const;
  const lumps = makeBspLumps(options);
  const zip = writeZip(new Map([["materials/a.vmt", new Uint8Array(200_000)]]));
  lumps.set("LUMP_PAKFILE", { version: 0, bytes: zip });
  return assembleBsp(lumps, options);
}

describe("readLumpReport", () => {
  it.each([19, 20, 21] as const)(
    "reports for a map of version %i the same as reading all of it",
    async (version) => {
      const bytes = makePacked(version);
      const { source } = watch(bytes);
      const report = await readLumpReport("room.bsp", await LumpFile.open(source));
      const { lumps, unused, overlapping, headerBytes } = weighLumps(bytes);
      expect(report).toMatchObject({ version, byteLength: bytes.length });
      expect({ ...report }).toMatchObject({ lumps, unused, overlapping, headerBytes });
      expect(report.faults).toEqual([]);
      expect(report.files.map(({ path }) => path)).toEqual(["materials/a.vmt"]);
      expect(report.gameLumps.map(({ id }) => id)).toContain("sprp");
      // Records of a packed lump follow from the unpacked size in the directory.
      const faces = readLump(bytes, "faces")!;
      expect(report.records[LUMP.LUMP_FACES]).toEqual({
        records: faces.bytes.length / 56,
        recordBytes: 56,
      });
      expect(report.records[LUMP.LUMP_ENTITIES]!.records).toBeGreaterThan(0);
    },
  );

  it("reads no lump if its length suffices, and only the heads of packed lumps", async () => {
    const bytes = makePacked(20);
    const { source, countOf } = watch(bytes);
    const file = await LumpFile.open(source);
    await readLumpReport("room.bsp", file);
    for (const name of ["LUMP_PLANES", "LUMP_VERTEXES", "LUMP_LIGHTING"] as const) {
      expect([name, countOf(name)]).toEqual([name, 0]);
    }
    for (const name of PACKED) expect(countOf(name)).toBe(17);
    // The zip's directory is searched from its end.
    expect(countOf("LUMP_PAKFILE")).toBeLessThan(70_000);
    await file.readBytes(LUMP.LUMP_PLANES);
    expect(countOf("LUMP_PLANES")).toBe(280);
    expect(countOf("LUMP_VERTEXES")).toBe(0);
  });

  it("reports lumps outside the file, and lumps with a partial record", async () => {
    const lumps = makeBspLumps();
    lumps.set("LUMP_BRUSHES", { version: 0, bytes: new Uint8Array(37) });
    const bytes = assembleBsp(lumps);
    new DataView(bytes.buffer).setInt32(8 + LUMP.LUMP_OVERLAYS * 16 + 4, 2 ** 30, true);
    const { faults, lumps: weights } = await readLumpReport(
      "cut.bsp",
      await LumpFile.open(watch(bytes).source),
    );
    expect(faults).toHaveLength(2);
    expect(faults[0]).toMatch(/LUMP_OVERLAYS .*\[bad-offset\]/);
    expect(faults[1]).toMatch(/LUMP_BRUSHES .* 37 bytes/);
    expect(weights[LUMP.LUMP_OVERLAYS].problem).toBe(faults[0]);
  });
});

describe("LumpFile.readBytes", () => {
  it("returns the bytes of a whole-file read, for every slot", async () => {
    const bytes = makePacked(20);
    const file = await LumpFile.open(watch(bytes).source);
    for (const [slot, name] of LUMP_NAMES.entries()) {
      expect(await file.readBytes(slot), name).toEqual(readLump(bytes, name)!.bytes);
    }
  });

  it("reads an enciphered map like the plain one", async () => {
    const plain = makeBsp();
    const key = Uint8Array.from({ length: 32 }, (_, i) => i * 7 + 3);
    // Unused entries are zeros, which reveal the key.
    plain.fill(0, 384, 416);
    const file = await LumpFile.open(watch(decipherMap(plain, 0, key)).source);
    expect(await file.readBytes(LUMP.LUMP_PLANES)).toEqual(readLump(plain, "planes")!.bytes);
    const tables = await file.readTables(LUMP.LUMP_PLANES);
    expect(tables[0]).toMatchObject({ name: "dplane_t", count: 14 });
  });

  it("identifies a file that is not a map", async () => {
    const page = new TextEncoder().encode("<!doctype html><p>Not found".padEnd(2000));
    await expect(LumpFile.open(watch(page).source)).rejects.toMatchObject({ code: "bad-magic" });
    await expect(LumpFile.open(watch(new Uint8Array(0)).source)).rejects.toMatchObject({
      code: "truncated",
    });
  });
});

describe.skipIf(!hasCorpus)("LumpFile on real maps", () => {
  it("reads lumps and tables as a whole-file read does", async () => {
    let maps = 0;
    let lumpCount = 0;
    for (const path of listSmallMaps()) {
      const bytes = readCorpus(path);
      const file = await LumpFile.open(watch(bytes).source).catch(() => null);
      if (file === null) continue;
      maps++;
      const report = await readLumpReport(path, file);
      const { lumps, unused, overlapping, headerBytes } = weighLumps(bytes);
      expect(report, path).toMatchObject({ lumps, unused, overlapping, headerBytes });
      for (const [slot, name] of LUMP_NAMES.entries()) {
        if (name === "LUMP_PAKFILE" || report.lumps[slot].length <= 0) continue;
        lumpCount++;
        const whole = attempt(() => openLump(bytes, name)!.tables);
        const parts = await file.readTables(slot).catch((error: Error) => error.message);
        if (typeof whole === "string" || typeof parts === "string") {
          expect([path, name, parts]).toEqual([path, name, whole]);
          continue;
        }
        expect(parts.map(({ count }) => count)).toEqual(whole.map(({ count }) => count));
        for (const [i, { count, row }] of parts.entries()) {
          const last = Math.max(0, count - 1);
          if (count > 0) expect([path, name, row(last)]).toEqual([path, name, whole[i].row(last)]);
          if (i === 0 && recordsOf(report.records[slot]))
            expect(report.records[slot]!.records).toBe(count);
        }
      }
    }
    expect(maps).toBeGreaterThan(8);
    expect(lumpCount).toBeGreaterThan(200);
  });
});

function attempt<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return error.message;
    throw error;
  }
}

/** Returns whether a lump is an array of records. */
const recordsOf = (count: { readonly recordBytes: number } | null): boolean =>
  (count?.recordBytes ?? 0) > 0;
