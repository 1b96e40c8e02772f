import { describe, expect, it } from "vitest";
import {
  buildCubemaps,
  isCompiledAway,
} from "../../../src/compile/vbsp/parts/compiled-entities.ts";
import { buildLeafWaterData, type WaterLeaf } from "../../../src/compile/vbsp/parts/water.ts";
import { readRecords } from "../../../src/formats/binary/read-records.ts";
import { parseBspHeader } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { LumpReader } from "../../../src/formats/bsp/read/lump-reader.ts";
import { DLEAFWATERDATA } from "../../../src/formats/bsp/records/areas.ts";
import { CUBEMAPS } from "../../../src/formats/bsp/records/lights.ts";
import { wholeBytes } from "../../../src/formats/bsp/whole-bytes.ts";
import { parseVmf } from "../../../src/formats/vmf/parse-vmf.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";
import { catchFault, makeEntity } from "./make-entity.ts";

describe("cubemaps", () => {
  const cubemap = (keys: Record<string, string>, line = 1) =>
    makeEntity({ classname: "env_cubemap", ...keys }, line);

  it("are at whole inches, truncated towards zero", () => {
    const { bytes, version } = buildCubemaps([
      cubemap({ origin: "1.9 -1.9 100", cubemapsize: "7" }),
      makeEntity({ classname: "light", origin: "5 5 5" }),
      cubemap({ origin: "0 0 -64" }),
    ]);
    const read = readRecords(bytes, CUBEMAPS[0], true);
    expect(version).toBe(0);
    expect([...read.origin]).toEqual([1, -1, 100, 0, 0, -64]);
    expect([...read.size]).toEqual([7, 0]);
  });

  it("with bad keys end in one error with the line", () => {
    const faults = [
      ["cubemapsize", "14"],
      ["cubemapsize", "-1"],
      ["origin", "1 2"],
    ];
    for (const [key, value] of faults) {
      const error = catchFault(() => buildCubemaps([cubemap({ [key]: value }, 8)]));
      expect([error.format, error.code, error.line]).toEqual(["VMF", "bad-value", 8]);
    }
  });

  it.skipIf(!hasCorpus)("of artpass_valvebase are the compiled ones", () => {
    const name = "artpass_valvebase/artpass_valvebase";
    const file = readCorpus(`${name}.bsp`);
    const lumps = new LumpReader(wholeBytes(file), parseBspHeader(file));
    const real = readRecords(lumps.bytes("LUMP_CUBEMAPS"), CUBEMAPS[0], true);
    const { entities } = parseVmf(new TextDecoder().decode(readCorpus(`${name}.vmf`)));
    expect(readRecords(buildCubemaps(entities).bytes, CUBEMAPS[0], true)).toEqual(real);
    expect(real.count).toBe(7);
  });
});

describe("bodies of water", () => {
  const build = (leafs: WaterLeaf[]) => {
    const { lump, rowOfLeaf } = buildLeafWaterData(leafs);
    return { rows: readRecords(lump.bytes, DLEAFWATERDATA, true), rowOfLeaf };
  };
  const leaf = (
    number: number,
    [minZ, maxZ]: [number, number],
    surfaceZ: number | null,
    neighbors: number[],
  ): WaterLeaf => ({
    leaf: number,
    minZ,
    maxZ,
    surface: surfaceZ === null ? null : { z: surfaceZ, texinfo: 30 },
    neighbors,
  });

  it("include leafs below their surface, with the depth of the deepest", () => {
    const { rows, rowOfLeaf } = build([
      leaf(4, [0, 64], 64, [5, 6]),
      leaf(5, [-100, 0], null, [4, 6]),
      leaf(6, [-20, 64], 64, [4, 5]),
    ]);
    expect([...rows.surfaceZ, ...rows.minZ, ...rows.surfaceTexInfo]).toEqual([64, -100, 30]);
    expect([...rowOfLeaf].sort()).toEqual([
      [4, 0],
      [5, 0],
      [6, 0],
    ]);
  });

  it("stay separate at different heights, even if they touch", () => {
    // A high basin, a fall, and a low basin.
    const { rows, rowOfLeaf } = build([
      leaf(1, [100, 200], 200, [2]),
      leaf(2, [0, 200], null, [1, 3]),
      leaf(3, [0, 50], 50, [2]),
    ]);
    expect([...rows.surfaceZ]).toEqual([50, 200]);
    expect([...rows.minZ]).toEqual([0, 0]);
    expect([1, 2, 3].map((number) => rowOfLeaf.get(number))).toEqual([1, 1, 0]);
  });

  it("without a surface end at their top", () => {
    const { rows } = build([leaf(1, [-64, -32], null, [2]), leaf(2, [-64, 0], null, [1])]);
    expect([...rows.surfaceZ, ...rows.minZ, ...rows.surfaceTexInfo]).toEqual([0, -64, -1]);
  });

  it("that are alike share a row", () => {
    const { rows, rowOfLeaf } = build([leaf(8, [0, 32], 32, []), leaf(9, [0, 32], 32, [])]);
    expect(rows.count).toBe(1);
    expect([rowOfLeaf.get(8), rowOfLeaf.get(9)]).toEqual([0, 0]);
  });
});

describe("isCompiledAway", () => {
  it.each([
    [{ classname: "prop_static" }, true],
    [{ classname: "env_cubemap" }, true],
    [{ classname: "info_lighting" }, true],
    [{ classname: "prop_detail_sprite" }, true],
    [{ classname: "info_overlay" }, true],
    [{ classname: "info_overlay", targetname: "sign" }, false],
    [{ classname: "prop_dynamic" }, false],
    [{ classname: "light" }, false],
  ])("of %o is %s", (keys, expected) => {
    expect(isCompiledAway(makeEntity(keys as Record<string, string>))).toBe(expected);
  });
});
