/** Tests each debug view of the demo against reviewed reference pictures. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findView, VIEWS } from "../../src/render/inspect/view-list.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../src/render/types.ts";
import { openTestRenderer, type TestRenderer } from "../render/open-test-renderer.ts";
import { openTestGpu } from "../support/dawn.ts";
import { compareWithGolden } from "../support/golden.ts";
import { showMap } from "./maps/build-map.ts";

const WIDTH = 240;
const HEIGHT = 136;
/** At the fountain, with brushes, a displacement, models and water. */
const CAMERA = { x: -100, y: 0, z: 64, pitch: 10, yaw: 20, fov: 90 };
/** Camera above the frozen view. */
const ABOVE = { x: -500, y: -300, z: 700, pitch: 40, yaw: 30, fov: 90 };

const test = await openTestGpu();

describe.skipIf(test === null)("the demo map", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, WIDTH, HEIGHT);
    const path = resolve(import.meta.dirname, "../../assets/visleaf_demo.bsp");
    await showMap(t.gpu, t.renderer, new Uint8Array(readFileSync(path)), "hdr");
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  it.each(VIEWS.map(({ name }) => name))(
    "matches its reference picture in the view %s",
    async (view) => {
      const { renderer } = t;
      const set = async (name: string) => {
        // Compiled light only, and everything in the frustum.
        const fixed = { autoExposure: false, bloom: false, occlusionByCost: false };
        Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, fixed, { view: name });
        await renderer.settled();
      };
      const { isFrozen = false } = findView(view)!;
      if (isFrozen) {
        await set("");
        for (let frame = 0; frame < 4; frame++) renderer.render(CAMERA);
      }
      await set(view);
      renderer.render(CAMERA);
      await renderer.settled();
      renderer.render(isFrozen ? ABOVE : CAMERA);
      const pixels = await renderer.readPixels();
      const result = compareWithGolden(t.gpu.adapterName, `views/${view}`, pixels, WIDTH, HEIGHT);
      expect(result).toMatchObject({ isEqual: true });
    },
  );
});
