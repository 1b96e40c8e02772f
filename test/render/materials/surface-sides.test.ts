/**
 * Tests which sides of a surface are visible, in pipelines without back-face culling, and the six
 * sky sides.
 */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  MATERIAL_NO_CULL,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
  SKY_SIDES,
} from "../../../src/map/material.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeImage, makeMaterials, rgbaArray } from "../make-materials.ts";
import { IDENTITY_BONE, makeProps } from "../make-props.ts";
import { makeSky } from "../make-sky.ts";
import { makeMap } from "../make-world.ts";
import { angleMatrix } from "../matrices.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 16;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const test = await openTestGpu();

describe.skipIf(test === null)("surface sides", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });
  beforeEach(() => {
    t.renderer.settings.sky = false;
  });
  afterEach(() => {
    t.renderer.clear();
    expect(t.errors).toEqual([]);
  });

  async function pixel(camera = CAMERA): Promise<number[]> {
    await t.renderer.settled();
    t.renderer.render(camera);
    const pixels = await t.renderer.readPixels();
    const middle = ((SIZE / 2) * SIZE + SIZE / 2) * 4;
    return [...pixels.subarray(middle, middle + 3)];
  }

  /**
   * Shows a red surface in front of a blue wall from its front or back, in the world or on a prop.
   */
  async function show(pass: number, flags: number, isFront: boolean, onProp: boolean) {
    const materials = makeMaterials([
      { name: "red", fallback: [1, 0, 0], pass, flags },
      { name: "blue", fallback: [0, 0, 1] },
    ]);
    const y = isFront ? 300 : -300;
    const wall = { origin: [90, 300, -300], u: [0, -600, 0], v: [0, 0, 600], material: 1 } as const;
    const pane = { origin: [50, y, -300], u: [0, -2 * y, 0], v: [0, 0, 600], material: 0 } as const;
    t.renderer.setScene(makeMap(onProp ? [wall] : [pane, wall], materials));
    if (onProp) {
      const at = (side: number, z: number) => ({ position: [0, side * y, z] as const });
      const vertices = [at(-1, -300), at(-1, 300), at(1, 300), at(1, -300)];
      const lods = [{ switchPoint: 0, material: 0, vertices, indices: [0, 1, 2, 0, 2, 3] }];
      const worldFromModel = angleMatrix(0, 0, 0, [50, 0, 0]);
      const variants = [{ bones: [IDENTITY_BONE], lods }];
      t.renderer.setSource(
        propSource(makeProps(variants, [{ variant: 0, worldFromModel }], materials)),
      );
    }
    return pixel();
  }

  const passes = { opaque: PASS_OPAQUE, "alpha-tested": PASS_ALPHA_TEST };
  const blended = { translucent: PASS_TRANSLUCENT, additive: PASS_ADDITIVE };
  for (const [name, pass] of Object.entries({ ...passes, ...blended })) {
    for (const onProp of [false, true]) {
      it(`of ${name} ${onProp ? "props" : "faces"} include the back only if two-sided`, async () => {
        const seen = [];
        for (const flags of [0, MATERIAL_NO_CULL]) {
          for (const isFront of [true, false]) {
            const [red] = await show(pass, flags, isFront, onProp);
            seen.push(red > 0);
          }
        }
        expect(seen).toEqual([true, false, true, true]);
      });
      it(`of ${name} ${onProp ? "props" : "faces"} hide surfaces behind them unless additive`, async () => {
        const [red, , blue] = await show(pass, MATERIAL_NO_CULL, true, onProp);
        expect(red).toBeGreaterThan(0);
        if (pass === PASS_ADDITIVE) expect(blue).toBeGreaterThan(0);
        else expect(blue).toBe(0);
      });
    }
  }

  it("of two-sided surfaces without alpha test have no holes", async () => {
    const set = makeMaterials(
      [{ name: "red", texture: 0, flags: MATERIAL_NO_CULL, alphaTestReference: 0.5 }],
      [{ array: 0, layer: 0 }],
      [rgbaArray(1, 1, 1)],
    );
    const quad = { origin: [50, 300, -300], u: [0, -600, 0], v: [0, 0, 600], material: 0 } as const;
    t.renderer.setScene(makeMap([quad], set));
    t.renderer.setTexture(
      "world",
      0,
      makeImage(1, 1, () => [255, 0, 0, 0]),
    );
    expect(await pixel()).toEqual([255, 0, 0]);
  });

  it("of the sky may have different sizes and formats in one draw", async () => {
    t.renderer.settings.sky = true;
    t.renderer.setScene(makeMap([], makeMaterials([{ name: "none" }])));
    const sides = SKY_SIDES.map((_, side) => {
      if (side === 3) return null;
      const format = side % 2 ? "rgba8unorm-srgb" : "rgba8unorm";
      return makeImage(4 << side, 4 << side, () => [255, side * 40, 0, 255], format);
    });
    t.renderer.setSky(makeSky(sides));
    const looks = [
      [0, 0],
      [0, 180],
      [0, 90],
      [0, -90],
      [-90, 0],
      [90, 0],
    ];
    const linear = (green: number) =>
      Math.round(255 * (1.055 * (green / 255) ** (1 / 2.4) - 0.055));
    for (const [side, [pitch, yaw]] of looks.entries()) {
      const color = await pixel({ ...CAMERA, pitch, yaw });
      // A missing side is a gradient, less red than the others.
      if (side === 3) expect(color[0]).toBeLessThan(200);
      else if (side === 0) expect(color).toEqual([255, 0, 0]);
      else {
        const green = side % 2 ? side * 40 : linear(side * 40);
        expect(color).toEqual([255, expect.closeTo(green, -0.5), 0]);
      }
    }
  });
});
