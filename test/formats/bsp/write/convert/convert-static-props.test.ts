/** Tests static props converted from each known record to each written record. */

import { describe, expect, it } from "vitest";
import { parseStaticProps } from "../../../../../src/formats/bsp/read/parse-static-props.ts";
import type { StaticProps } from "../../../../../src/formats/bsp/types.ts";
import { convertGameLump } from "../../../../../src/formats/bsp/write/convert/convert-game-lumps.ts";
import { CONVERT_TARGETS } from "../../../../../src/formats/bsp/write/convert/targets.ts";
import { ByteWriter } from "../../byte-writer.ts";
import { NAMES } from "./made-forms.ts";

interface Form {
  readonly version: number;
  readonly wide: boolean;
  /** Writes the fields after the first 56 bytes of prop i. */
  readonly rest: (out: ByteWriter, i: number) => void;
}

/** Records of BSPSource and bsp_tool, field by field. */
const FORMS: readonly Form[] = [
  { version: 4, wide: false, rest: () => undefined },
  { version: 5, wide: false, rest: (out) => out.f32(0.5) },
  { version: 6, wide: false, rest: (out) => out.f32(0.5).i16(70, 95) },
  { version: 7, wide: false, rest: (out) => out.f32(0.5).i16(70, 95).u8(1, 2, 3, 4) },
  { version: 8, wide: false, rest: (out) => out.f32(0.5).u8(1, 2, 3, 0).u8(1, 2, 3, 4) },
  {
    version: 9,
    wide: false,
    rest: (out) => out.f32(0.5).u8(1, 2, 3, 0).u8(1, 2, 3, 4, 1, 0, 0, 0),
  },
  // Source SDK 2013 has 32-bit flags, then a lightmap size.
  {
    version: 10,
    wide: false,
    rest: (out, i) =>
      out
        .f32(0.5)
        .i16(70, 95)
        .i32(0x100 + i)
        .i16(32, 16),
  },
  {
    version: 10,
    wide: false,
    rest: (out, i) =>
      out
        .f32(0.5)
        .u8(1, 2, 3, 0, 1, 2, 3, 4, 0, 0, 0, 0)
        .i32(1 + i),
  },
  {
    version: 11,
    wide: false,
    rest: (out) => out.f32(0.5).u8(1, 2, 3, 0, 1, 2, 3, 4, 0, 0, 0, 0).i32(1).f32(2),
  },
  {
    version: 13,
    wide: true,
    rest: (out, i) =>
      out
        .f32(0.5)
        .u8(1, 2, 3, 0, 1, 2, 3, 4, 0, 0, 0, 0)
        .i32(1)
        .f32(2, 2 + i, 2),
  },
];

function makeProps({ version, wide, rest }: Form): Uint8Array {
  const out = new ByteWriter().i32(2).text("models/a.mdl", 128).text("models/b.mdl", 128).i32(3);
  if (wide) out.i32(5, 6, 4);
  else out.i16(5, 6, 4);
  out.i32(2);
  for (let i = 0; i < 2; i++) {
    out.f32(1 + i, 2, 3, 10, 20, 30).i16(i, i, 2 - i);
    // Source SDK 2013's record has all flags at its end.
    out.u8(6, version === 10 && rest === FORMS[6].rest ? 0 : 0x12 + i).i32(7 + i);
    out.f32(100, 200, 64, 65, 66);
    rest(out, i);
  }
  return out.done();
}

const read = (bytes: Uint8Array, version: number, little = true): StaticProps =>
  parseStaticProps(bytes, version, {
    littleEndian: little,
    leafIndexBytes: version >= 12 ? 4 : 2,
    leafCount: 10,
  });

const PC = { version: 20, endian: "little", headerOrder: "standard" } as const;

