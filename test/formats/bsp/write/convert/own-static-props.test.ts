/**
 * Tests that static props of single games convert to Valve's records, with one line per lost field.
 */

import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../../../src/formats/bsp/parse-bsp.ts";
import { parseStaticProps } from "../../../../../src/formats/bsp/read/parse-static-props.ts";
import { convertGameLump } from "../../../../../src/formats/bsp/write/convert/convert-game-lumps.ts";
import { CONVERT_TARGETS } from "../../../../../src/formats/bsp/write/convert/targets.ts";
import { ByteWriter } from "../../byte-writer.ts";
import { makeZenoProps, writeZenoMap } from "../../tables/zeno-props.ts";
import { convert, NAMES } from "./made-forms.ts";

/** Builds two props with the fields after `solid`, from BSPSource. */
function makeProps(rest: (out: ByteWriter, i: number) => void): Uint8Array {
  const out = new ByteWriter().i32(1).text("models/a.mdl", 128).i32(2).i16(5, 6).i32(2);
  for (let i = 0; i < 2; i++) {
    out
      .f32(1 + i, 2, 3, 10, 20, 30)
      .i16(0, i, 1)
      .u8(6);
    rest(out, i);
  }
  return out.done();
}

const mesa = (hasFlags: boolean) =>
  makeProps((out, i) => {
    out
      .u8(0)
      .i32(7 + i)
      .f32(100, 200, 64, 65, 66, 0.5)
      .i16(70, 95);
    out
      .i32(0x11 + i)
      .i16(32, 16)
      .u8(1, 2, 3, 4);
    if (hasFlags) out.i32(8 * i);
  });
const dearEsther = makeProps((out, i) => {
  out
    .u8(0x11 + i)
    .i32(0xbeef * i, 7 + i)
    .f32(100, 200)
    .f32(9, 9, 9 * i);
  out.f32(0.5).u8(1, 2, 3, 0).u8(77).u8(1, 2, 3, 4).zeros(3);
});
const zeno = makeZenoProps({ paths: ["materials/a", "materials/b"] });

const PC = { version: 20, endian: "little", headerOrder: "standard" } as const;
const read = (bytes: Uint8Array, version: number, isWide: boolean, littleEndian: boolean) =>
  parseStaticProps(bytes, version, {
    ...{ littleEndian, leafIndexBytes: isWide ? 4 : 2, leafCount: 10 },
  });

describe("static props of single games", () => {
  it.each(NAMES)("keep the fields that %s supports", (name) => {
    const target = CONVERT_TARGETS[name];
    for (const [version, bytes] of [
      [9, dearEsther],
      [11, mesa(false)],
      [11, mesa(true)],
      [7, zeno],
    ] as const) {
      const made = convertGameLump({ id: "sprp", version, bytes }, PC, target);
      expect(target.staticProps.map((form) => form.version)).toContain(made.version);
      const props = read(made.bytes, made.version, target.isWide, target.endian === "little");
      expect([...props.skin]).toEqual(bytes === zeno ? [0, 1] : [7, 8]);
      expect([...props.origin].slice(0, 3)).toEqual(bytes === zeno ? [64, 64, 0] : [1, 2, 3]);
      expect([...props.angles].slice(3)).toEqual([10, 20, 30]);
      expect([...props.solid, ...props.fadeMinDist, ...props.fadeMaxDist]).toEqual([
        ...[6, 6, 100, 100, 200, 200],
      ]);
      expect([...props.forcedFadeScale]).toEqual([0.5, 0.5]);
      const lighting = bytes === dearEsther ? [0, 0, 0] : bytes === zeno ? [4, 5, 6] : [64, 65, 66];
      expect([...props.lightingOrigin].slice(0, 3)).toEqual(lighting);
      // Dear Esther's second prop has a lighting origin that no record states.
      const flags = { 9: [0x11, 0x10], 11: [0x11, 0x12], 7: [1, 1] }[version];
      expect([...props.flags]).toEqual(flags);
      const hasColour = made.version > 6 && props.recordBytes !== 72 ? true : made.version === 9;
      const coloured = hasColour && bytes !== zeno;
      expect([...props.diffuseModulation].slice(4)).toEqual(
        coloured ? [1, 2, 3, 4] : [255, 255, 255, 255],
      );
    }
  });

  it("report each lost field on a separate line", () => {
    const linesOf = (version: number, bytes: Uint8Array) =>
      convertGameLump({ id: "sprp", version, bytes }, PC, CONVERT_TARGETS.v21).losses;
    const lost = (field: string, props: number) =>
      `${field} of ${props} props has no place in version 9`;
    expect(new Set(linesOf(9, dearEsther))).toEqual(
      new Set([
        ...[lost("unknown", 1), lost("unknownOrigin", 2), lost("unknownByte", 2)],
        lost("lightingOrigin", 1),
      ]),
    );
    const size = [lost("dxLevels", 2), lost("lightmapResolution", 2)];
    expect(new Set(linesOf(11, mesa(false)))).toEqual(new Set(size));
    expect(new Set(linesOf(11, mesa(true)))).toEqual(new Set([...size, lost("unknownFlags", 1)]));
    expect(new Set(linesOf(7, zeno))).toEqual(
      new Set([
        ...[lost("dxLevels", 2), lost("unknown", 2)],
        "2 names of Zeno Clash's second list have no place elsewhere",
      ]),
    );
  });

  it("are rewritten in a map that already has the target's form, and become readable", () => {
    const map = writeZenoMap(zeno);
    const before = new Diagnostics();
    expect(parseBsp(map, before).staticProps).toBeNull();
    expect(before.warnings).toHaveLength(1);
    const { bytes, changes } = convert(map, "v20");
    expect(changes.every(({ lump }) => lump === "game lump sprp")).toBe(true);
    const after = new Diagnostics();
    const { staticProps, planes } = parseBsp(bytes, after);
    expect(after.warnings).toEqual([]);
    expect([staticProps?.version, staticProps?.count]).toEqual([10, 2]);
    expect(planes).toEqual(parseBsp(map).planes);
    expect(convert(bytes, "v20").bytes).toBe(bytes);
  });

  it("stay unchanged if they are damaged", () => {
    const map = writeZenoMap(zeno.subarray(0, -1));
    expect(convert(map, "v20").bytes).toBe(map);
  });
});
