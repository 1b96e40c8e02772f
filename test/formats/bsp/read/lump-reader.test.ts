import { describe, expect, it } from "vitest";
import { Ledger } from "../../../../src/core/ledger.ts";
import { parseBspHeader } from "../../../../src/formats/bsp/parse-bsp-header.ts";
import { LumpReader } from "../../../../src/formats/bsp/read/lump-reader.ts";
import { PLANES } from "../../../../src/formats/bsp/records/geometry.ts";
import { wholeBytes } from "../../../../src/formats/bsp/whole-bytes.ts";
import { HostileMap } from "../../../support/hostile/hostile-map.ts";

/** Opens a reader of a map with packed planes. */
function readPacked(count: number, ledger: Ledger): LumpReader {
  const map = new HostileMap();
  map.putRuns("LUMP_PLANES", 0, count * PLANES[0].bytes, Uint8Array.of(0));
  const bytes = map.done();
  ledger.addInput(bytes.length);
  return new LumpReader(wholeBytes(bytes), parseBspHeader(bytes), undefined, ledger);
}

describe("LumpReader", () => {
  it("counts the records of a packed lump without unpacking it", () => {
    const ledger = new Ledger();
    const lumps = readPacked(5_000_000, ledger);
    expect(lumps.countRecords("LUMP_PLANES", PLANES)).toBe(5_000_000);
    expect(ledger.used("unpackedBytes")).toBe(0);
    // 100 MB from a few KB is more than any file of that size may unpack to.
    expect(() => lumps.bytes("LUMP_PLANES")).toThrow("unpacked bytes");
  });

  it("unpacks a lump only once", () => {
    const ledger = new Ledger();
    const lumps = readPacked(1000, ledger);
    expect(lumps.table("LUMP_PLANES", PLANES).count).toBe(1000);
    expect(lumps.bytes("LUMP_PLANES")).toBe(lumps.bytes("LUMP_PLANES"));
    expect(ledger.used("unpackedBytes")).toBe(1000 * PLANES[0].bytes);
  });
});
