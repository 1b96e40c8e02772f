/** Tests that a map's GPU memory is freed: bytes and objects return to the baseline. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SKY_SIDES } from "../../src/map/material.ts";
import { propSource } from "../../src/render/props/prop-source.ts";
import { openTestGpu } from "../support/dawn.ts";
import { makeImage } from "./make-materials.ts";
import {
  bannerImage,
  makeScene,
  makeSceneProps,
  resolvedMaterials,
  START,
  sceneImages,
} from "./make-scene.ts";
import { makeSky } from "./make-sky.ts";
import { openTestRenderer, type TestRenderer } from "./open-test-renderer.ts";

const test = await openTestGpu();

describe.skipIf(test === null)("GPU memory", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, 32, 32);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    test!.close();
  });
  const held = () => {
    const { bufferBytes, textureBytes, count } = t.gpu.memory;
    return { bufferBytes, textureBytes, count };
  };

  function load(): void {
    const { renderer } = t;
    renderer.setScene(makeScene());
    renderer.setMaterials(resolvedMaterials());
    for (const [i, image] of sceneImages.entries()) renderer.setTexture("world", i, image);
    renderer.setSource(propSource(makeSceneProps()));
    renderer.setTexture("props", 0, bannerImage);
    const side = makeImage(4, 4, () => [1, 2, 3, 255]);
    renderer.setSky(makeSky(SKY_SIDES.map(() => side)));
    renderer.relight(makeScene(), null);
    renderer.render({ ...START, fov: 90 });
  }

  /** Allocates the two read-back buffers, which are kept. */
  async function fillReadBack(): Promise<void> {
    load();
    for (let frame = 0; frame < 4; frame++) {
      await t.gpu.device.queue.onSubmittedWorkDone();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await t.renderer.settled();
      for (let i = 0; i < 40; i++) t.renderer.render({ ...START, fov: 90 });
    }
    t.renderer.clear();
  }

  it("returns to the baseline when a map is closed", async () => {
    await fillReadBack();
    const baseline = held();
    load();
    const loaded = held();
    expect(loaded.bufferBytes).toBeGreaterThan(baseline.bufferBytes);
    expect(loaded.textureBytes).toBeGreaterThan(baseline.textureBytes);
    expect(t.renderer.stats).toMatchObject({
      bufferBytes: loaded.bufferBytes,
      textureBytes: loaded.textureBytes,
    });
    // Loading again replaces the first map completely.
    load();
    expect(held()).toEqual(loaded);
    for (const [width, height] of [
      [64, 64],
      [1, 1],
      [333, 217],
      [32, 32],
    ]) {
      t.renderer.resize(width, height);
      await t.renderer.settled();
      t.renderer.render({ ...START, fov: 90 });
    }
    expect(held()).toEqual(loaded);
    // Replaces each part in turn.
    for (let i = 0; i < 3; i++) {
      t.renderer.setSource(propSource(makeSceneProps()));
      t.renderer.setTexture("props", 0, bannerImage);
      t.renderer.setMaterials(resolvedMaterials());
      for (const [texture, image] of sceneImages.entries()) {
        t.renderer.setTexture("world", texture, image);
      }
      t.renderer.relight(makeScene(), null);
      await t.renderer.settled();
      for (let frame = 0; frame < 5; frame++) t.renderer.render({ ...START, fov: 90 });
      expect(held()).toEqual(loaded);
    }
    // Pending read-backs are freed as well.
    await t.renderer.readStats();
    await t.renderer.readPixels();
    expect(held()).toEqual(loaded);
    t.renderer.clear();
    expect(held()).toEqual(baseline);
  });

  it("returns to the baseline if a part is refused", () => {
    const baseline = held();
    const scene = makeScene();
    const width = t.gpu.device.limits.maxTextureDimension2D + 1;
    const lightmap = { ...scene.lightmap!, width, height: 1, texels: new Uint32Array(width) };
    expect(() => t.renderer.setScene({ ...scene, lightmap })).toThrow(
      /render\/lightmap: .*\[limit\]/,
    );
    expect(held()).toEqual(baseline);

    t.renderer.setScene(scene);
    const loaded = held();
    const materials = resolvedMaterials();
    const arrays = [
      ...materials.textures.arrays.slice(0, 1),
      { ...materials.textures.arrays[1], width },
    ];
    const refused = { ...materials, textures: { ...materials.textures, arrays } };
    expect(() => t.renderer.setMaterials(refused)).toThrow(/\[limit\]/);
    expect(held()).toEqual(loaded);
    t.renderer.clear();
    expect(held()).toEqual(baseline);
  });

  it("is freed completely when the renderer is destroyed", () => {
    load();
    t.renderer.destroy();
    expect(held()).toEqual({ bufferBytes: 0, textureBytes: 0, count: 0 });
    t.gpu.destroy();
  });
});
