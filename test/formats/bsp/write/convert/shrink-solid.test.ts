/** Tests that solids with 32-bit numbers convert to the older form with the same hulls. */

import { describe, expect, it } from "vitest";
import { parseBspHeader } from "../../../../../src/formats/bsp/parse-bsp-header.ts";
import { openLump } from "../../../../../src/formats/bsp/tables/open-lump.ts";
import {
  shrinkPhysCollide,
  shrinkSolid,
} from "../../../../../src/formats/bsp/write/convert/convert-lump.ts";
import { convertMap } from "../../../../../src/formats/bsp/write/convert/convert-map.ts";
import { CONVERT_TARGETS } from "../../../../../src/formats/bsp/write/convert/targets.ts";
import { parsePhy } from "../../../../../src/formats/phy/parse-phy.ts";
import { hasCorpus, listCorpusMaps, readCorpus } from "../../../../support/corpus.ts";
import { makePhy, makeTetrahedron } from "../../../phy/make-phy.ts";
import { ByteWriter } from "../../byte-writer.ts";

const hulls = [makeTetrahedron([1, 2, 3]), makeTetrahedron([-9, 0, 4]), makeTetrahedron([0, 8, 0])];
const phyOf = (isLarge: boolean) => makePhy({ solids: [hulls], isLarge });
const solidOf = (isLarge: boolean) => phyOf(isLarge).slice(20, -1);
const LEDGE = 28 + 64;

describe("shrinkSolid", () => {
  it("converts a solid with 32-bit numbers to the older form", () => {
    const small = shrinkSolid(solidOf(true))!;
    const wanted = solidOf(false);
    expect(small.length).toBe(wanted.length);
    const data = new DataView(small.buffer);
    expect([data.getUint16(4, true), data.getInt32(8, true)]).toEqual([0x100, small.length - 28]);
    // Size and deviation from a sphere.
    expect(data.getUint32(28 + 28, true)).toBe(((small.length - 28) << 8) | 7);
    // The test writer does not set the header's size and the halves of edge words.
    for (const bytes of [small, wanted]) new DataView(bytes.buffer).setInt32(8, 0, true);
    const same = (bytes: Uint8Array) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(i * 4, true));
    };
    const [a, b] = [same(small), same(wanted)];
    for (const [i, word] of a.entries()) {
      if (b[i] >>> 16 === 0x7abc) expect([i, word & 0xffff]).toEqual([i, b[i] & 0xffff]);
      else expect([i, word]).toEqual([i, b[i]]);
    }
  });

  it("packs each number into its bits", () => {
    const solid = solidOf(true);
    const data = new DataView(solid.buffer);
    const words = (at: number, ...values: number[]) => {
      for (const [i, value] of values.entries()) data.setInt32(at + i * 4, value, true);
    };
    // Flags below a size of 24 x 16 bytes: a head, four triangles and four points.
    words(LEDGE + 4, 5, 0x04 | (24 << 8));
    words(LEDGE + 64, 3, 2, 9, 1);
    words(LEDGE + 80, 2, -5, 1);
    const small = shrinkSolid(solid)!;
    const out = new DataView(small.buffer);
    const ledge = 28 + 48;
    // The points keep their distance from the triangles.
    expect(out.getInt32(ledge, true)).toBe(16 * 5);
    expect(out.getInt32(ledge + 4, true)).toBe(5);
    expect(out.getUint32(ledge + 8, true)).toBe(0x04 | ((24 - 15) << 8));
    expect(out.getInt16(ledge + 12, true)).toBe(4);
    expect(out.getUint32(ledge + 16, true)).toBe((3 | (2 << 12) | (9 << 24) | (1 << 31)) >>> 0);
    expect(out.getUint32(ledge + 20, true)).toBe((2 | ((-5 & 0x7fff) << 16) | (1 << 31)) >>> 0);
  });

  it("returns a solid unchanged if its parts lie outside it", () => {
    const root = 28 + 36;
    for (const [at, value] of [
      [root, 1 << 20],
      [root, 0],
      [LEDGE, 1 << 20],
      [LEDGE, 8],
      [LEDGE + 12, 1 << 20],
      [LEDGE + 12, -1],
      [LEDGE + 80, 0x10000],
      [LEDGE + 8, 1],
    ]) {
      const solid = solidOf(true);
      new DataView(solid.buffer).setInt32(at, value, true);
      expect([at, shrinkSolid(solid)]).toEqual([at, null]);
    }
    expect(shrinkSolid(solidOf(true).subarray(0, 80))).toBeNull();
  });

  it("updates the solid's length in the lump and keeps other solids' bytes", () => {
    const model = (isLarge: boolean) => {
      const solids = [true, isLarge].flatMap((each) => [...phyOf(each).subarray(16, -1)]);
      return new ByteWriter()
        .i32(0, solids.length, 3, 2)
        .u8(...solids, 65, 66, 0)
        .i32(-1, -1, 0, 0)
        .done();
    };
    const { bytes, kept } = shrinkPhysCollide(model(false));
    expect(kept).toBe(0);
    expect(bytes.length).toBe(model(false).length - phyOf(true).length + phyOf(false).length);
    expect(shrinkPhysCollide(bytes).bytes).toBe(bytes);
    const size = new DataView(bytes.buffer).getInt32(4, true);
    const phy = new ByteWriter()
      .i32(16, 0, 2, 0)
      .u8(...bytes.subarray(16, 16 + size))
      .done();
    expect([...parsePhy(phy).hullSolid]).toEqual([0, 0, 0, 1, 1, 1]);
    expect(bytes.subarray(16 + size, 16 + size + 3)).toEqual(Uint8Array.of(65, 66, 0));
  });
});

describe.skipIf(!hasCorpus)("shrinkSolid on real maps of version 25", () => {
  it("keeps the same hulls in version 20", () => {
    let [maps, count] = [0, 0];
    for (const path of listCorpusMaps()) {
      const bytes = readCorpus(path);
      if (bytes[0] !== 0x56 || parseBspHeader(bytes).version !== 25) continue;
      const options = { packing: "keep", pack: () => null, packEntry: () => null } as const;
      const before = openLump(bytes, "physcollide")!.tables[0].row(0);
      const made = convertMap(bytes, CONVERT_TARGETS.v20, options);
      const after = openLump(made.bytes, "physcollide")!.tables[0].row(0);
      expect([after.hulls, after.problem]).toEqual([before.hulls, undefined]);
      expect(
        made.changes.filter(
          ({ lump, action }) => lump === "LUMP_PHYSCOLLIDE" && action !== "converted",
        ),
      ).toEqual([]);
      const sizeOf = (map: Uint8Array) => openLump(map, "physcollide")!.byteLength;
      expect(sizeOf(made.bytes)).toBeLessThan(sizeOf(bytes) / 2);
      maps++;
      count += (after.hulls as unknown[]).length;
    }
    expect([maps, count]).toEqual([3, 57]);
  });
});
