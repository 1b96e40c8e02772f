/** Tests zips of maps in console and PC form. */

import { describe, expect, it } from "vitest";
import { openLumps } from "../../../src/formats/bsp/tables/open-lumps.ts";
import { crc32 } from "../../../src/formats/zip/crc32.ts";
import { editZip, makeEmptyZip } from "../../../src/formats/zip/edit-zip.ts";
import { parseZip } from "../../../src/formats/zip/parse-zip.ts";
import { readZipRecords } from "../../../src/formats/zip/read-records.ts";
import { alignZip } from "../../../src/formats/zip/repack-zip.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";
import { makeZip } from "./make-zip.ts";

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 7) & 255);
const entry = (name: string, data: Uint8Array) =>
  ({ name, method: 0, data, byteLength: data.length, crc: crc32(data) }) as const;
const plain = editZip(makeEmptyZip(), {
  removes: () => false,
  add: [entry("a.vmt", bytesOf(100)), entry("folder/b.vtf", bytesOf(3000)), entry("c", bytesOf(0))],
});

describe("alignZip", () => {
  it("moves data, directory and end to sectors, and back again", () => {
    const disc = alignZip(plain, 2048);
    const { records, alignment, directoryOffset, end } = readZipRecords(disc);
    expect([alignment, directoryOffset % 2048, end % 2048]).toEqual([2048, 0, 0]);
    const view = new DataView(disc.buffer, disc.byteOffset);
    const archive = parseZip(disc);
    for (const [i, { headerOffset, central, name }] of records.entries()) {
      const extraBytes = view.getUint16(headerOffset + 28, true);
      const start = headerOffset + 30 + name.length + extraBytes;
      expect(start % 2048, name).toBe(0);
      // The directory repeats the field's length without containing it.
      expect(new DataView(central.buffer, central.byteOffset).getUint16(30, true)).toBe(extraBytes);
      expect(central.length === 46 + name.length || i === records.length - 1).toBe(true);
      expect(archive.read(archive.find(name)!)).toEqual(
        [bytesOf(100), bytesOf(3000), bytesOf(0)][i],
      );
    }
    expect(new TextDecoder().decode(disc.subarray(end + 22, end + 31))).toBe("XZP2 2048");
    expect(alignZip(disc, 2048)).toBe(disc);
    expect(alignZip(disc, 1)).toEqual(plain);
    expect(alignZip(plain, 1)).toBe(plain);
  });

  it("writes sizes and checksum before the data if they were behind", () => {
    const zip = makeZip([{ name: "a", data: bytesOf(50), descriptor: "signed" }]);
    const archive = parseZip(alignZip(zip, 2048));
    expect(archive.read(archive.entries[0])).toEqual(bytesOf(50));
    expect(archive.entries[0].flags).toBe(0);
  });

  it("reads entries even if a repeated length leads to a later header", () => {
    // 50 bytes per header; one length adds 50 * 7, which leads to the eighth header.
    const add = Array.from({ length: 20 }, (_, i) =>
      entry(`f${String(i).padStart(3, "0")}`, bytesOf(1664)),
    );
    const many = editZip(makeEmptyZip(), { removes: () => false, add });
    const disc = alignZip(many, 2048);
    const { records, directoryOffset } = readZipRecords(disc);
    const view = new DataView(disc.buffer, disc.byteOffset);
    for (let i = 0; i < 19; i++) {
      const at = directoryOffset + i * 50 + 30;
      expect(view.getUint16(at, true)).toBeGreaterThan(0);
      if (i === 3) view.setUint16(at, 350, true);
    }
    expect(records.length).toBe(20);
    expect(parseZip(disc).entries.map(({ path }) => path)).toEqual(add.map(({ name }) => name));
  });

  it.skipIf(!hasCorpus)("restores the pakfile of a real console map", () => {
    const map = readCorpus("bsp_tool/tests/maps/Xbox360/The Orange Box/shack.360.bsp");
    const disc = openLumps(map).lumps.bytes("LUMP_PAKFILE");
    const small = alignZip(disc, 1);
    expect(small.length).toBeLessThan(disc.length / 2);
    expect(parseZip(small).entries.map(({ path }) => path)).toEqual(
      parseZip(disc).entries.map(({ path }) => path),
    );
    expect(Buffer.compare(alignZip(small, 2048), disc)).toBe(0);
  });
});
