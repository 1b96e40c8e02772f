import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countBits, createBitSet, hasBit, setAllBits } from "../../src/core/bit-set.ts";
import type { Pvs } from "../../src/map/types.ts";
import { checkPvsRows, decodePvsRow } from "../../src/visibility/pvs.ts";

/** Encodes rows of bits like vvis: runs of zero bytes as a zero and their count. */
function encodePvs(rows: readonly boolean[][]): Pvs {
  const bytes: number[] = [];
  const rowOffset: number[] = [];
  for (const row of rows) {
    rowOffset.push(bytes.length);
    const packed = new Uint8Array((row.length + 7) >> 3);
    for (let i = 0; i < row.length; i++) if (row[i]) packed[i >> 3] |= 1 << (i & 7);
    for (let i = 0; i < packed.length; ) {
      if (packed[i] !== 0) {
        bytes.push(packed[i++]);
        continue;
      }
      let run = 0;
      while (i < packed.length && packed[i] === 0 && run < 255) {
        run++;
        i++;
      }
      bytes.push(0, run);
    }
  }
  return {
    clusterCount: rows.length,
    rowOffset: Uint32Array.from(rowOffset),
    bytes: Uint8Array.from(bytes),
  };
}

describe("decodePvsRow", () => {
  it("decodes an encoded row", () => {
    const matrix = fc.integer({ min: 1, max: 90 }).chain((n) =>
      fc.array(fc.array(fc.boolean(), { minLength: n, maxLength: n }), {
        minLength: n,
        maxLength: n,
      }),
    );
    fc.assert(
      fc.property(matrix, (rows) => {
        const pvs = encodePvs(rows);
        expect(checkPvsRows(pvs).brokenCluster).toBe(-1);
        const bits = createBitSet(rows.length);
        for (const [cluster, row] of rows.entries()) {
          decodePvsRow(pvs, cluster, bits);
          expect(row.map((_, i) => hasBit(bits, i))).toEqual(row);
          expect(countBits(bits)).toBe(row.filter(Boolean).length);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("sets no bit past the last cluster", () => {
    const bits = createBitSet(3);
    decodePvsRow(
      { clusterCount: 3, rowOffset: Uint32Array.of(0), bytes: Uint8Array.of(0xff) },
      0,
      bits,
    );
    expect(bits[0]).toBe(7);
    setAllBits(bits, 3);
    expect(bits[0]).toBe(7);
  });
});

describe("checkPvsRows", () => {
  const row = (...bytes: number[]): Pvs => ({
    clusterCount: 20,
    rowOffset: new Uint32Array(20),
    bytes: Uint8Array.from(bytes),
  });

  it("finds a row that runs past the lump", () => {
    expect(checkPvsRows(row(255, 255)).brokenCluster).toBe(0);
    expect(checkPvsRows(row(255, 0)).brokenCluster).toBe(0);
  });

  it("finds a zero-length run and a run past the end", () => {
    expect(checkPvsRows(row(255, 0, 0, 255)).brokenCluster).toBe(0);
    expect(checkPvsRows(row(255, 0, 9)).brokenCluster).toBe(0);
    expect(checkPvsRows(row(255, 0, 2)).brokenCluster).toBe(-1);
  });

  it("checks rows with a shared offset once and limits its total work", () => {
    // 64 clusters: rows of 8 nonzero bytes, 32 of them at one offset and 32 a byte apart.
    const clusterCount = 64;
    const bytes = new Uint8Array(100).fill(255);
    const rowOffset = Uint32Array.from({ length: clusterCount }, (_, i) => Math.max(0, i - 31));
    const pvs = { clusterCount, rowOffset, bytes };
    expect(checkPvsRows(pvs)).toEqual({ brokenCluster: -1, bytesRead: 33 * 8 });
    const { bytesRead } = checkPvsRows(pvs, 50);
    expect(bytesRead).toBe(56);
  });
});
