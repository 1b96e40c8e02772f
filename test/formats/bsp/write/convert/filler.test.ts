/** Tests that the bytes between lumps survive packing and unpacking, on generated and real maps. */

import { describe, expect, it } from "vitest";
import { LUMP, LUMP_NAMES, type LumpName } from "../../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../../../../src/formats/bsp/parse-bsp-header.ts";
import type { Packing } from "../../../../../src/formats/bsp/write/convert/assemble-parts.ts";
import { repackMap } from "../../../../../src/formats/bsp/write/convert/repack-map.ts";
import { replaceLumps } from "../../../../../src/formats/bsp/write/replace-lumps.ts";
import {
  encodeRuns,
  RUN_PROPERTIES,
  writeValveLzma,
} from "../../../../../src/formats/lzma/encode-lzma.ts";
import { hasCorpus, listSmallMaps, readCorpus } from "../../../../support/corpus.ts";
import { makeBsp } from "../../make-bsp.ts";
import { convert, storedLump } from "./made-forms.ts";

/**
 * Lumps are packed by the fast encoder, because these bytes do not depend on the compression ratio.
 */
const MOST_PACKED = 1 << 13;

function packFast(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length > MOST_PACKED) return null;
  const data = encodeRuns(bytes, bytes.length);
  if (data === null) return null;
  const packed = writeValveLzma(RUN_PROPERTIES, data, bytes.length);
  return packed.length < bytes.length ? packed : null;
}

/** Packs a file of the pakfile in zip form: LZMA version and properties length first. */
function packEntryFast(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length > MOST_PACKED) return null;
  const data = encodeRuns(bytes, bytes.length - 9);
  return data && Uint8Array.from([9, 20, 5, 0, ...RUN_PROPERTIES, ...data]);
}

const repack = (file: Uint8Array, packing: Packing) =>
  repackMap(file, { packing, pack: packFast, packEntry: packEntryFast });
const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

/** Packs and unpacks a map and checks that the packed file differs and parses the same. */
function thereAndBack(file: Uint8Array): Uint8Array {
  const small = repack(file, "pack");
  expect(small.changes).toEqual([]);
  expect(small.bytes.length).toBeLessThan(file.length);
  expect(repack(small.bytes, "pack").bytes).toBe(small.bytes);
  expect(parseBsp(small.bytes).planes).toEqual(parseBsp(file).planes);
  return repack(small.bytes, "unpack").bytes;
}

const lumpsOf = (file: Uint8Array) => {
  const { offset, length } = parseBspHeader(file);
  return LUMP_NAMES.filter((name) => length[LUMP[name]] > 0).sort(
    (a, b) => offset[LUMP[a]] - offset[LUMP[b]],
  );
};

/** Returns the end offset of a lump. */
function endOf(file: Uint8Array, name: LumpName): number {
  const { offset, length } = parseBspHeader(file);
  return offset[LUMP[name]] + length[LUMP[name]];
}

/** Overwrites the alignment bytes between the lumps. */
function soil(file: Uint8Array): { readonly bytes: Uint8Array; readonly soiled: number } {
  const bytes = Uint8Array.from(file);
  const names = lumpsOf(file);
  let soiled = 0;
  names.forEach((name, i) => {
    const next = i + 1 < names.length ? parseBspHeader(file).offset[LUMP[names[i + 1]]] : 0;
    for (let at = endOf(file, name); at < next; at++) bytes[at] = 0x91 + (soiled++ % 60);
  });
  return { bytes, soiled };
}

