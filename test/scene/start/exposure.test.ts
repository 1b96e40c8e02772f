import { beforeAll, describe, expect, it } from "vitest";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import {
  DEFAULT_EXPOSURE_LIMITS,
  exposureOf,
  findExposureLimits,
} from "../../../src/scene/start/exposure.ts";
import { asHdr, buildScene, compileRooms, type Keys, withEntities } from "./made-rooms.ts";

const SPAWN = { classname: "info_player_start", origin: "96 384 0", angles: "0 5 0" };

describe("exposureOf", () => {
  const of = (...values: number[]) =>
    exposureOf(Float64Array.from(values), DEFAULT_EXPOSURE_LIMITS);
  const many = (count: number, value: number): number[] => Array(count).fill(value);

  it("keeps 1 for a picture of normal brightness", () => {
    expect(of(0.0501)).toBe(1);
    expect(of(0.39, 0.1, 0.18)).toBe(1);
    expect(of()).toBe(1);
  });

  it("moves dark and bright pictures to the nearest normal brightness", () => {
    expect(of(0.025, 0.025)).toBeCloseTo(2, 10);
    // The geometric mean of 0.01 and 0.0625 is 0.025.
    expect(of(0.01, 0.0625)).toBeCloseTo(2, 10);
    expect(of(0.8)).toBeCloseTo(0.5, 10);
  });

  it("respects the limits", () => {
    expect(of(0)).toBe(4);
    expect(of(100)).toBe(0.25);
    expect(exposureOf(Float64Array.of(0.001), { min: 1, max: 1.5 })).toBe(1.5);
    expect(exposureOf(Float64Array.of(0.2), { min: 1.25, max: 1.5 })).toBe(1.25);
  });

  it("does not overexpose lamps in a dark picture", () => {
    expect(of(...many(90, 0.01), ...many(10, 0.5))).toBeCloseTo(2, 10);
    expect(of(...many(90, 0.01), ...many(10, 3))).toBe(1);
    // A few bright pixels are allowed.
    expect(of(...many(98, 0.01), ...many(2, 0.5))).toBe(4);
  });
});

describe("the exposure limits of a map", () => {
  const limits = (...outputs: (readonly [string, string])[]) => {
    const pairs = outputs.map(([key, value]) => `"${key}" "${value}"`).join("\n");
    return findExposureLimits(parseEntities(`{\n"classname" "logic_auto"\n${pairs}\n}`));
  };

  it("are those set by logic_auto at map start", () => {
    expect(
      limits(
        ["OnMapSpawn", "tonemap,SetAutoExposureMin,0.8,0,-1"],
        ["OnMapSpawn", "tonemap\x1bSetAutoExposureMax\x1b1.2\x1b0\x1b-1"],
      ),
    ).toEqual({ min: 0.8, max: 1.2 });
  });

  it("are the defaults without valid outputs", () => {
    expect(limits()).toEqual(DEFAULT_EXPOSURE_LIMITS);
    expect(
      limits(
        ["OnLoadGame", "tonemap,SetAutoExposureMin,0.8,0,-1"],
        ["OnMapSpawn", "tonemap,SetAutoExposureMax,bright,0,-1"],
        ["OnMapSpawn", "tonemap,SetBloomScale,3,0,-1"],
      ),
    ).toEqual(DEFAULT_EXPOSURE_LIMITS);
  });

  it("are ordered and clamped", () => {
    expect(
      limits(
        ["OnMapSpawn", "t,SetAutoExposureMin,3,0"],
        ["OnMapSpawn", "t,SetAutoExposureMax,2,0"],
      ),
    ).toEqual({ min: 2, max: 2 });
    expect(
      limits(
        ["OnMapSpawn", "t,SetAutoExposureMin,1e-9,0"],
        ["OnMapSpawn", "t,SetAutoExposureMax,1e9,0"],
      ),
    ).toEqual({ min: 1 / 8, max: 8 });
  });
});

describe("the exposure of a scene", () => {
  let rooms: Bsp;
  beforeAll(async () => {
    rooms = await compileRooms();
  });
  const exposure = (stops: number | null, ...entities: readonly Keys[]): number => {
    const bsp = withEntities(rooms, SPAWN, ...entities);
    return buildScene(stops === null ? bsp : asHdr(bsp, stops)).exposure;
  };

  it("is 1 in LDR", () => {
    expect(exposure(null)).toBe(1);
    const { lighting } = asHdr(rooms, -5).hdr!;
    expect(
      buildScene({ ...withEntities(rooms, SPAWN), ldr: { ...rooms.ldr!, lighting } }).exposure,
    ).toBe(1);
  });

  it("raises a dark HDR map and lowers a bright one, stop by stop", () => {
    const dark = exposure(-5);
    expect(dark).toBeGreaterThan(1);
    expect(dark).toBeLessThan(4);
    expect(exposure(-4) / dark).toBeCloseTo(0.5, 5);
    const bright = exposure(1);
    expect(bright).toBeLessThan(1);
    expect(bright).toBeGreaterThan(0.25);
    expect([exposure(-9), exposure(9)]).toEqual([4, 0.25]);
  });

  it("respects the map's limits", () => {
    const auto = { classname: "logic_auto", OnMapSpawn: "t,SetAutoExposureMax,1.1,0,-1" };
    expect(exposure(-8, auto)).toBeCloseTo(1.1, 10);
  });
});
