import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/core/errors.ts";
import { Ledger } from "../../src/core/ledger.ts";
import { LIMITS } from "../../src/core/limits.ts";

const { least, perByte } = LIMITS.vertices;

describe("Ledger", () => {
  it("accepts the engine's own limit for any file size, and not one more", () => {
    const ledger = new Ledger();
    ledger.take("vertices", least - 1, "LUMP_FACES");
    ledger.take("vertices", 1, "LUMP_FACES");
    expect(() => ledger.take("vertices", 1, "LUMP_FACES")).toThrow(FormatError);
  });

  it("reports the item, the amount and the limit", () => {
    const ledger = new Ledger();
    ledger.addInput(1000);
    const expected = {
      format: "BSP",
      code: "too-large",
      where: "LUMP_FACES",
      expected: `at most ${least} vertices from 1000 bytes, packed and unpacked`,
      found: String(least + 7),
    };
    ledger.take("vertices", 7, "LUMP_FACES");
    expect(() => ledger.take("vertices", least, "LUMP_FACES")).toThrow(
      expect.objectContaining(expected),
    );
  });

  it("allows more for larger files", () => {
    const ledger = new Ledger();
    const byteLength = (4 * least) / perByte;
    ledger.addInput(byteLength / 4);
    ledger.addInput((byteLength * 3) / 4);
    expect(ledger.limit("vertices")).toBe(4 * least);
  });

  it("lets unpackedBytes grow only with packed bytes, also after renew()", () => {
    const { perByte: unpackedPerByte, least: unpackedLeast } = LIMITS.unpackedBytes;
    const ledger = new Ledger();
    ledger.addInput(unpackedLeast);
    ledger.addInput(5 * least, true);
    for (const each of [ledger, ledger.renew()]) {
      expect(each.limit("unpackedBytes")).toBe(unpackedLeast * unpackedPerByte);
      expect(each.limit("vertices")).toBe(Math.floor((unpackedLeast + 5 * least) * perByte));
    }
  });

  it("takes nothing if the amount does not fit", () => {
    const ledger = new Ledger({ clusters: 10 });
    expect(ledger.tryTake("clusters", 11)).toBe(false);
    expect(ledger.used("clusters")).toBe(0);
    expect(ledger.used("memoryBytes")).toBe(0);
    expect(ledger.tryTake("clusters", 10)).toBe(true);
    expect(ledger.used("memoryBytes")).toBe(10 * LIMITS.clusters.byteLength);
  });

  it("sums the memory of all items", () => {
    const ledger = new Ledger({ memoryBytes: 100 * LIMITS.vertices.byteLength });
    ledger.take("vertices", 50, "a");
    const indices = (50 * LIMITS.vertices.byteLength) / LIMITS.indices.byteLength;
    ledger.take("indices", indices, "b");
    expect(() => ledger.take("luxels", 1, "c")).toThrow("memory bytes");
  });

  it("accepts custom limits, including infinite ones", () => {
    const ledger = new Ledger({
      luxels: Number.POSITIVE_INFINITY,
      memoryBytes: Number.POSITIVE_INFINITY,
      clusters: 0,
    });
    ledger.take("luxels", 1e15, "LUMP_LIGHTING");
    expect(ledger.tryTake("clusters", 1)).toBe(false);
  });

  it("refuses NaN", () => {
    expect(new Ledger().tryTake("clusters", Number.NaN)).toBe(false);
  });

  it("starts again for the same file", () => {
    const ledger = new Ledger({ luxels: 10 });
    ledger.addInput(2 ** 30);
    ledger.take("luxels", 10, "LUMP_LIGHTING");
    const again = ledger.renew();
    again.take("luxels", 10, "LUMP_LIGHTING");
    expect(again.limit("vertices")).toBe(2 ** 30 * perByte);
  });
});
