/** Tests props that fade with distance. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  MATERIAL_NO_CULL,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_TRANSLUCENT,
} from "../../../src/map/material.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials, type TestMaterial } from "../make-materials.ts";
import { IDENTITY_BONE, makeProps, type TestInstance } from "../make-props.ts";
import { makeMap } from "../make-world.ts";
import { angleMatrix } from "../matrices.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 64;
/** At the origin, looking along +x. */
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26 };
const test = await openTestGpu();

describe.skipIf(test === null)("fading props", () => {
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
    const wall = { origin: [900, 9e3, -9e3], u: [0, -18e3, 0], v: [0, 0, 18e3] } as const;
    const blue = makeMaterials([{ name: "blue", fallback: [0, 0, 1] }]);
    t.renderer.setScene(makeMap([{ ...wall, material: 0 }], blue));
  });
  afterEach(() => {
    t.renderer.clear();
    expect(t.errors).toEqual([]);
  });

  /** Draws a prop that fills the picture and returns all red, blue and green values. */
  async function draw(
    material: Partial<TestMaterial>,
    fade: Partial<TestInstance>,
    x = 100,
    own = 0,
  ) {
    const position = (y: number, z: number) => ({
      position: [own, y, z] as const,
      normal: [-1, 0, 0] as const,
    });
    const vertices = [
      position(500, -500),
      position(-500, -500),
      position(-500, 500),
      position(500, 500),
    ];
    const box = [x, -500, -500, x, 500, 500];
    const lods = [{ switchPoint: 0, material: 0, vertices, indices: [0, 1, 2, 0, 2, 3] }];
    const set = makeProps(
      [{ bones: [IDENTITY_BONE], lods }],
      [{ variant: 0, worldFromModel: angleMatrix(0, 0, 0, [x - own, 0, 0]), box, ...fade }],
      makeMaterials([{ name: "red", fallback: [1, 0, 0], ...material }]),
    );
    t.renderer.setSource(propSource(set));
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    return t.renderer.readPixels();
  }

  /**
   * Returns the share of pixels that the prop covers; every pixel shows either the prop or the
   * wall.
   */
  async function coverage(...args: Parameters<typeof draw>): Promise<number> {
    const pixels = await draw(...args);
    let covered = 0;
    for (let i = 0; i < pixels.length; i += 4) {
      expect([pixels[i], pixels[i + 2]]).toEqual(pixels[i] > 0 ? [255, 0] : [0, 255]);
      if (pixels[i] > 0) covered++;
    }
    return covered / (SIZE * SIZE);
  }

  const solids: Record<string, Partial<TestMaterial>> = {
    opaque: {},
    "two-sided": { flags: MATERIAL_NO_CULL },
    "alpha-tested": { pass: PASS_ALPHA_TEST },
  };
  for (const [name, material] of Object.entries(solids)) {
    it(`${name}: keep as many pixels as their squared distance leaves`, async () => {
      // (150^2 - 100^2) / (150^2 - 50^2)
      expect(await coverage(material, { fadeMin: 50, fadeMax: 150 })).toBe(0.625);
      expect(await coverage(material, { fadeMin: 0, fadeMax: 400 })).toBe(0.9375);
      // From the middle of its box, wherever its origin is.
      expect(await coverage(material, { fadeMin: 50, fadeMax: 150 }, 100, 40)).toBe(0.625);
      expect(await coverage(material, { fadeMin: 20, fadeMax: 90 }, 100, 40)).toBe(0);
      expect(await coverage(material, { fadeMin: 100, fadeMax: 101 })).toBe(1);
      expect(await coverage(material, { fadeMin: 20, fadeMax: 99 })).toBe(0);
      expect(await coverage(material, { fadeMin: 120, fadeMax: 120 })).toBe(1);
      expect(await coverage(material, { fadeMin: 120, fadeMax: 120 }, 121)).toBe(0);
      expect(await coverage(material, {})).toBe(1);
    });
  }

  it("that are translucent lose opacity", async () => {
    // 0.625 of alpha 0.5: this much red over blue.
    const material = { pass: PASS_TRANSLUCENT, alpha: 0.5 };
    const pixels = await draw(material, { fadeMin: 50, fadeMax: 150 });
    expect(new Set(new Uint32Array(pixels.buffer)).size).toBe(1);
    // sRGB of 0.3125 and 0.6875
    expect([...pixels.subarray(0, 3)]).toEqual([152, 0, 216].map((c) => expect.closeTo(c, -0.5)));
  });

  it("that are additive add less light", async () => {
    const pixels = await draw({ pass: PASS_ADDITIVE }, { fadeMin: 50, fadeMax: 150 });
    // sRGB of 0.625
    expect([...pixels.subarray(0, 3)]).toEqual([207, 0, 255].map((c) => expect.closeTo(c, -0.5)));
  });
});
