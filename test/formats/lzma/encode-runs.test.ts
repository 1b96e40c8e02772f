import fc from "fast-check";
import { decompress } from "lzma1";
import { describe, expect, it } from "vitest";
import { packLump, packLzma } from "../../../src/cli/pak/pack-lzma.ts";
import { decodeLzma } from "../../../src/formats/lzma/decompress-lzma.ts";
import { encodeRuns, RUN_PROPERTIES } from "../../../src/formats/lzma/encode-lzma.ts";
import { decompressValveLzma } from "../../../src/formats/lzma/valve-lzma.ts";
import { processorMs } from "../../support/processor-time.ts";

/** Unpacks the data with the library's own decoder, as a complete file. */
function unpackElsewhere(data: Uint8Array, byteLength: number): Uint8Array {
  const file = new Uint8Array(13 + data.length);
  file.set(RUN_PROPERTIES);
  new DataView(file.buffer).setUint32(5, byteLength, true);
  file.set(data, 13);
  return decompress(file);
}

/** Builds records of `size` bytes with a counter and little else. */
function makeRecords(count: number, size: number): Uint8Array {
  const bytes = new Uint8Array(count * size);
  const view = new DataView(bytes.buffer);
  for (let row = 0; row < count; row++) {
    view.setUint32(row * size, row, true);
    bytes.fill(row % 3, row * size + 8, row * size + 12);
  }
  return bytes;
}

describe("encodeRuns", () => {
  it.each([
    ["a byte", Uint8Array.of(7)],
    ["a run", new Uint8Array(3000).fill(9)],
    ["records", makeRecords(2000, 352)],
    ["bytes of 0xff, whose carries run far", new Uint8Array(5000).fill(0xff)],
    ["a match 2 MB back", Uint8Array.from({ length: 2 ** 21 + 300 }, (_, i) => (i % 2 ** 21) >> 7)],
  ])("packs %s so that two independent decoders unpack it", (_, bytes) => {
    const packed = encodeRuns(bytes, Number.POSITIVE_INFINITY)!;
    expect(Buffer.compare(decodeLzma(93, packed, bytes.length), bytes)).toBe(0);
    expect(Buffer.compare(unpackElsewhere(packed, bytes.length), bytes)).toBe(0);
  });

  it("packs empty input", () => {
    const packed = encodeRuns(new Uint8Array(0), Number.POSITIVE_INFINITY)!;
    expect(decodeLzma(93, packed, 0)).toEqual(new Uint8Array(0));
  });

  it("packs any bytes so that they unpack equal", () => {
    const piece = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 12 }), fc.nat(90));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const bytes = Uint8Array.from(
          pieces.flatMap(([part, times]) => Array.from({ length: times }, () => [...part]).flat()),
        );
        const packed = encodeRuns(bytes, Number.POSITIVE_INFINITY)!;
        expect(Buffer.compare(decodeLzma(93, packed, bytes.length), bytes)).toBe(0);
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it("returns null if the data do not repeat", () => {
    const noise = Uint8Array.from({ length: 100_000 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 24);
    expect(encodeRuns(noise, 1000)).toBeNull();
  });
});

describe("packLump on large data", () => {
  it("packs 7 MB of similar records in under 3 seconds", () => {
    const records = makeRecords(20_000, 352);
    const before = processorMs();
    const packed = packLump(records)!;
    expect(processorMs() - before).toBeLessThan(3000);
    expect(packed.length).toBeLessThan(records.length / 50);
    const unpacked = decompressValveLzma(packed, records.length, "LUMP_X");
    expect(Buffer.compare(unpacked, records)).toBe(0);
    expect(packLzma(records)!.length).toBe(packed.length - 17 + 9);
  });
});
