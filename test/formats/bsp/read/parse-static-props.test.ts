import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../../src/core/errors.ts";
import { parseStaticProps } from "../../../../src/formats/bsp/read/parse-static-props.ts";
import { corpusPath } from "../../../support/corpus.ts";
import { ByteWriter } from "../byte-writer.ts";

const LITTLE = { littleEndian: true, leafIndexBytes: 2, leafCount: 10 } as const;

interface Tail {
  readonly version: number;
  /** Writes the fields after the 60 bytes of version 5. */
  readonly write: (writer: ByteWriter) => ByteWriter;
  readonly expected: object;
}

const NO_LEVELS = { dxLevels: [0, 0], systemLevels: [0, 0, 0, 0] };
const DIRECTX = { dxLevels: [80, 90], systemLevels: [0, 0, 0, 0] };
const SYSTEM = { dxLevels: [0, 0], systemLevels: [0, 1, 2, 3] };
const WHITE = { diffuseModulation: [255, 255, 255, 255], uniformScale: [1] };
const RED = { diffuseModulation: [255, 0, 0, 128], uniformScale: [1] };

/** All known record sizes, by the bytes that follow version 5's fields. */
const TAILS: Record<string, Tail> = {
  "version 5, 60 bytes": {
    version: 5,
    write: (w) => w,
    expected: { ...NO_LEVELS, ...WHITE, flags: [3] },
  },
  "version 6, 64 bytes": {
    version: 6,
    write: (w) => w.i16(80, 90),
    expected: { ...DIRECTX, ...WHITE, flags: [3] },
  },
  "version 7, 68 bytes": {
    version: 7,
    write: (w) => w.i16(80, 90).u8(255, 0, 0, 128),
    expected: { ...DIRECTX, ...RED, flags: [3] },
  },
  "version 8, 68 bytes": {
    version: 8,
    write: (w) => w.u8(0, 1, 2, 3).u8(255, 0, 0, 128),
    expected: { ...SYSTEM, ...RED, flags: [3] },
  },
  "version 9, 72 bytes": {
    version: 9,
    write: (w) => w.u8(0, 1, 2, 3, 255, 0, 0, 128).i32(1),
    expected: { ...SYSTEM, ...RED, flags: [3] },
  },
  "version 7, 72 bytes of SDK 2013": {
    version: 7,
    write: (w) => w.i16(80, 90).i32(0x142).i16(32, 64),
    expected: { ...DIRECTX, ...WHITE, flags: [0x142] },
  },
  "version 10, 72 bytes of SDK 2013": {
    version: 10,
    write: (w) => w.i16(80, 90).i32(0x142).i16(32, 64),
    expected: { ...DIRECTX, ...WHITE, flags: [0x142] },
  },
  "version 10, 76 bytes of CS:GO": {
    version: 10,
    write: (w) => w.u8(0, 1, 2, 3, 255, 0, 0, 128).i32(0, 0x10),
    expected: { ...SYSTEM, ...RED, flags: [0x1003] },
  },
  "version 11, 76 bytes": {
    version: 11,
    write: (w) => w.i16(80, 90).i32(0x142).i16(32, 64).i32(0),
    expected: { ...DIRECTX, ...WHITE, flags: [0x142] },
  },
  "version 11, 80 bytes of CS:GO": {
    version: 11,
    write: (w) => w.u8(0, 1, 2, 3, 255, 0, 0, 128).i32(0, 0x10).f32(2.5),
    expected: { ...SYSTEM, ...RED, flags: [0x1003], uniformScale: [2.5] },
  },
  "version 11, 80 bytes of Black Mesa": {
    version: 11,
    write: (w) => w.i16(80, 90).i32(0x42).i16(32, 64).u8(255, 0, 0, 128).i32(0x10),
    expected: { ...DIRECTX, ...RED, flags: [0x1042] },
  },
  "version 13, 88 bytes": {
    version: 13,
    write: (w) => w.u8(0, 1, 2, 3, 255, 0, 0, 128).i32(0, 0x10).f32(2.5, 2.5, 2.5),
    expected: { ...SYSTEM, ...RED, flags: [0x1003], uniformScale: [2.5] },
  },
};

function makeLump(tail: Tail, little: boolean, leafBytes: 2 | 4): Uint8Array {
  const lump = new ByteWriter(little).i32(1).text("models/crate.mdl", 128).i32(1);
  if (leafBytes === 2) lump.i16(7);
  else lump.i32(7);
  lump.i32(1).f32(1, 2, 3, 10, 20, 30).i16(0, 0, 1).u8(6, 3).i32(4);
  return tail.write(lump.f32(100, 200, 4, 5, 6, 0.5)).done();
}

