/** Tests base texture transforms, static and over time. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MATERIAL_TRANSFORMED, PASS_OPAQUE, PASS_TRANSLUCENT } from "../../../src/map/material.ts";
import { FAMILY } from "../../../src/map/material-families.ts";
import type { ParamRow } from "../../../src/map/material-params.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeImage, makeMaterials, rgbaArray } from "../make-materials.ts";
import { makeMap, type Quad } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 16;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const WALL: Quad = { origin: [50, 100, -100], u: [0, -200, 0], v: [0, 0, 200], material: 0 };

const NONE: ParamRow = [0, 0, 0, 0];
/** Identity transform. */
const AS_IT_IS: readonly ParamRow[] = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
];
const QUARTERS = ["red", "green", "blue", "white"];

describe.skipIf(test === null)("a base texture's transform", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    Object.assign(t.renderer.settings, { sky: false, lightmaps: false });
  });
  afterAll(() => {
    t.destroy();
    test!.close();
    expect(t.errors).toEqual([]);
  });

  /** Returns the colours at the picture's upper left, upper right, lower left and lower right. */
  async function quarters(
    params: readonly ParamRow[],
    paramRates: readonly ParamRow[] = [],
    seconds = 0,
    pass = PASS_OPAQUE,
  ): Promise<string[]> {
    const flags = MATERIAL_TRANSFORMED;
    const wall = {
      name: "wall",
      family: FAMILY.unlit,
      flags,
      pass,
      texture: 0,
      params,
      paramRates,
    };
    // A first material, so that the wall's is not row 0.
    const materials = makeMaterials(
      [{ name: "none" }, wall],
      [{ array: 0, layer: 0 }],
      [rgbaArray(8, 8, 1)],
    );
    t.renderer.setScene(makeMap([{ ...WALL, material: 1 }], materials));
    const texel = (x: number, y: number) =>
      y < 4
        ? ([x < 4 ? 255 : 0, x < 4 ? 0 : 255, 0, 255] as const)
        : ([x < 4 ? 0 : 255, x < 4 ? 0 : 255, 255, 255] as const);
    t.renderer.setTexture("world", 0, makeImage(8, 8, texel));
    await t.renderer.settled();
    t.renderer.render(CAMERA, seconds);
    const pixels = await t.renderer.readPixels();
    const at = (x: number, y: number) => [
      ...pixels.subarray((y * SIZE + x) * 4, (y * SIZE + x) * 4 + 3),
    ];
    const nameOf = ([r, g, b]: number[]) =>
      QUARTERS[[r && !b, g && !r, b && !r, r && b].findIndex(Boolean)] ?? `${r} ${g} ${b}`;
    return [at(4, 4), at(12, 4), at(4, 12), at(12, 12)].map(nameOf);
  }

  it("moves, scales and mirrors the texture", async () => {
    const rest = await quarters(AS_IT_IS);
    expect([...rest].sort()).toEqual([...QUARTERS].sort());
    const [a, b, c, d] = rest;
    const moved = await quarters([[1, 0, 0.5, 0], AS_IT_IS[1]]);
    expect(moved).toEqual([b, a, d, c]);
    expect(await quarters([AS_IT_IS[0], [0, 1, 0.5, 0]])).toEqual([c, d, a, b]);
    expect(await quarters([AS_IT_IS[1], AS_IT_IS[0]])).not.toEqual(rest);
  });

  it("moves the texture over time, repeatedly, in every pass", async () => {
    const [a, b, c, d] = await quarters(AS_IT_IS);
    const rates: readonly ParamRow[] = [[0, 0, 0.25, 0], NONE];
    for (const pass of [PASS_OPAQUE, PASS_TRANSLUCENT]) {
      expect(await quarters(AS_IT_IS, rates, 0, pass)).toEqual([a, b, c, d]);
      expect(await quarters(AS_IT_IS, rates, 2, pass)).toEqual([b, a, d, c]);
      expect(await quarters(AS_IT_IS, rates, 4002, pass)).toEqual([b, a, d, c]);
    }
    expect(await quarters(AS_IT_IS, [NONE, [0, 0, -0.25, 0]], 2)).toEqual([c, d, a, b]);
  });
});
