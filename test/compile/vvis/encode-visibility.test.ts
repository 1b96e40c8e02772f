import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeVisibility } from "../../../src/compile/compile-map.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { parseBsp } from "../../../src/formats/index.ts";
import { checkPvsRows, decodePvsRow } from "../../../src/visibility/pvs.ts";
import { listCorpusMaps, readCorpus } from "../../support/corpus.ts";

/** Decodes the rows of a lump to the input of `encodeVisibility`. */
function decodeRows(bytes: Uint8Array, rowOffset: Uint32Array): Uint32Array {
  const clusterCount = rowOffset.length;
  const words = (clusterCount + 31) >>> 5;
  const rows = new Uint32Array(clusterCount * words);
  for (let i = 0; i < clusterCount; i++) {
    decodePvsRow({ clusterCount, rowOffset, bytes }, i, rows.subarray(i * words, (i + 1) * words));
  }
  return rows;
}

function readOffsets(bytes: Uint8Array, set: 0 | 1): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const clusterCount = view.getUint32(0, true);
  return Uint32Array.from({ length: clusterCount }, (_, i) =>
    view.getUint32(4 + i * 8 + set * 4, true),
  );
}

describe("encodeVisibility", () => {
  it("writes dvis_t byte by byte", () => {
    // Two clusters: 0 sees itself, 1 sees both; both hear both.
    const lump = encodeVisibility(Uint32Array.of(1, 3), Uint32Array.of(3, 3), 2);
    const u32 = (value: number) => [value, 0, 0, 0];
    const header = [...u32(2), ...u32(20), ...u32(22), ...u32(21), ...u32(23)];
    expect([...lump]).toEqual([...header, 1, 3, 3, 3]);
  });

  it("encodes runs of zeros of at most 255 bytes", () => {
    // 2,100 clusters: 263 bytes a row. Row 0 holds the last cluster alone, row 1 the bits 0 and 80.
    const clusterCount = 2100;
    const words = (clusterCount + 31) >>> 5;
    const pvs = new Uint32Array(clusterCount * words);
    pvs[words - 1] = 1 << (2099 & 31);
    pvs[words] = 1;
    pvs[words + 2] = 1 << 16;
    const lump = encodeVisibility(pvs, pvs, clusterCount);
    const rows = lump.subarray(4 + clusterCount * 8);
    const row0 = [0, 255, 0, 7, 1 << (2099 & 7)];
    const row1 = [1, 0, 9, 1, 0, 252];
    const empty = [0, 255, 0, 8];
    expect([...rows.subarray(0, 15)]).toEqual([...row0, ...row1, ...empty]);
  });

  it("is read back by the viewer's reader", () => {
    const sets = fc.integer({ min: 0, max: 300 }).chain((clusterCount) => {
      const words = (clusterCount + 31) >>> 5;
      const row = fc.uint32Array({ minLength: words, maxLength: words });
      const sparse = row.map((bits) => bits.map((word) => (word & 7 ? 0 : word)));
      const tail = clusterCount & 31 ? (1 << (clusterCount & 31)) - 1 : -1;
      return fc
        .array(fc.oneof(row, sparse), { minLength: clusterCount * 2, maxLength: clusterCount * 2 })
        .map((rows) => {
          const bits = new Uint32Array(rows.length * words);
          for (const [i, values] of rows.entries()) {
            bits.set(values, i * words);
            bits[(i + 1) * words - 1] &= tail;
          }
          const half = clusterCount * words;
          return { clusterCount, pvs: bits.slice(0, half), pas: bits.slice(half) };
        });
    });
    fc.assert(
      fc.property(sets, ({ clusterCount, pvs, pas }) => {
        const bytes = encodeVisibility(pvs, pas, clusterCount);
        for (const [set, rows] of [pvs, pas].entries()) {
          const rowOffset = readOffsets(bytes, set as 0 | 1);
          expect(checkPvsRows({ clusterCount, rowOffset, bytes }).brokenCluster).toBe(-1);
          expect(decodeRows(bytes, rowOffset)).toEqual(rows);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("refuses a lump larger than the format allows", () => {
    const clusterCount = 12_000;
    const rows = new Uint32Array(clusterCount * (clusterCount / 32)).fill(0x01010101);
    expect(() => encodeVisibility(rows, rows, clusterCount)).toThrow(
      expect.objectContaining({
        name: FormatError.name,
        code: "unsupported",
        where: "LUMP_VISIBILITY",
      }),
    );
  });

  describe.skipIf(listCorpusMaps().length === 0)("on real maps", () => {
    it("writes the bytes that vvis wrote", () => {
      let maps = 0;
      const differ: string[] = [];
      for (const map of listCorpusMaps()) {
        const { visibility } = parseBsp(readCorpus(map));
        if (visibility === null || visibility.clusterCount === 0) continue;
        const { bytes, clusterCount, pvsOffset, pasOffset } = visibility;
        const pvs = decodeRows(bytes, pvsOffset);
        const pas = decodeRows(bytes, pasOffset);
        maps++;
        const ours = encodeVisibility(pvs, pas, clusterCount);
        expect(readOffsets(ours, 0), map).toEqual(pvsOffset);
        expect(readOffsets(ours, 1), map).toEqual(pasOffset);
        // Offsets are compared as numbers, because one map is big-endian.
        const firstRow = 4 + clusterCount * 8;
        if (Buffer.compare(ours.subarray(firstRow), bytes.subarray(firstRow)) !== 0) {
          differ.push(`${map}: ${ours.length} bytes for ${bytes.length}, ${clusterCount} clusters`);
        }
      }
      expect(maps).toBeGreaterThan(0);
      expect(differ).toEqual([]);
    });
  });
});
