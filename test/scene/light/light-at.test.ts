/** Compares the light of one lamp at one point with values computed by hand. */

import { describe, expect, it } from "vitest";
import {
  EMIT_POINT,
  EMIT_QUAKELIGHT,
  EMIT_SKYAMBIENT,
  EMIT_SKYLIGHT,
  EMIT_SPOTLIGHT,
  EMIT_SURFACE,
} from "../../../src/formats/bsp/records/lights.ts";
import { PROP_IGNORE_NORMALS, WORLD_LIGHT_ROW } from "../../../src/map/world-lights.ts";
import { buildLocalLights } from "../../../src/scene/light/local-lights.ts";
import { addLightAt, aim, aimAtLight } from "../../../src/scene/light/pick-lights.ts";
import { type MadeWorldLight, makeWorldLightTable } from "../../formats/bsp/make-world-lights.ts";

const build = (...lights: MadeWorldLight[]) => buildLocalLights(makeWorldLightTable(lights));
const UP = [0, 0, 1];

function lit(light: MadeWorldLight, point: readonly number[], normal = UP, flags = 0): number[] {
  const sum = [0, 0, 0];
  addLightAt(sum, build(light), 0, { point, normal, flags });
  return sum.map((value) => Math.round(value * 1e5) / 1e5 + 0);
}

describe("a lamp", () => {
  const lamp = { type: EMIT_POINT, intensity: [1000, 500, 0] as const };

  it("falls off by constant, linear and quadratic terms", () => {
    // 60 beside and 80 above, so 100 away with cosine 0.8. 20 + 1 * 100 + 0.05 * 100^2 = 620.
    const at = { ...lamp, origin: [60, 0, 80] as const, attenuation: [20, 1, 0.05] as const };
    expect(lit(at, [0, 0, 0])).toEqual([1.29032, 0.64516, 0]);
    // Half as far in the same direction: cosine 0.8, 20 + 50 + 125 = 195.
    expect(lit(at, [30, 0, 40])).toEqual([4.10256, 2.05128, 0]);
  });

  it("lights no surface facing away, except where normals are ignored", () => {
    const at = { ...lamp, origin: [0, 0, -50] as const, attenuation: [0, 1, 0] as const };
    expect(lit(at, [0, 0, 0])).toEqual([0, 0, 0]);
    // 1000 / 50 times 0.35.
    expect(lit(at, [0, 0, 0], UP, PROP_IGNORE_NORMALS)).toEqual([7, 3.5, 0]);
  });

  it("without attenuation falls off quadratically, from one inch on", () => {
    const at = { ...lamp, origin: [0, 0, 10] as const, attenuation: [0, 0, 0] as const };
    expect(lit(at, [0, 0, 0])).toEqual([10, 5, 0]);
    expect(lit(at, [0, 0, 9.75])).toEqual([250, 125, 0]);
    expect(lit(at, [0, 0, 10])).toEqual([0, 0, 0]);
  });
});

describe("a spotlight", () => {
  const spot = {
    type: EMIT_SPOTLIGHT,
    origin: [0, 0, 100] as const,
    normal: [0, 0, -2] as const,
    intensity: [8, 8, 8] as const,
    stopdot: 0.9,
    stopdot2: 0.6,
  };

  it("is full in its inner cone, fades by its exponent, and ends at the outer cone", () => {
    expect(lit(spot, [0, 0, 0])[0]).toBeCloseTo(8, 4);
    // 75 beside, so 125 away, with cosine 0.8 to the cone and the floor; (0.8 - 0.6) / 0.3 = 2/3.
    expect(lit(spot, [75, 0, 0])[0]).toBeCloseTo(8 * 0.8 * (2 / 3), 4);
    expect(lit({ ...spot, exponent: 2 }, [75, 0, 0])[0]).toBeCloseTo(8 * 0.8 * (4 / 9), 4);
    // Cosine 0.6 exactly is outside, and so is everything behind the lamp.
    expect(lit(spot, [400 / 3, 0, 0])[0]).toBeCloseTo(0, 4);
    expect(lit(spot, [0, 0, 200], [0, 0, -1])).toEqual([0, 0, 0]);
  });

  it("with equal cones has a sharp edge", () => {
    const sharp = { ...spot, stopdot: 0.8, stopdot2: 0.8 };
    expect(lit(sharp, [74, 0, 0])[0]).toBeGreaterThan(6);
    expect(lit(sharp, [76, 0, 0])).toEqual([0, 0, 0]);
  });
});

describe("a surface light", () => {
  it("is a hemisphere with quadratic falloff, whatever its row says", () => {
    const face = {
      type: EMIT_SURFACE,
      origin: [60, 0, 80] as const,
      normal: [0, 0, -1] as const,
      intensity: [10000, 0, 0] as const,
      attenuation: [5, 5, 5] as const,
      stopdot: 0.9,
    };
    // Cosine 0.8 at both ends.
    expect(lit(face, [0, 0, 0])).toEqual([0.64, 0, 0]);
    expect(lit({ ...face, normal: [0, 0, 1] }, [0, 0, 0])).toEqual([0, 0, 0]);
  });
});

describe("a sun", () => {
  const sun = {
    type: EMIT_SKYLIGHT,
    normal: [0.6, 0, -0.8] as const,
    intensity: [1, 2, 3] as const,
  };

  it("lights everything against its direction equally", () => {
    expect(lit(sun, [5000, 3, -20])).toEqual([0.8, 1.6, 2.4]);
    expect(lit(sun, [0, 0, 0], [1, 0, 0])).toEqual([0, 0, 0]);
    expect(lit(sun, [0, 0, 0], [-1, 0, 0])).toEqual([0.6, 1.2, 1.8]);
    expect(aimAtLight(build(sun), 0, 1, 2, 3)).toBe(1);
    expect(aim.distance).toBe(Number.POSITIVE_INFINITY);
    expect([aim.x, aim.z].map((v) => Math.round(v * 10) / 10)).toEqual([-0.6, 0.8]);
  });
});

describe("buildLocalLights", () => {
  it("excludes sky ambient, lights in ambient cubes, quake lights and black lights", () => {
    const lights = build(
      { type: EMIT_SKYAMBIENT },
      { type: EMIT_SURFACE, flags: 1 },
      { type: EMIT_QUAKELIGHT },
      { type: EMIT_POINT, intensity: [0, 0, 0] },
      { type: EMIT_POINT, style: 33, cluster: 7, radius: 300, intensity: [1, 9, 2] },
      { type: EMIT_SURFACE, radius: 0.5 },
    );
    expect(lights.count).toBe(2);
    expect([...lights.cluster]).toEqual([7, 0]);
    // A radius below 1 means unlimited.
    expect([...lights.radius]).toEqual([300, Number.POSITIVE_INFINITY]);
    expect([...lights.brightest]).toEqual([9, 1]);
    expect(lights.words[WORLD_LIGHT_ROW.flags / 4]).toBe(33);
  });

  it("returns no lights for a map without any", () => {
    expect(buildLocalLights(null).count).toBe(0);
  });
});
