/** Tests whole pictures of a small generated scene against reviewed reference pictures. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { propSource } from "../../src/render/props/prop-source.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../src/render/types.ts";
import {
  bannerImage,
  LAMP_STYLE,
  makeScene,
  makeSceneProps,
  resolvedMaterials,
  START,
  sceneImages,
} from "../render/make-scene.ts";
import { openTestRenderer, type TestRenderer } from "../render/open-test-renderer.ts";
import { openTestGpu } from "../support/dawn.ts";
import { compareWithGolden } from "../support/golden.ts";

const WIDTH = 320;
const HEIGHT = 180;
const test = await openTestGpu();

describe.skipIf(test === null)("the generated scene", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, WIDTH, HEIGHT);
    const { renderer } = t;
    renderer.setScene(makeScene());
    renderer.setMaterials(resolvedMaterials());
    for (const [i, image] of sceneImages.entries()) renderer.setTexture("world", i, image);
    renderer.setSource(propSource(makeSceneProps()));
    renderer.setTexture("props", 0, bannerImage);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  const shots: readonly (readonly [string, Partial<RenderSettings>, number?])[] = [
    ["whole", {}],
    ["lamp-off", {}, 0],
    ["lightmaps-alone", { textures: false, props: false, translucent: false }],
    ["fullbright", { fullbright: true }],
    ["wireframe", { wireframe: true, pvs: false }],
    ["no-pvs", { pvs: false, translucent: false }],
  ];
  for (const [name, settings, lamp = 1] of shots) {
    it(`${name} matches its reference picture`, async () => {
      Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, settings);
      t.renderer.setStyle(LAMP_STYLE, lamp);
      await t.renderer.settled();
      t.renderer.render({ ...START, fov: 90 });
      const pixels = await t.renderer.readPixels();
      const result = compareWithGolden(t.gpu.adapterName, name, pixels, WIDTH, HEIGHT);
      expect(result).toMatchObject({ isEqual: true });
    });
  }
});
