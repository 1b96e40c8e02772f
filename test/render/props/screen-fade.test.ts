/** Tests props that fade by screen size, against the engine's formula. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PASS_ADDITIVE } from "../../../src/map/material.ts";
import { verticalFov } from "../../../src/math/projection.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { screenFade, screenSize } from "../../oracle/screen/screen-fade.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials, type TestMaterial } from "../make-materials.ts";
import { IDENTITY_BONE, makeProps } from "../make-props.ts";
import { makeMap } from "../make-world.ts";
import { angleMatrix } from "../matrices.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 64;
const test = await openTestGpu();

interface Shown {
  readonly x: number;
  readonly fov: number;
  /** Pixel sizes at which the prop is gone and at which it is opaque. */
  readonly gone: number;
  readonly whole: number;
  readonly fadeScale?: number;
  /** Sideways offset of the box from the view axis. */
  readonly aside?: number;
  readonly fadeMax?: number;
}

describe.skipIf(test === null)("props that fade by screen size", () => {
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

  function boxOf({ x, aside = 0 }: Shown): number[] {
    return [x - 50, aside - 400, -400, x + 50, aside + 400, 400];
  }

  function expected(shown: Shown): number {
    const view = { slope: Math.tan(verticalFov(shown.fov) / 2), height: SIZE };
    const prop = { box: boxOf(shown), fadeScale: shown.fadeScale ?? 1 };
    return screenFade(view, prop, shown.gone, shown.whole);
  }

  async function draw(shown: Shown, material: Partial<TestMaterial> = {}) {
    const { x, gone, whole, fov, fadeScale = 1, fadeMax = 0 } = shown;
    const corners = [
      [500, -500],
      [-500, -500],
      [-500, 500],
      [500, 500],
    ];
    const vertices = corners.map(([y, z]) => ({
      position: [0, y, z] as const,
      normal: [-1, 0, 0] as const,
    }));
    const lods = [{ switchPoint: 0, material: 0, vertices, indices: [0, 1, 2, 0, 2, 3] }];
    const box = boxOf(shown);
    const radius = Math.hypot(50, 400, 400);
    const fadeMetric = [Math.max(whole, gone), gone].map(
      (pixels) => (200 * radius) / fadeScale / pixels,
    ) as [number, number];
    const placed = { variant: 0, worldFromModel: angleMatrix(0, 0, 0, [x, 0, 0]), box };
    const set = makeProps(
      [{ bones: [IDENTITY_BONE], lods }],
      [{ ...placed, fadeMetric, fadeMax, fadeMin: fadeMax }],
      makeMaterials([{ name: "red", fallback: [1, 0, 0], ...material }]),
    );
    t.renderer.setSource(propSource(set));
    await t.renderer.settled();
    t.renderer.render({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov });
    return t.renderer.readPixels();
  }

  const cases: Record<string, Shown> = {
    "in its middle": { x: 150, fov: 90, gone: 400, whole: 1000 },
    "farther off": { x: 170, fov: 90, gone: 400, whole: 1000 },
    "zoomed in": { x: 150, fov: 70, gone: 400, whole: 1000 },
    "as its scale has it": { x: 150, fov: 90, gone: 200, whole: 700, fadeScale: 1.7 },
    "by its depth, however far aside": { x: 150, fov: 90, gone: 400, whole: 1000, aside: 300 },
    "by its size before its distance": { x: 150, fov: 90, gone: 400, whole: 1000, fadeMax: 500 },
  };
  for (const [name, shown] of Object.entries(cases)) {
    it(`are left ${name}`, async () => {
      const left = expected(shown);
      expect(left).toBeGreaterThan(0.1);
      expect(left).toBeLessThan(0.95);
      // The pixels of a 4 x 4 dither pattern whose rank is below the opacity.
      const kept = Array.from({ length: 16 }, (_, rank) => rank + 0.5 <= left * 16);
      const pixels = await draw(shown);
      let covered = 0;
      for (let i = 0; i < pixels.length; i += 4) if (pixels[i] > 0) covered++;
      expect(covered / (SIZE * SIZE)).toBe(kept.filter(Boolean).length / 16);
      // Additive props are scaled: the sRGB value of the opacity.
      const added = await draw(shown, { pass: PASS_ADDITIVE });
      const srgb = 255 * (1.055 * left ** (1 / 2.4) - 0.055);
      expect(Math.abs(added[0] - srgb)).toBeLessThanOrEqual(1);
    });
  }

  it("are whole or gone outside the range, and switch at once without a range", async () => {
    const shown = { x: 150, fov: 90, gone: 0, whole: 0 };
    const view = { slope: Math.tan(verticalFov(90) / 2), height: SIZE };
    const pixels = 2 * screenSize(view, boxOf(shown));
    const redOf = async (range: { gone: number; whole: number }) => {
      expect(expected({ ...shown, ...range })).toBe(range.gone < pixels ? 1 : 0);
      return (await draw({ ...shown, ...range }))[0];
    };
    expect(await redOf({ gone: pixels * 0.5, whole: pixels * 0.9 })).toBe(255);
    expect(await redOf({ gone: pixels * 1.1, whole: pixels * 2 })).toBe(0);
    expect(await redOf({ gone: pixels * 0.99, whole: -1 })).toBe(255);
    expect(await redOf({ gone: pixels * 1.01, whole: -1 })).toBe(0);
  });
});
