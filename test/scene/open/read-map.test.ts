/** Tests that a map read in ranges equals the map parsed from all its bytes. */

import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ByteSource } from "../../../src/content/bytes/byte-source.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { LUMP } from "../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Bsp, BspDetails, BspWorld, LightSide } from "../../../src/formats/bsp/types.ts";
import type { LightSideName } from "../../../src/map/types.ts";
import { pickAmbient } from "../../../src/scene/light/ambient.ts";
import { openBsp, parseWorld, readBsp, readWorldRanges } from "../../../src/scene/open/read-map.ts";
import { readDetailRanges, readSideRanges } from "../../../src/scene/open/read-map-details.ts";
import { chooseLightSide } from "../../../src/scene/world/map-scene.ts";
import { type MakeBspOptions, makeBsp } from "../../formats/bsp/make-bsp.ts";
import { hasCorpus, listSmallMaps, readCorpus } from "../../support/corpus.ts";

/** Returns copies of requested ranges and records them. */
class CountingBytes implements ByteSource {
  readonly label = "map";
  readonly byteLength: number;
  readonly reads: [offset: number, byteLength: number][] = [];
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.byteLength = bytes.length;
  }

  async read(offset: number, byteLength: number): Promise<Uint8Array> {
    if (offset < 0 || byteLength < 0 || offset + byteLength > this.byteLength) {
      throw new Error(`a read of ${byteLength} at ${offset} of ${this.byteLength}`);
    }
    this.reads.push([offset, byteLength]);
    return this.#bytes.slice(offset, offset + byteLength);
  }

  get total(): number {
    return this.reads.reduce((sum, [, byteLength]) => sum + byteLength, 0);
  }
}

/** A map read in ranges, without the pakfile, which is opened as an archive. */
type ReadMap = BspWorld & BspDetails & Partial<Pick<Bsp, "pakfile">>;

/** Returns the data of the picture: everything except the other light and the pakfile. */
function worldOf(bsp: ReadMap, side: LightSideName | null) {
  const { lumps: _, dispTris, ldr, hdr, pakfile, origFaceCount, faces: __, ...rest } = bsp;
  const light: LightSide | null = side && bsp[side];
  const faces = { ...(light?.faces ?? bsp.faces), origFace: null };
  const { ldr: a, hdr: b } = bsp;
  const worldLights = (side === "ldr" ? [a, b] : [b, a]).find((of) => of?.worldLights)?.worldLights;
  const lit = { lighting: light?.lighting, ambient: pickAmbient(bsp, side), worldLights };
  return { ...rest, entities: bsp.entities.map(({ pairs }) => pairs), faces, lit };
}

/** Like `toEqual`, which is a hundred times slower for equal columns. */
function expectSame(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
}

async function readInParts(source: ByteSource, wanted: LightSideName): Promise<ReadMap> {
  const map = await openBsp(source, wanted);
  const bsp = await readBsp(source, wanted);
  const addDetails = await readDetailRanges(map, chooseLightSide(bsp, wanted));
  return addDetails(bsp, new Diagnostics());
}

const MADE: MakeBspOptions[] = [
  { light: "both" },
  { light: "ldr" },
  { light: "hdr" },
  { light: "hdr7" },
  { light: "none" },
  { version: 19, light: "both" },
  { littleEndian: false, light: "both" },
  { headerOrder: "left4dead2", version: 21, light: "both" },
  {
    light: "both",
    lzma: ["LUMP_PLANES", "LUMP_FACES", "LUMP_LIGHTING", "LUMP_ORIGINALFACES", "LUMP_ENTITIES"],
  },
];

