/** Tests that lumps, header and unused bytes add up to the whole file. */

import { describe, expect, it } from "vitest";
import { listGameLumps } from "../../../../src/content/report/read-lump-report.ts";
import { LUMP, type LumpName } from "../../../../src/formats/bsp/lumps.ts";
import { openLumps } from "../../../../src/formats/bsp/tables/open-lumps.ts";
import { weighLumps } from "../../../../src/formats/bsp/tables/weigh-lumps.ts";
import { hasCorpus, listCorpusMaps, readCorpus } from "../../../support/corpus.ts";
import { ByteWriter } from "../byte-writer.ts";
import { assembleBsp, makeBsp, makeBspLumps, packValveLzma } from "../make-bsp.ts";

const lumpOf = (bytes: Uint8Array, name: LumpName) => weighLumps(bytes).lumps[LUMP[name]];

/** Changes a directory field of a little-endian map: 0 is the offset, 1 the length. */
function withField(bytes: Uint8Array, name: LumpName, field: number, value: number): Uint8Array {
  const changed = bytes.slice();
  new DataView(changed.buffer).setInt32(8 + LUMP[name] * 16 + field * 4, value, true);
  return changed;
}

function expectWhole(bytes: Uint8Array): void {
  const { lumps, headerBytes, unused, overlapping } = weighLumps(bytes);
  const shares = lumps.reduce((sum, { share }) => sum + share, 0);
  const counted = headerBytes + shares * bytes.length + unused - overlapping;
  expect(counted).toBeCloseTo(bytes.length, 3);
}

describe("weighLumps", () => {
  it("accounts for the whole file, including the header and alignment", () => {
    const bytes = makeBsp();
    expectWhole(bytes);
    const { lumps, headerBytes, unused, overlapping } = weighLumps(bytes);
    expect({ headerBytes, overlapping }).toEqual({ headerBytes: 1036, overlapping: 0 });
    const padding = lumps.reduce((sum, { length }) => sum + (-length & 3), 0);
    const last = lumps.reduce((a, b) => (a.offset > b.offset ? a : b));
    expect(unused).toBe(padding - (-last.length & 3));
    expect(lumps[LUMP.LUMP_PLANES]).toMatchObject({
      name: "LUMP_PLANES",
      length: 280,
      byteLength: 280,
      share: 280 / bytes.length,
    });
  });

  it("gives packed lumps both sizes, stored and unpacked", () => {
    const lump = lumpOf(makeBsp({ lzma: ["LUMP_PLANES"] }), "LUMP_PLANES");
    expect(lump).toMatchObject({ compressed: true, byteLength: 280 });
    expect(lump.length).toBeLessThan(280);
  });

  it("names a slot as the map's version does", () => {
    expect(lumpOf(makeBsp({ version: 19 }), "LUMP_UNUSED0")).toMatchObject({
      name: "LUMP_UNUSED0",
      title: "LUMP_PORTALS",
    });
    expect(lumpOf(makeBsp({ version: 21 }), "LUMP_UNUSED2").title).toBe("LUMP_PROPHULLVERTS");
  });

  it("counts shared bytes as overlapping and unclaimed bytes as unused", () => {
    const bytes = makeBsp();
    const { unused } = weighLumps(bytes);
    const { offset } = lumpOf(bytes, "LUMP_PLANES");
    const shared = withField(
      withField(bytes, "LUMP_LEAFMINDISTTOWATER", 0, offset + 40),
      "LUMP_LEAFMINDISTTOWATER",
      1,
      100,
    );
    expect(weighLumps(shared)).toMatchObject({ unused, overlapping: 100 });
    expectWhole(shared);
    const longer = new Uint8Array(bytes.length + 500);
    longer.set(bytes);
    expect(weighLumps(longer)).toMatchObject({ unused: unused + 500, overlapping: 0 });
  });

  it("counts only the bytes inside the file for lumps that reach past its end", () => {
    const bytes = makeBsp();
    for (const [offset, length, inside] of [
      [bytes.length - 8, 1000, 8],
      [bytes.length + 8, 1000, 0],
      [2000, -5, 0],
      [2 ** 31 - 1, 2 ** 31 - 1, 0],
    ]) {
      const name = "LUMP_LEAFMINDISTTOWATER";
      const bad = withField(withField(bytes, name, 0, offset), name, 1, length);
      expect(lumpOf(bad, name).share).toBeCloseTo(inside / bytes.length, 9);
      expectWhole(bad);
    }
  });
});

describe("weighLumps on game lumps", () => {
  const sizesOf = (bytes: Uint8Array) =>
    listGameLumps(openLumps(bytes).lumps).map(({ id, length, byteLength }) => [
      id,
      length,
      byteLength,
    ]);

  it("takes sizes from the game lump directory", () => {
    const bytes = makeBsp();
    const [sprp, dprp] = sizesOf(bytes);
    expect([sprp[0], dprp[0]]).toEqual(["sprp", "dprp"]);
    expect(36 + Number(sprp[1]) + Number(dprp[1])).toBe(lumpOf(bytes, "LUMP_GAME_LUMP").length);
  });

  it("measures packed game lumps up to the start of the next one", () => {
    const plain = new Uint8Array(600).fill(7);
    const packed = packValveLzma(plain);
    const lumps = makeBspLumps();
    // Two packed entries and one without an id, with offsets relative to the lump.
    const start = 4 + 3 * 16;
    const directory = new ByteWriter(true).i32(3);
    directory.i32(0x73707270).i16(1, 5).i32(start, plain.length);
    directory
      .i32(0x64707270)
      .i16(1, 4)
      .i32(start + packed.length, plain.length);
    directory.i32(0, 0, 0, 0).bytes(packed).bytes(packed);
    lumps.set("LUMP_GAME_LUMP", { version: 0, bytes: directory.done() });
    expect(sizesOf(assembleBsp(lumps))).toEqual([
      ["sprp", packed.length, 600],
      ["dprp", packed.length, 600],
    ]);
  });
});

describe.skipIf(!hasCorpus)("weighLumps on real maps", () => {
  it("accounts for all bytes of each file", () => {
    for (const map of listCorpusMaps()) expectWhole(readCorpus(map));
  });
});