describe("converted static props", () => {
  for (const [at, form] of FORMS.entries()) {
    it.each(NAMES)(`of version ${form.version} (row ${at}) become those of %s`, (name) => {
      const target = CONVERT_TARGETS[name];
      const bytes = makeProps(form);
      const source = form.wide ? { ...PC, version: 25 } : PC;
      const made = convertGameLump({ id: "sprp", version: form.version, bytes }, source, target);
      const [a, b] = [read(bytes, form.version), read(made.bytes, made.version, name !== "x360")];
      const forms: readonly { version: number; recordBytes: number }[] = target.staticProps;
      expect(forms).toContainEqual({ version: made.version, recordBytes: b.recordBytes });
      for (const column of [
        ...([
          "origin",
          "angles",
          "model",
          "firstLeaf",
          "leafCount",
          "solid",
          "skin",
          "leaf",
        ] as const),
        ...(["fadeMinDist", "fadeMaxDist", "lightingOrigin", "modelName"] as const),
      ]) {
        expect(b[column], column).toEqual(a[column]);
      }
      const lost = (field: string) => made.losses.some((line) => line.startsWith(`${field} of`));
      const has = {
        forcedFadeScale: b.recordBytes > 56,
        dxLevels:
          made.version === 6 || made.version === 7 || (made.version === 10 && b.recordBytes === 72),
        systemLevels: (made.version >= 8 && b.recordBytes !== 72) || made.version === 9,
        diffuseModulation: made.version >= 7 && !(made.version === 10 && b.recordBytes === 72),
        uniformScale: b.recordBytes >= 80,
      };
      for (const [column, isThere] of Object.entries(has) as [keyof typeof has, boolean][]) {
        const defaults = {
          forcedFadeScale: 1,
          dxLevels: 0,
          systemLevels: 0,
          diffuseModulation: 255,
          uniformScale: 1,
        };
        const isDefault = a[column].every((value) => value === defaults[column]);
        if (isThere) expect(b[column], column).toEqual(a[column]);
        else if (!isDefault)
          expect(lost(column === "uniformScale" ? "scale" : column), column).toBe(true);
        if (!isThere)
          expect(
            b[column].every((value) => value === defaults[column]),
            column,
          ).toBe(true);
      }
      const keepsFlags = (made.version === 10 && b.recordBytes >= 72) || made.version >= 11;
      expect([...b.flags]).toEqual(
        [...a.flags].map((flags) => (keepsFlags ? flags : flags & 0xff)),
      );
      expect(lost("flags above 8 bits")).toBe(!keepsFlags && a.flags.some((flags) => flags > 0xff));
    });
  }

  it("keep their bytes if the target supports their version", () => {
    for (const [at, name] of [
      [1, "v19"],
      [2, "v20"],
      [6, "v20"],
      [8, "v21"],
      [5, "l4d2"],
    ] as const) {
      const lump = { id: "sprp", version: FORMS[at].version, bytes: makeProps(FORMS[at]) };
      expect(convertGameLump(lump, PC, CONVERT_TARGETS[name])).toEqual({ ...lump, losses: [] });
      expect(convertGameLump(lump, PC, CONVERT_TARGETS[name]).bytes).toBe(lump.bytes);
    }
  });

  it("are refused with an unknown record size or leafs that do not fit", () => {
    const odd = new ByteWriter().i32(0, 0, 1).zeros(99).done();
    const lump = { id: "sprp", version: 10, bytes: odd };
    expect(() => convertGameLump(lump, PC, CONVERT_TARGETS.v25)).toThrow("99 bytes a prop");
    const far = makeProps(FORMS[9]);
    new DataView(far.buffer).setUint32(4 + 256 + 4, 70000, true);
    const wide = { id: "sprp", version: 13, bytes: far };
    expect(() => convertGameLump(wide, { ...PC, version: 25 }, CONVERT_TARGETS.v20)).toThrow(
      "70000 does not fit u16",
    );
  });

  it("convert details for the Xbox 360 and report game lumps that cannot be byte-swapped", () => {
    const unknown = { id: "hlod", version: 1, bytes: Uint8Array.of(1, 2, 3, 4) };
    const kept = convertGameLump(unknown, PC, CONVERT_TARGETS.x360);
    expect(kept.bytes).toBe(unknown.bytes);
    expect(kept.losses).toMatchObject([expect.stringContaining("little-endian")]);
    const make = (little: boolean) =>
      new ByteWriter(little).i32(2).u8(1, 2, 3, 4, 5).u8(6, 7, 8, 9, 10).done();
    const lights = { id: "dplh", version: 0, bytes: make(true) };
    expect(convertGameLump(lights, PC, CONVERT_TARGETS.x360).bytes).toEqual(make(false));
  });
});