describe("bytes between lumps", () => {
  it("are restored when a packed map is unpacked", () => {
    const { bytes, soiled } = soil(makeBsp({ detailProps: true }));
    expect(soiled).toBeGreaterThan(2);
    expect(isSame(thereAndBack(bytes), bytes)).toBe(true);
    expect(repack(bytes, "unpack").bytes).toBe(bytes);
  });

  it("are restored up to the sector of a console map's pakfile", () => {
    const file = convert(makeBsp({ detailProps: true }), "x360").bytes;
    expect(parseBspHeader(file).offset[LUMP.LUMP_PAKFILE] % 2048).toBe(0);
    expect(isSame(thereAndBack(file), file)).toBe(true);
  });

  it("may be zeros longer than alignment needs", () => {
    const file = makeBsp({ detailProps: true });
    const header = parseBspHeader(file);
    const place = header.offset[LUMP.LUMP_FACES];
    for (const count of [4, 8, 2048]) {
      const wide = insertZeros(file, place, count);
      expect(storedLump(wide, "LUMP_FACES")).toEqual(storedLump(file, "LUMP_FACES"));
      expect(isSame(thereAndBack(wide), wide), `${count}`).toBe(true);
    }
  });

  it.each([0, 1, 2, 3])(
    "after the last lump are restored for any lump length: %i bytes",
    (count) => {
      const ending = Uint8Array.from({ length: count }, (_, i) => 192 + i);
      let zeros = 0;
      for (let length = 400; length < 408; length++) {
        const bytes = Uint8Array.from({ length }, (_, i) => (i % 7 === 0 ? i : 3));
        const file = replaceLumps(makeBsp(), new Map([[LUMP.LUMP_PHYSLEVEL, { bytes }]]));
        expect(lumpsOf(file).at(-1)).toBe("LUMP_PHYSLEVEL");
        const whole = Uint8Array.from([...file, ...ending]);
        const small = repack(whole, "pack").bytes;
        if (whole.length % 4 > 0) expect(small.length % 4).toBeGreaterThan(0);
        if (small.length > endOf(small, "LUMP_PHYSLEVEL") + count) zeros++;
        expect(isSame(thereAndBack(whole), whole), `${length}`).toBe(true);
      }
      expect(zeros).toBeGreaterThan(0);
    },
  );

  it("stay after an empty lump whose offset lies outside the file, however often it is written", () => {
    const file = Uint8Array.from([...makeBsp(), 0, 0, 0, 0, 0, 0]);
    // A file of 4n + 1 bytes that ends in 0 is read as extended by packing.
    for (const cut of [0, 1, 2]) {
      const map = file.slice(0, file.length - cut);
      new DataView(map.buffer).setInt32(8 + LUMP.LUMP_FACEIDS * 16, 1 << 20, true);
      const once = repack(map, "unpack").bytes;
      expect(once.length, `${cut}`).toBe(map.length);
      expect(repack(once, "unpack").bytes, `${cut}`).toBe(once);
    }
  });

  it("are only zeros in a map of another form", () => {
    const { bytes } = soil(makeBsp({ detailProps: true }));
    const made = convert(bytes, "v21").bytes;
    const names = lumpsOf(made);
    const gaps = names.slice(1).map((name, i) => {
      const start = parseBspHeader(made).offset[LUMP[name]];
      return made.subarray(endOf(made, names[i]), start);
    });
    expect(gaps.some((gap) => gap.length > 0)).toBe(true);
    expect(gaps.every((gap) => gap.length < 4 && gap.every((byte) => byte === 0))).toBe(true);
  });
});

/** Inserts zeros before the lump at `place`. */
function insertZeros(file: Uint8Array, place: number, count: number): Uint8Array {
  const out = new Uint8Array(file.length + count);
  out.set(file.subarray(0, place));
  out.set(file.subarray(place), place + count);
  const data = new DataView(out.buffer);
  const { offset, length } = parseBspHeader(file);
  for (let slot = 0; slot < LUMP_NAMES.length; slot++) {
    if (length[slot] > 0 && offset[slot] >= place) {
      data.setInt32(8 + slot * 16, offset[slot] + count, true);
    }
  }
  moveGameLumps(out, offset[LUMP.LUMP_GAME_LUMP] >= place ? count : 0);
  return out;
}

function moveGameLumps(file: Uint8Array, count: number): void {
  const data = new DataView(file.buffer);
  const at = data.getInt32(8 + LUMP.LUMP_GAME_LUMP * 16, true);
  for (let entry = 0; entry < data.getInt32(at, true); entry++) {
    const place = at + 4 + entry * 16 + 8;
    data.setInt32(place, data.getInt32(place, true) + count, true);
  }
}

describe.skipIf(!hasCorpus)("packing and unpacking real maps", () => {
  it("restores each file that had nothing packed before", () => {
    const others: string[] = [];
    const maps = listSmallMaps();
    for (const map of maps) {
      const file = readCorpus(map);
      const plain = repack(file, "unpack").bytes;
      const packedMap = repack(file, "pack").bytes;
      const back = repack(packedMap, "unpack").bytes;
      expect(isSame(back, plain), map).toBe(true);
      if (!isSame(back, file)) others.push(map);
    }
    const packed = [
      "bsp_tool/tests/maps/Xbox360/The Orange Box/shack.360.bsp",
      "momentum_website/bhop_apitest.bsp",
      "momentum_website/map.bsp",
    ];
    expect(others).toEqual(packed.filter((map) => maps.includes(map)));
    expect(maps.length - others.length).toBeGreaterThan(8);
  }, 120_000);
});
