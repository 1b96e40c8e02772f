/** Tests FXAA and render scale on the finished picture. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import { type Picture, scaledPixel } from "../../oracle/screen/scaling.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 48;
const CAMERA = { x: 0, y: 0.4, z: 0.3, pitch: 0, yaw: 0, fov: 90 };
const test = await openTestGpu();

describe.skipIf(test === null)("FXAA and render scale", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    const materials = makeMaterials([
      { name: "dark", fallback: [0.04, 0.06, 0.3] },
      { name: "light", fallback: [0.9, 0.5, 0.1] },
    ]);
    const wall = {
      origin: [300, 900, -900] as [number, number, number],
      u: [0, -1800, 0] as [number, number, number],
      v: [0, 0, 1800] as [number, number, number],
      material: 0,
    };
    const slanted = {
      origin: [100, 5, -30] as [number, number, number],
      u: [0, -60, 13] as [number, number, number],
      v: [0, 13, 60] as [number, number, number],
      material: 1,
    };
    t.renderer.setScene(makeMap([wall, slanted], materials));
    await t.renderer.settled();
  });
  afterEach(() => {
    expect(t.errors).toEqual([]);
    t.renderer.resize(SIZE, SIZE);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  async function draw(settings: Partial<RenderSettings>, size = SIZE): Promise<Picture> {
    t.renderer.resize(size, size);
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { fullbright: true, ...settings });
    await t.renderer.ready();
    t.renderer.render(CAMERA);
    return { width: size, height: size, pixels: await t.renderer.readPixels() };
  }

  /** Returns the sum of the differences of two pictures. */
  function difference(a: Picture, b: Picture): number {
    return a.pixels.reduce((sum, value, i) => sum + Math.abs(value - b.pixels[i]), 0);
  }

  it("moves edges towards the multisampled picture and keeps flat colours", async () => {
    const plain = await draw({});
    const smoothed = await draw({ fxaa: true });
    const large = await draw({}, SIZE * 8);
    const exact: Picture = { ...plain, pixels: new Uint8Array(SIZE * SIZE * 4).fill(255) };
    for (let i = 0; i < SIZE * SIZE; i++) {
      exact.pixels.set(scaledPixel(large, SIZE, i % SIZE, Math.floor(i / SIZE)), i * 4);
    }
    const before = difference(plain, exact);
    expect(before).toBeGreaterThan(5000);
    expect(difference(smoothed, exact)).toBeLessThan(before * 0.6);
    let flat = 0;
    for (let y = 1; y < SIZE - 1; y++) {
      for (let x = 1; x < SIZE - 1; x++) {
        const at = (dx: number, dy: number) => plain.pixels[((y + dy) * SIZE + x + dx) * 4];
        const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => at(dx, dy)));
        if (around.some((value) => value !== around[4])) continue;
        flat++;
        expect(smoothed.pixels[(y * SIZE + x) * 4]).toBe(around[4]);
      }
    }
    expect(flat).toBeGreaterThan(1000);
    expect(flat).toBeLessThan(SIZE * SIZE - 100);
  });

  it.each([0.5, 0.75, 1.5, 2])(
    "scales a picture drawn at %s of the size by its filter",
    async (scale) => {
      const drawn = await draw({}, SIZE * scale);
      const shown = await draw({ renderScale: scale });
      expect(shown.pixels).toHaveLength(SIZE * SIZE * 4);
      let edges = 0;
      for (let i = 0; i < SIZE * SIZE; i++) {
        const expected = scaledPixel(drawn, SIZE, i % SIZE, Math.floor(i / SIZE));
        const pixel = [...shown.pixels.subarray(i * 4, i * 4 + 3)];
        const apart = Math.max(...pixel.map((value, k) => Math.abs(value - expected[k])));
        expect(apart, `pixel ${i % SIZE}, ${Math.floor(i / SIZE)}`).toBeLessThanOrEqual(1.5);
        if (expected.some((value) => Math.abs(value - Math.round(value)) > 0.01)) edges++;
      }
      expect(edges).toBeGreaterThan(30);
    },
  );

  it("draws surfaces at that scale, sharpens the result, and frees its memory", async () => {
    await draw({});
    const { textureBytes } = t.gpu.memory;
    await draw({ renderScale: 0.5, sharpen: 1, fxaa: true });
    expect(t.gpu.memory.textureBytes).toBeLessThan(textureBytes);
    expect(t.gpu.memory.textureBytes).toBeGreaterThan(textureBytes / 4);
    const { passNames } = t.renderer.stats;
    const order = ["fxaa", "scale", "sharpen", "present"];
    expect(passNames.filter((name) => order.includes(name))).toEqual(order);
    await draw({});
    expect(t.gpu.memory.textureBytes).toBe(textureBytes);
  });

  it("clamps the scale to valid values", async () => {
    const plain = await draw({});
    const least = await draw({ renderScale: 0 });
    expect(least.pixels).toEqual((await draw({ renderScale: 0.25 })).pixels);
    expect((await draw({ renderScale: Number.NaN })).pixels).toEqual(plain.pixels);
    expect((await draw({ renderScale: 9 })).pixels).toEqual(
      (await draw({ renderScale: 2 })).pixels,
    );
  });
});
