/** Tests colour corrections of generated maps: their positions and tables. */

import { describe, expect, it } from "vitest";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import type { Models } from "../../../src/formats/bsp/types.ts";
import { CORRECTION_BOX, CORRECTION_SPHERE } from "../../../src/map/color-correction.ts";
import { writeCorrectionWeights } from "../../../src/render/post/grading/create-grade.ts";
import { readColorCorrections } from "../../../src/scene/light/color-corrections.ts";
import { accessTo, madeContent } from "../content-sources.ts";

const MODELS = {
  count: 2,
  mins: Float32Array.of(-999, -999, -999, -10, -20, -30),
  maxs: Float32Array.of(999, 999, 999, 10, 20, 30),
} as Models;

/** Red counts up, and the last byte is different. */
const RAW = Uint8Array.from({ length: 32 ** 3 * 3 }, (_, i) =>
  i % 3 === 0 ? (i / 3) % 32 : i % 3,
);

const entitiesOf = (...all: Readonly<Record<string, string>>[]) =>
  parseEntities(
    all
      .map((keys) => {
        const pairs = Object.entries(keys).map(([key, value]) => `"${key}" "${value}"`);
        return `{\n${pairs.join("\n")}\n}`;
      })
      .join("\n"),
  );

async function read(
  files: Record<string, Uint8Array>,
  ...entities: Readonly<Record<string, string>>[]
) {
  const content = madeContent(files);
  const access = accessTo(content);
  const bsp = { entities: entitiesOf(...entities), models: MODELS };
  const corrections = await readColorCorrections(bsp, access);
  return { corrections, warnings: access.diagnostics.warnings, reads: content.reads };
}

const point = (keys: Readonly<Record<string, string>> = {}) => ({
  classname: "color_correction",
  filename: "materials\\Correction\\CC.raw",
  origin: "1 2 3",
  ...keys,
});

describe("colour corrections of a map", () => {
  const files = { "materials/correction/cc.raw": RAW };

  it("are read with each table once, and fade by their keys", async () => {
    const { corrections, warnings, reads } = await read(
      files,
      point({ minfalloff: "100", maxfalloff: "300" }),
      point(),
      point({ minfalloff: "-1", maxfalloff: "-1", maxweight: "0.25" }),
      point({ StartDisabled: "1" }),
      { ...point(), classname: "color_correction_volume", model: "*1", origin: "100 0 0" },
      { ...point(), classname: "color_correction_volume", model: "*7" },
      { ...point(), filename: "" },
    );
    expect(warnings).toEqual([]);
    expect(reads).toEqual(["materials/correction/cc.raw"]);
    expect(corrections).toMatchObject({ count: 4, lookupCount: 1 });
    const { kind, bounds, lookup, weight, texels } = corrections!;
    const [S, B] = [CORRECTION_SPHERE, CORRECTION_BOX];
    expect([[...kind], [...lookup], [...weight]]).toEqual([
      [S, S, S, B],
      [0, 0, 0, 0],
      [1, 1, 1, 1],
    ]);
    expect([...bounds.subarray(0, 11)]).toEqual([1, 2, 3, 100, 300, 0, 1, 2, 3, 0, 1000]);
    expect([...bounds.subarray(18)]).toEqual([90, -20, -30, 110, 20, 30]);
    expect([...texels.subarray(33 * 4, 34 * 4)]).toEqual([1, 1, 2, 255]);
    expect(texels).toHaveLength(32 ** 3 * 4);

    // Weights for a player at this position, whose eyes are 64 inches higher.
    const at = (x: number, y: number, z: number) => {
      const out = new Float32Array(12);
      writeCorrectionWeights(out, corrections!, { x, y, z: z + 64 });
      return [...out].map((value) => Math.round(value * 1e4) / 1e4);
    };
    // At the first two's centre all three count equally, and nothing of the original colour remains.
    expect(at(1, 2, 3)).toEqual([...new Array(3).fill(0.3333), ...new Array(9).fill(0)]);
    // 200 away: half of the first, 0.8 of the second, the third everywhere.
    const [a, b, c] = [0.5, 0.8, 1].map((value) => Math.round((value / 2.3) * 1e4) / 1e4);
    expect(at(201, 2, 3).slice(0, 4)).toEqual([a, b, c, 0]);
    expect(at(1e5, 0, 0)).toEqual([1, ...new Array(11).fill(0)]);
  });

  it("keep the remaining share of the colour, and volumes end at their walls", async () => {
    const volume = {
      ...point(),
      classname: "color_correction_volume",
      model: "*1",
      origin: "0 0 0",
    };
    const { corrections } = await read(
      files,
      point({ origin: "0 0 0", maxfalloff: "400" }),
      volume,
    );
    const at = (x: number) => {
      const out = new Float32Array(12);
      writeCorrectionWeights(out, corrections!, { x, y: 0, z: 64 });
      return [...out.subarray(0, 4), out[8]];
    };
    expect(at(100)).toEqual([0.75, 0, 0, 0, 0.25]);
    expect(at(500)).toEqual([0, 0, 0, 0, 1]);
    expect(at(0)).toEqual([0.5, 0.5, 0, 0, 0]);
    expect(at(-10.5)[1]).toBe(0);
  });

  it("are null if the map has none", async () => {
    expect(await read(files, { classname: "worldspawn" })).toMatchObject({
      corrections: null,
      reads: [],
    });
  });

  it.each([
    ["missing", {}, "missing-texture"],
    ["too short", { "materials/correction/cc.raw": RAW.subarray(1) }, "unreadable-texture"],
    [
      "a byte too long",
      { "materials/correction/cc.raw": new Uint8Array(98305) },
      "unreadable-texture",
    ],
    ["far too long", { "materials/correction/cc.raw": new Uint8Array(1e6) }, "over-budget"],
  ] as const)("whose table is %s are dropped with one warning", async (_, made, code) => {
    const { corrections, warnings } = await read({ ...made }, point(), point());
    expect(corrections).toBeNull();
    expect(warnings.map((warning) => warning.code)).toEqual([code]);
  });
});
