/**
 * Tests that hitting a limit midway keeps the current picture and leaves nothing of the new part.
 */

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { GpuError } from "../../src/gpu/errors.ts";
import { SKY_SIDES } from "../../src/map/material.ts";
import { propSource } from "../../src/render/props/prop-source.ts";
import { openTestGpu } from "../support/dawn.ts";
import { countDifferent } from "./compare-pictures.ts";
import { makeImage } from "./make-materials.ts";
import { makeScene, makeSceneProps, resolvedMaterials, START } from "./make-scene.ts";
import { makeSky } from "./make-sky.ts";
import { openTestRenderer, type TestRenderer } from "./open-test-renderer.ts";
import { showScene } from "./show-scene.ts";

const SIZE = 32;
const test = await openTestGpu();

describe.skipIf(test === null)("a scene part that cannot be allocated", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    showScene(t.renderer);
    // Several views must be rebuilt: the first already exist when a later one fails.
    const camera = { ...START, fov: 60 };
    t.renderer.setInset({ camera, x: 0, y: 0, width: 0.25, height: 0.25 });
    await t.renderer.settled();
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  const held = () => {
    const { bufferBytes, textureBytes, count } = t.gpu.memory;
    return { bufferBytes, textureBytes, count };
  };

  async function picture(): Promise<Uint8Array> {
    t.renderer.render({ ...START, fov: 90 });
    return t.renderer.readPixels();
  }

  /** Allows a number of buffers and textures, and fails after that. */
  function allow(count: number): () => void {
    let left = count;
    const { device } = t.gpu;
    const [buffer, texture] = [device.createBuffer, device.createTexture];
    const take = () => {
      if (left-- <= 0) throw new GpuError("limit", "test", "no more");
    };
    const spies = [
      vi.spyOn(device, "createBuffer").mockImplementation((descriptor) => {
        take();
        return buffer.call(device, descriptor);
      }),
      vi.spyOn(device, "createTexture").mockImplementation((descriptor) => {
        take();
        return texture.call(device, descriptor);
      }),
    ];
    return () => {
      for (const spy of spies) spy.mockRestore();
    };
  }

  const sides = SKY_SIDES.map(() => makeImage(4, 4, () => [9, 9, 9, 255]));
  const parts: Record<string, () => void> = {
    materials: () => t.renderer.setMaterials(resolvedMaterials()),
    props: () => t.renderer.setSource(propSource(makeSceneProps())),
    light: () => t.renderer.relight(makeScene(), makeSceneProps().light),
    sky: () => t.renderer.setSky(makeSky(sides)),
    size: () => t.renderer.resize(SIZE * 2, SIZE),
  };

  it.each(Object.keys(parts))("leaves the picture and memory unchanged: %s", async (name) => {
    const before = await picture();
    const memory = held();
    let made = 0;
    for (; ; made++) {
      const restore = allow(made);
      try {
        parts[name]();
        break;
      } catch (error) {
        expect(error).toMatchObject({ code: "limit" });
        expect(held()).toEqual(memory);
      } finally {
        restore();
      }
      // Not each time, because most of them fail in the same way.
      if (made % 8 === 0) {
        expect([t.renderer.width, t.renderer.height]).toEqual([SIZE, SIZE]);
        expect(countDifferent(before, await picture(), 0)).toBe(0);
      }
    }
    // At least one attempt failed, and the last one succeeded.
    expect(made).toBeGreaterThan(1);
    if (name === "size") t.renderer.resize(SIZE, SIZE);
    await picture();
  });
});