describe("a map read in ranges", () => {
  it.each(MADE)("equals the fully parsed map: %o", async (options) => {
    const file = makeBsp(options);
    const whole = parseBsp(file);
    for (const wanted of ["hdr", "ldr"] as const) {
      const side = chooseLightSide(whole, wanted);
      const bsp = await readInParts(new CountingBytes(file), wanted);
      expect(chooseLightSide(bsp, wanted)).toBe(side);
      expectSame(worldOf(bsp, side), worldOf(whole, side));
    }
  });

  it("loads its other light on request", async () => {
    for (const options of [...MADE.slice(0, 1), ...MADE.slice(5)]) {
      const file = makeBsp(options);
      const source = new CountingBytes(file);
      const first = await readInParts(source, "hdr");
      expect([first.hdr === null, first.ldr]).toEqual([false, null]);
      const map = await openBsp(source, "hdr");
      const addSide = await readSideRanges(map, "ldr");
      const both = addSide(first, new Diagnostics());
      const whole = parseBsp(file);
      for (const side of ["ldr", "hdr"] as const) {
        expectSame(worldOf(both, side), worldOf(whole, side));
      }
    }
  });

  it("reads no lumps that it does not need", async () => {
    const file = makeBsp({ light: "both" });
    const source = new CountingBytes(file);
    const map = await openBsp(source, "hdr");
    parseWorld(map, await readWorldRanges(map));
    const { lumps } = parseBsp(file);
    for (const name of [
      "LUMP_FACES",
      "LUMP_LIGHTING",
      "LUMP_GAME_LUMP",
      "LUMP_PAKFILE",
      "LUMP_LEAF_AMBIENT_LIGHTING",
    ] as const) {
      const { offset, length } = lumps[LUMP[name]];
      expect(length, name).toBeGreaterThan(0);
      const isTouched = source.reads.some(([at, n]) => at < offset + length && at + n > offset);
      expect(isTouched, name).toBe(false);
    }
  });

  it("never reads more than the file's size, whatever its header claims", async () => {
    const file = makeBsp({ light: "both" });
    const view = new DataView(file.buffer);
    // Every lump covers the whole file after the header.
    for (let lump = 0; lump < 64; lump++) {
      view.setInt32(8 + lump * 16, 1036, true);
      view.setInt32(12 + lump * 16, file.length - 1036, true);
    }
    const source = new CountingBytes(file);
    await expect(readBsp(source, "hdr")).rejects.toThrow(FormatError);
    expect(source.total).toBeLessThan(file.length * 3);
  });
});

describe("a damaged map read in ranges", () => {
  const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const mutation = fc.oneof(
    fc.record({ cut: place }),
    fc.record({ at: place, bit: fc.integer({ min: 0, max: 7 }) }),
    fc.record({
      lump: fc.integer({ min: 0, max: 63 }),
      field: fc.integer({ min: 0, max: 3 }),
      value: fc.oneof(fc.integer({ min: -300, max: 30_000 }), fc.integer()),
    }),
  );

  it("ends like the same map parsed from all its bytes", async () => {
    const made = MADE.map((options) => makeBsp(options));
    let drawn = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...made),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        fc.constantFrom("hdr" as const, "ldr" as const),
        async (intact, mutations, wanted) => {
          let file = intact.slice();
          for (const m of mutations) {
            if ("cut" in m) file = file.slice(0, Math.floor(m.cut * file.length));
            else if ("bit" in m) file[Math.floor(m.at * file.length)] ^= 1 << m.bit;
            else if (file.length >= 1036) {
              new DataView(file.buffer).setInt32(8 + m.lump * 16 + m.field * 4, m.value, true);
            }
          }
          const whole = attempt(() => parseBsp(file));
          const parts = await readInParts(new CountingBytes(file), wanted).catch((e) => e);
          if (whole instanceof Error) {
            // The damage may be in the other light.
            if (parts instanceof Error) expect(parts.message).toBe(whole.message);
            expect(parts instanceof FormatError || !(parts instanceof Error)).toBe(true);
            refused++;
            return;
          }
          if (parts instanceof Error) throw parts;
          const side = chooseLightSide(whole, wanted);
          expect(chooseLightSide(parts, wanted)).toBe(side);
          const expected = worldOf(whole, side);
          const found = worldOf(parts, side);
          // Ambient cubes of a damaged light may still serve the other.
          if (expected.lit.ambient === null) found.lit.ambient = null;
          expectSame(found, expected);
          drawn++;
        },
      ),
      { numRuns: 1000, seed: 5 },
    );
    expect(drawn).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(100);
  });

  function attempt(parse: () => Bsp): Bsp | FormatError {
    try {
      return parse();
    } catch (error) {
      if (error instanceof FormatError) return error;
      throw error;
    }
  }
});

describe.skipIf(!hasCorpus)("real maps read in ranges", () => {
  it.each(listSmallMaps())("%s equals the fully parsed map", async (path) => {
    const file = readCorpus(path);
    let whole: Bsp;
    try {
      whole = parseBsp(file);
    } catch (error) {
      const parts = readInParts(new CountingBytes(file), "hdr");
      await expect(parts).rejects.toThrow((error as Error).message);
      return;
    }
    for (const wanted of ["hdr", "ldr"] as const) {
      const side = chooseLightSide(whole, wanted);
      const bsp = await readInParts(new CountingBytes(file), wanted);
      expectSame(worldOf(bsp, side), worldOf(whole, side));
    }
  });
});