describe("parseStaticProps", () => {
  for (const [name, tail] of Object.entries(TAILS)) {
    for (const littleEndian of [true, false]) {
      it(`reads ${name}, ${littleEndian ? "little" : "big"}-endian`, () => {
        for (const leafIndexBytes of [2, 4] as const) {
          const bytes = makeLump(tail, littleEndian, leafIndexBytes);
          const context = { littleEndian, leafIndexBytes, leafCount: 10 };
          const props = parseStaticProps(bytes, tail.version, context);
          expect(plain(props)).toMatchObject({
            version: tail.version,
            modelName: ["models/crate.mdl"],
            leaf: [7],
            count: 1,
            origin: [1, 2, 3],
            angles: [10, 20, 30],
            model: [0],
            firstLeaf: [0],
            leafCount: [1],
            solid: [6],
            skin: [4],
            fadeMinDist: [100],
            fadeMaxDist: [200],
            lightingOrigin: [4, 5, 6],
            forcedFadeScale: [0.5],
            ...tail.expected,
          });
        }
      });
    }
  }

  const sound = makeLump(TAILS["version 5, 60 bytes"], true, 2);
  const spoil = (at: number, value: number, leafCount = 10) => {
    const bytes = sound.slice();
    new DataView(bytes.buffer).setInt32(at, value, true);
    return () => parseStaticProps(bytes, 5, { ...LITTLE, leafCount });
  };

  it("refuses counts larger than the lump's bytes allow", () => {
    for (const at of [0, 132, 138]) {
      for (const value of [-1, 0x7fffffff, 1000]) {
        expect(spoil(at, value)).toThrow(FormatError);
      }
    }
    expect(() => parseStaticProps(sound.subarray(0, 3), 5, LITTLE)).toThrow(/truncated/);
  });

  it("refuses invalid models, leafs and positions", () => {
    expect(spoil(142 + 24, 1)).toThrow(/a model below 1/);
    expect(spoil(142 + 26, 5 | (1 << 16))).toThrow(/leafs of prop 0 within 1, found 6/);
    expect(spoil(142, 0x7fc00000)).toThrow(/finite/);
    expect(() => parseStaticProps(sound, 5, { ...LITTLE, leafCount: 7 })).toThrow(/below 7/);
  });

  it("refuses a record size that no version has", () => {
    const bytes = new Uint8Array(sound.length + 2);
    bytes.set(sound);
    expect(() => parseStaticProps(bytes, 5, LITTLE)).toThrow(/unsupported/);
  });

  it("reads a lump without props", () => {
    const props = parseStaticProps(new Uint8Array(12), 9, LITTLE);
    expect(props).toMatchObject({ count: 0, recordBytes: 0, modelName: [] });
  });
});

/** One prop each, written by another tool. The fourth byte of its tint is the render mode. */
const WRITTEN: Record<string, { version: number; bytes: number; expected: object }> = {
  v4: { version: 4, bytes: 56, expected: { forcedFadeScale: [1] } },
  v5: { version: 5, bytes: 60, expected: { forcedFadeScale: [-1] } },
  v6: { version: 6, bytes: 64, expected: { forcedFadeScale: [-1] } },
  v7: { version: 7, bytes: 68, expected: { diffuseModulation: [192, 255, 64, 128] } },
  v8: { version: 8, bytes: 68, expected: { diffuseModulation: [192, 255, 64, 128] } },
  v9: { version: 9, bytes: 72, expected: { diffuseModulation: [192, 255, 64, 128] } },
  v10: { version: 10, bytes: 76, expected: { diffuseModulation: [192, 255, 64, 128] } },
  v11: {
    version: 11,
    bytes: 80,
    expected: { diffuseModulation: [192, 255, 64, 128], uniformScale: [1.25] },
  },
  v_lightmap_v7: { version: 7, bytes: 72, expected: WHITE },
  v_lightmap_v10: { version: 10, bytes: 72, expected: WHITE },
  v_lightmap_mesa: {
    version: 11,
    bytes: 80,
    expected: { diffuseModulation: [192, 255, 64, 128], uniformScale: [1] },
  },
  v_strata_v12: {
    version: 12,
    bytes: 80,
    expected: { diffuseModulation: [192, 255, 64, 128], uniformScale: [1.25] },
  },
  v_strata_v13: { version: 13, bytes: 88, expected: { uniformScale: [1.25] } },
};

const folder = corpusPath("srctools_vtf/tests/test_bsp_staticprops");

describe.skipIf(!existsSync(folder))("static props written by srctools", () => {
  for (const [name, { version, bytes, expected }] of Object.entries(WRITTEN)) {
    it(`${name}: ${bytes} bytes`, () => {
      const lump = new Uint8Array(readFileSync(join(folder, `test_export_${name}_.lmp`)));
      const props = parseStaticProps(lump, version, LITTLE);
      expect(plain(props)).toMatchObject({
        recordBytes: bytes,
        count: 1,
        modelName: ["models/props_testing/some_model001.mdl"],
        angles: [12.5, 270, 0],
        skin: [1],
        solid: [6],
        leaf: [0],
        leafCount: [1],
        ...expected,
      });
      expect(props.origin[0]).toBeCloseTo(289.289, 2);
      expect(props.fadeMinDist[0]).toBeCloseTo(8.2, 5);
      expect(props.fadeMaxDist[0]).toBeCloseTo(12.9, 5);
    });
  }
});

/** Converts typed arrays to plain ones for comparison with literals. */
function plain(value: object): object {
  return Object.fromEntries(
    Object.entries(value).map(([key, column]) => [
      key,
      ArrayBuffer.isView(column) ? [...(column as Uint8Array)] : column,
    ]),
  );
}
