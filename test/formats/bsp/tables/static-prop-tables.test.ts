/** Tests that each game's static prop record has exactly its fields. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseStaticProps } from "../../../../src/formats/bsp/read/parse-static-props.ts";
import {
  readColorVariables,
  staticPropTables,
} from "../../../../src/formats/bsp/tables/game-lump-tables.ts";
import { corpusPath } from "../../../support/corpus.ts";
import { ByteWriter } from "../byte-writer.ts";

type Write = (writer: ByteWriter) => ByteWriter;

function tablesOf(bytes: Uint8Array, version: number, hasPropScales = false, mapVersion = 20) {
  const leafIndexBytes = mapVersion === 25 ? 4 : 2;
  const context = { littleEndian: true, leafIndexBytes, leafCount: 99, hasPropScales } as const;
  const props = parseStaticProps(bytes, version, context);
  const tables = staticPropTables({ bytes, props, mapVersion, littleEndian: true, hasPropScales });
  return { props, tables, row: tables.at(-1)!.row(0) };
}

/** Builds one prop and the fields after the 60 bytes of version 5. */
const makeLump = (tail: Write, scales: Write = (w) => w, leafBytes = 2) => {
  const lump = new ByteWriter().i32(1).text("models/crate.mdl", 128).i32(1);
  if (leafBytes === 2) lump.i16(7);
  else lump.i32(7);
  scales(lump).i32(1).f32(1, 2, 3, 10, 20, 30).i16(0, 0, 1).u8(6, 0x24).i32(4);
  return tail(lump.f32(100, 200, 4, 5, 6, 0.5)).done();
};

const BASE = {
  ...{ origin: [1, 2, 3], angles: [10, 20, 30], propType: 0, firstLeaf: 0, leafCount: 1, solid: 6 },
  ...{ skin: 4, fadeMinDist: 100, fadeMaxDist: 200, lightingOrigin: [4, 5, 6] },
  forcedFadeScale: 0.5,
};
const OLD = { ...BASE, flags: 0x24, flagNames: ["NO_DRAW", "SCREEN_SPACE_FADE"] };
const LATER = { ...BASE, flags: 0x24, flagNames: ["NO_FLASHLIGHT", "MARKED_FOR_FAST_REFLECTION"] };
const DIRECTX = { minDXLevel: 80, maxDXLevel: 90 };
const SYSTEM = { minCPULevel: 0, maxCPULevel: 1, minGPULevel: 2, maxGPULevel: 3 };
const RED = { diffuseModulation: [255, 0, 0, 128] };
const system: Write = (w) => w.u8(0, 1, 2, 3, 255, 0, 0, 128);
const LUXELS = { lightmapResolutionX: 32, lightmapResolutionY: 64 };

