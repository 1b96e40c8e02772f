/** Tests sharpening: edges gain contrast, flat colours stay, and it costs nothing while off. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 32;
const CAMERA = { x: 0, y: 0.4, z: 0.3, pitch: 0, yaw: 0, fov: 90 };
const test = await openTestGpu();

describe.skipIf(test === null)("sharpening", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    // A darker half on the left, a lighter one on the right.
    const wall = (y: number, material: number) => ({
      origin: [100, y, -400] as [number, number, number],
      u: [0, -400, 0] as [number, number, number],
      v: [0, 0, 800] as [number, number, number],
      material,
    });
    const materials = makeMaterials([
      { name: "dark", fallback: [0.2, 0.2, 0.2] },
      { name: "light", fallback: [0.3, 0.3, 0.3] },
    ]);
    t.renderer.setScene(makeMap([wall(400, 0), wall(0, 1)], materials));
    await t.renderer.settled();
  });
  afterEach(() => {
    expect(t.errors).toEqual([]);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  /** Returns the red values of the middle row at a sharpening strength. */
  async function row(sharpen: number): Promise<number[]> {
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { fullbright: true, sharpen });
    await t.renderer.ready();
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    return Array.from({ length: SIZE }, (_, x) => pixels[((SIZE / 2) * SIZE + x) * 4]);
  }

  it("raises the contrast of edges by its strength and keeps flat colours", async () => {
    const plain = await row(0);
    const edge = plain.findIndex((value, x) => x > 0 && value !== plain[x - 1]);
    expect(edge).toBeGreaterThan(8);
    expect(edge).toBeLessThan(24);
    const [dark, light] = [plain[0], plain[SIZE - 1]];
    expect(light).toBeGreaterThan(dark + 20);
    let [below, above] = [dark, light];
    for (const sharpen of [0.5, 1]) {
      const sharp = await row(sharpen);
      expect(sharp[edge - 1]).toBeLessThan(below);
      expect(sharp[edge]).toBeGreaterThan(above);
      [below, above] = [sharp[edge - 1], sharp[edge]];
      // One pixel away from the edge nothing changes.
      expect(sharp.slice(0, edge - 1)).toEqual(plain.slice(0, edge - 1));
      expect(sharp.slice(edge + 1)).toEqual(plain.slice(edge + 1));
      // Both sides change equally, so that the mean brightness stays.
      expect(above - light).toBeCloseTo(dark - below, -0.7);
    }
  });

  it("allocates a texture while on and frees it", async () => {
    const plain = await row(0);
    const { textureBytes } = t.gpu.memory;
    await row(1);
    expect(t.gpu.memory.textureBytes).toBe(textureBytes + SIZE * SIZE * 4);
    expect(t.renderer.stats.passNames).toContain("sharpen");
    // Also after resizing.
    t.renderer.resize(SIZE * 2, SIZE * 2);
    t.renderer.render(CAMERA);
    t.renderer.resize(SIZE, SIZE);
    expect(await row(0)).toEqual(plain);
    expect(t.gpu.memory.textureBytes).toBe(textureBytes);
  });
});
