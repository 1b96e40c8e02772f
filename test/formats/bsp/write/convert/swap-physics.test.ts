/** Tests byte-swapped collision: words set by hand, and the hulls of a real console map. */

import { describe, expect, it } from "vitest";
import { openLumps } from "../../../../../src/formats/bsp/tables/open-lumps.ts";
import { readLumpTables } from "../../../../../src/formats/bsp/tables/read-lump-tables.ts";
import {
  alignPhysCollide,
  swapPhysCollide,
} from "../../../../../src/formats/bsp/write/convert/swap-lumps.ts";
import { hasCorpus, readCorpus } from "../../../../support/corpus.ts";
import { ByteWriter } from "../../byte-writer.ts";
import { convert } from "./made-forms.ts";

/**
 * Bit fields of one word, from the lowest bit in little-endian and the highest in big-endian files.
 */
type Bits = readonly (readonly [value: number, width: number])[];

/**
 * Builds one model with one solid: a node, a hull of one triangle and three points, all different.
 */
function makeLump(little: boolean, { solidId = 0x59485056, version = 0x100 } = {}): Uint8Array {
  const out = new ByteWriter(little);
  const bits = (...fields: Bits) => {
    let word = 0;
    let low = 0;
    for (const [value, width] of fields) {
      const at = little ? low : 32 - low - width;
      word += value * 2 ** at;
      low += width;
    }
    out.i32(word | 0);
  };
  const text = "solid {}\n\0";
  const solidBytes = 28 + 48 + 16 + 16 + 48 + 28;
  out.i32(0, 4 + solidBytes, text.length, 1).i32(solidBytes);
  // Id, version and kind, size, drag, another size.
  out.i32(solidId).i16(version, 0).i32(156).f32(1, 2, 3).i32(0);
  out.f32(1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5);
  bits([0xab, 8], [156, 24]);
  // The tree follows the points; then three unused words, the last of them a name.
  out.i32(48 + 16 + 16 + 48, 0, 0, 0x53505649);
  // Hull: offset of its points, owner, flags and size, triangles.
  out.i32(32, 0x1234);
  bits([1, 2], [2, 2], [3, 4], [5, 24]);
  out.i16(1, 0);
  bits([0x123, 12], [0x456, 12], [0x55, 7], [1, 1]);
  bits([0, 16], [0x7ffe, 15], [0, 1]);
  bits([1, 16], [2, 15], [1, 1]);
  bits([2, 16], [3, 15], [0, 1]);
  for (const point of [1, 2, 3]) out.f32(point, -point, point * 2, 0);
  // Node: no right child, hull offset, sphere, three box bytes.
  out
    .i32(0, -(16 + 16 + 48))
    .f32(9, 8, 7, 6)
    .u8(1, 2, 3, 4);
  out.text(text, text.length);
  return out.i32(-1, -1, 0, 0).done();
}

describe("swapPhysCollide", () => {
  it("swaps bit fields within a word from the other end", () => {
    const [little, big] = [makeLump(true), makeLump(false)];
    expect(swapPhysCollide(little, true)).toEqual({ bytes: big });
    expect(swapPhysCollide(big, false)).toEqual({ bytes: little });
  });

  it("keeps unread solids and reports them", () => {
    for (const odd of [{ solidId: 1 }, { version: 0x101 }]) {
      const little = makeLump(true, odd);
      const swapped = swapPhysCollide(little, true);
      expect(swapped.problem).toContain("1 solids");
      expect(swapped.bytes.slice(20, 204)).toEqual(little.slice(20, 204));
      expect(swapPhysCollide(swapped.bytes, false).bytes).toEqual(little);
    }
  });

  it("keeps a solid whose tree has a cycle or leaves the solid", () => {
    for (const [right, message] of [
      [28, "out"],
      [-28 * 2, "back"],
    ] as const) {
      const lump = makeLump(true);
      new DataView(lump.buffer).setInt32(16 + 4 + 28 + 48 + 80, right, true);
      expect(swapPhysCollide(lump, true).problem, message).toContain("1 solids");
    }
  });

  it("pads texts for consoles so that models start at multiples of four", () => {
    const model = (textBytes: number, text: string) =>
      new ByteWriter().i32(0, 8, textBytes, 1, 4, 77).text(text, textBytes).done();
    const end = new ByteWriter().i32(-1, -1, 0, 0).done();
    const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
    const plain = join(model(6, "solid\0"), model(4, "abc\0"), end);
    const filled = join(model(8, "solid\0"), model(4, "abc\0"), end);
    expect(alignPhysCollide(plain, true)).toEqual(filled);
    expect(alignPhysCollide(filled, false)).toEqual(plain);
    expect(alignPhysCollide(plain, false)).toEqual(plain);
    // A truncated lump stays unchanged.
    expect(alignPhysCollide(plain.subarray(0, 20), true)).toEqual(plain.subarray(0, 20));
  });

  it("refuses invalid lengths", () => {
    const lump = makeLump(true);
    const view = new DataView(lump.buffer);
    view.setInt32(16, 100000, true);
    expect(() => swapPhysCollide(lump, true)).toThrow("bad-count");
    view.setInt32(4, 100000, true);
    expect(() => swapPhysCollide(lump, true)).toThrow("truncated");
  });

  it.skipIf(!hasCorpus)("reads closed hulls from a real console map", () => {
    const shack = readCorpus("bsp_tool/tests/maps/Xbox360/The Orange Box/shack.360.bsp");
    const { header, lumps } = openLumps(convert(shack, "v20").bytes);
    const [models] = readLumpTables(lumps, "LUMP_PHYSCOLLIDE", header);
    let hulls = 0;
    for (let i = 0; i < models.count; i++) {
      const row = models.row(i) as { hulls: { points: number; triangles: number }[] | null };
      for (const { points, triangles } of row.hulls!) {
        // Euler's formula for a closed surface of triangles.
        expect(points).toBe(2 + triangles / 2);
        hulls++;
      }
    }
    expect([models.count, hulls]).toEqual([1, 196]);
  });
});