describe("static prop tables", () => {
  it.each([6, 7, 8])(
    "read Vindictus version 6 fields, whatever the version number: %i",
    (version) => {
      const scales: Write = (w) => w.i32(1).i32(0).f32(2, 3, 4);
      const unknown = [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88];
      const bytes = makeLump((w) => w.i16(80, 90).u8(...unknown), scales);
      const { props, row } = tablesOf(bytes, version, true);
      expect(row).toMatchObject({ ...BASE, ...DIRECTX, flags: 0x24, unknown });
      expect(row).not.toHaveProperty("diffuseModulation");
      expect([...props.dxLevels]).toEqual([80, 90]);
      expect([...props.diffuseModulation]).toEqual([255, 255, 255, 255]);
      expect([...props.flags]).toEqual([0x24]);
      expect([...props.uniformScale]).toEqual([2]);
    },
  );

  it.each<[string, number, number, Write, object]>([
    ["version 5", 5, 20, (w) => w, OLD],
    ["version 6", 6, 20, (w) => w.i16(80, 90), { ...OLD, ...DIRECTX }],
    ["version 7", 7, 20, (w) => w.i16(80, 90).u8(255, 0, 0, 128), { ...OLD, ...DIRECTX, ...RED }],
    ["version 8", 8, 20, system, { ...OLD, ...SYSTEM, ...RED }],
    ["version 9", 9, 21, (w) => system(w).i32(1), { ...LATER, ...SYSTEM, ...RED, disableX360: 1 }],
    [
      "Source SDK 2013",
      10,
      20,
      (w) => w.i16(80, 90).i32(0x104).i16(32, 64),
      {
        ...{ ...BASE, ...DIRECTX, ...LUXELS, flags: 0x104 },
        flagNames: ["NO_DRAW", "NO_PER_TEXEL_LIGHTING"],
      },
    ],
    [
      "CS:GO",
      11,
      21,
      (w) => system(w).i32(1, 0xb).f32(2.5),
      {
        ...{ ...LATER, ...SYSTEM, ...RED, disableX360: 1, uniformScale: 2.5, flagsEx: 11 },
        flagExNames: ["DISABLE_SHADOW_DEPTH", "DISABLE_CSM", "0x8"],
      },
    ],
    [
      "Black Mesa",
      11,
      20,
      (w) => w.i16(80, 90).i32(4).i16(32, 64).u8(255, 0, 0, 128).i32(0x10),
      {
        ...{ ...BASE, ...DIRECTX, ...LUXELS, ...RED, flags: 4, flagNames: ["NO_FLASHLIGHT"] },
        ...{ flagsEx: 16, flagExNames: ["0x10"] },
      },
    ],
    ["The Ship", 5, 20, (w) => w.text("crate_1", 128), { ...OLD, targetName: "crate_1" }],
    [
      "Dark Messiah",
      6,
      20,
      (w) => w.i16(80, 90).zeros(72),
      { ...OLD, ...DIRECTX, unknown: new Array(72).fill(0) },
    ],
  ])("read the fields of %s", (_, version, mapVersion, tail, expected) => {
    expect(tablesOf(makeLump(tail), version, false, mapVersion).row).toEqual(expected);
  });

  it("read three scales and a colour variable in Strata Source", () => {
    const tail: Write = (w) => w.u8(0, 1, 2, 3, 1, 2, 3, 255).i32(0, 8).f32(1, 2, 3);
    const { row, props } = tablesOf(
      makeLump(tail, (w) => w, 4),
      13,
      false,
      25,
    );
    expect(row).toMatchObject({ scale: [1, 2, 3], flagExNames: ["COLOR_TINT"], colorVar: 0x10203 });
    // The game sets the colour that the number refers to.
    expect([...props.diffuseModulation]).toEqual([255, 255, 255, 255]);
    const plain = makeLump(
      (w) => w.u8(0, 1, 2, 3, 1, 2, 3, 255).i32(0, 4).f32(1, 2, 3),
      (w) => w,
      4,
    );
    expect([...tablesOf(plain, 13, false, 25).props.diffuseModulation]).toEqual([1, 2, 3, 255]);
  });

  it("read Vindictus' scales from a separate list", () => {
    const bytes = makeLump(
      (w) => w.i16(80, 90),
      (w) => w.i32(1, 0).f32(2, 3, 4),
    );
    const { tables } = tablesOf(bytes, 6, true);
    expect(tables.map(({ name }) => name)).toContain("sprp scale");
    expect(tables[2].row(0)).toEqual({ prop: 0, scale: [2, 3, 4] });
  });

  it("read colour names from the clvr lump", () => {
    const bytes = new ByteWriter().i32(2).text("door", 64).text("light", 64).done();
    const { count, row } = readColorVariables(bytes, true);
    expect([count, row(1)]).toEqual([2, { name: "light" }]);
    expect(() => readColorVariables(bytes.subarray(0, 100), true)).toThrow("bad-count");
  });
});

const SAMPLES = corpusPath("srctools_vtf/tests/test_bsp_staticprops");

describe.skipIf(!existsSync(SAMPLES))("static prop tables of srctools samples", () => {
  it("use the map's leaf index width, whatever the prop version", () => {
    let samples = 0;
    for (const name of readdirSync(SAMPLES).filter((file) => file.endsWith(".lmp"))) {
      const bytes = new Uint8Array(readFileSync(join(SAMPLES, name)));
      const version = Number(/v(?:_\D+_v?)?(\d+)/.exec(name)?.[1] ?? 11);
      const leafCount = 65_536;
      const context = { littleEndian: true, leafIndexBytes: 2, leafCount } as const;
      const props = parseStaticProps(bytes, version, context);
      const about = { mapVersion: 20, littleEndian: true, hasPropScales: false };
      const row = staticPropTables({ bytes, props, ...about })
        .at(-1)!
        .row(0);
      expect([name, props.count, row.origin]).toEqual([name, 1, [...props.origin]]);
      samples++;
    }
    expect(samples).toBe(13);
  });
});
