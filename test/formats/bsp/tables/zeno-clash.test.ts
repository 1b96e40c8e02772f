/** Tests static props of Zeno Clash: both name lists and the extra word per prop. */

import { describe, expect, it } from "vitest";
import { openLump } from "../../../../src/formats/bsp/tables/open-lump.ts";
import { takeZenoProps } from "../../../../src/formats/bsp/tables/zeno-clash.ts";
import { ByteWriter } from "../byte-writer.ts";
import { makeZenoProps, writeZenoMap, type ZenoOptions } from "./zeno-props.ts";

const PATHS = ["materials/models/crate", "materials/models/shared"];

function tablesOf(options: ZenoOptions) {
  const { tables } = openLump(writeZenoMap(makeZenoProps(options)), "game_lump")!;
  return Object.fromEntries(
    tables.map(({ name, count, row }) => [name, Array.from({ length: count }, (_, i) => row(i))]),
  );
}

describe("static props of Zeno Clash", () => {
  it("are listed with their second name list", () => {
    const tables = tablesOf({ paths: PATHS });
    expect(Object.keys(tables)).toEqual([
      ...["dgamelump_t", "sprp model", "sprp path", "sprp leaf", "sprp prop"],
    ]);
    expect(tables["sprp model"]).toEqual([{ name: "models/crate.mdl" }]);
    expect(tables["sprp path"]).toEqual(PATHS.map((name) => ({ name })));
    expect(tables["sprp leaf"]).toEqual([{ leaf: 1 }, { leaf: 2 }]);
    expect(tables["sprp prop"]).toHaveLength(2);
    expect(tables["sprp prop"][1]).toEqual({
      ...{ origin: [192, 64, 0], angles: [10, 20, 30], propType: 0, firstLeaf: 1, leafCount: 1 },
      ...{ solid: 6, flags: 1, skin: 1, fadeMinDist: 100, fadeMaxDist: 200 },
      ...{ lightingOrigin: [4, 5, 6], forcedFadeScale: 0.5, minDXLevel: 80, maxDXLevel: 90 },
      ...{ unknown: 0x0a0b0c01, flagNames: ["FADES"] },
    });
  });

  it("may have an empty second name list", () => {
    const tables = tablesOf({ paths: [], leafs: [1, 2, 1] });
    expect(tables["sprp path"]).toEqual([]);
    expect(tables["sprp prop"]).toHaveLength(2);
  });

  it("are recognized by the lump's exact length", () => {
    const zeno = makeZenoProps({ paths: PATHS });
    expect(takeZenoProps(zeno, 7, true)?.bytes.length).toBe(zeno.length - 4 - 256);
    expect(takeZenoProps(zeno, 6, true)).toBeNull();
    expect(takeZenoProps(zeno, 7, false)).toBeNull();
    expect(takeZenoProps(zeno.subarray(0, -1), 7, true)).toBeNull();
    for (const propBytes of [68, 72]) {
      const other = new ByteWriter().i32(1).text("models/crate.mdl", 128).i32(1).i16(1).i32(3);
      expect(takeZenoProps(other.zeros(3 * propBytes).done(), 7, true)).toBeNull();
    }
    for (let length = 0; length < zeno.length; length += 7) {
      expect(takeZenoProps(zeno.subarray(0, length), 7, true)).toBeNull();
    }
  });
});
