/** Compares each family's own shader with the shared shader of translucent surfaces. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASS_ALPHA_TEST, PASS_OPAQUE, PASS_TRANSLUCENT } from "../../../../src/map/material.ts";
import { isRareFamily, MATERIAL_FAMILIES } from "../../../../src/map/material-families.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeImage, makeMaterials, rgbaArray } from "../../make-materials.ts";
import { makeMap, type Quad } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 16;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
/** At half of full light, halfway between two textures. */
const WALL: Quad = {
  ...{ origin: [50, 100, -100], u: [0, -200, 0], v: [0, 0, 200], material: 0 },
  light: { columns: 2, rows: 2, styles: [0], sample: () => [128, 128, 128, 0] },
  blend: [0.5, 0.5, 0.5, 0.5],
};
const TINT = [1, 0.5, 1] as const;
const ARRAYS = [rgbaArray(4, 4, 2), rgbaArray(8, 8, 2)];

/** sRGB of linear values of a white and a black texture with `TINT`. */
const encode = (linear: number) =>
  Math.round(255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055));
const EXPECTED: Readonly<Record<string, readonly number[]>> = {
  lit: TINT.map((t) => encode(t * (128 / 255))),
  blend: TINT.map((t) => encode(t * 0.5 * (128 / 255))),
  unlit: TINT.map(encode),
  water: TINT.map((t) => encode(t * (128 / 255))),
  refract: TINT.map((t) => encode(t * (128 / 255))),
};

describe.skipIf(test === null)("a material family", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    t.renderer.settings.sky = false;
  });
  afterAll(() => {
    t.destroy();
    test!.close();
    expect(t.errors).toEqual([]);
  });

  async function middle(family: number, pass: number): Promise<number[]> {
    const material = { name: "wall", family, pass, flags: 0, tint: TINT, texture: 1, texture2: 2 };
    const textures = [
      { array: 0, layer: 0 },
      { array: 0, layer: 1 },
      { array: 1, layer: 0 },
      { array: 1, layer: 1 },
    ];
    t.renderer.setScene(makeMap([WALL], makeMaterials([material], textures, ARRAYS)));
    for (const [texture, value] of [60, 255, 0, 255].entries()) {
      const size = texture >= 2 ? 8 : 4;
      t.renderer.setTexture(
        "world",
        texture,
        makeImage(size, size, () => [value, value, value, 255]),
      );
    }
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    const at = ((SIZE / 2) * SIZE + SIZE / 2) * 4;
    return [...pixels.subarray(at, at + 3)];
  }

  for (const [family, { name }] of MATERIAL_FAMILIES.entries()) {
    // The shared shader has no rare families.
    if (name === "flat" || isRareFamily(family)) continue;
    it(`${name} looks the same in its own shader and in the shared one`, async () => {
      const own = await middle(family, PASS_OPAQUE);
      expect(await middle(family, PASS_ALPHA_TEST)).toEqual(own);
      expect(await middle(family, PASS_TRANSLUCENT)).toEqual(own);
      for (const [channel, value] of EXPECTED[name].entries()) {
        expect(Math.abs(own[channel] - value), `${own}`).toBeLessThanOrEqual(1);
      }
    });
  }
});
