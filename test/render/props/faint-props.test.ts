/** Tests translucent models of entities, from a map's bytes to a picture. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import { showMap } from "../../golden/maps/build-map.ts";
import { decodeSrgb, encodeSrgb } from "../../oracle/light/color.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { buildShadowMap } from "../shadows/make-shadow-map.ts";

const SIZE = 64;
const test = await openTestGpu();

describe.skipIf(test === null)("translucent models", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  /** Draws a red plate over the floor. */
  async function see(keys: Record<string, string>, settings: Partial<RenderSettings> = {}) {
    const plate = { origin: "120 120 60", rendercolor: "120 60 40", disableshadows: "1", ...keys };
    await showMap(t.gpu, t.renderer, await buildShadowMap({ plates: [plate] }), "ldr");
    const { renderer } = t;
    Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, { samples: 1 }, settings);
    await renderer.settled();
    for (let i = 0; i < 3; i++) {
      renderer.render({ x: 125, y: 125, z: 90, pitch: 90, yaw: 0, fov: 90 });
    }
    return renderer.readPixels();
  }

  it("are as opaque as their render mode and amount, with any material", async () => {
    const solid = await see({});
    const behind = await see({}, { props: false });
    for (const [alpha, keys] of [
      [102 / 255, { rendermode: "1", renderamt: "102" }],
      [204 / 255, { rendermode: "2", renderamt: "204" }],
      // rendermode 0 ignores renderamt.
      [1, { rendermode: "0", renderamt: "102" }],
    ] as const) {
      const seen = await see(keys);
      let covered = 0;
      let worst = 0;
      for (let i = 0; i < seen.length; i++) {
        if (i % 4 === 3) continue;
        if (Math.abs(solid[i] - behind[i]) > 3) covered++;
        const light = decodeSrgb(solid[i]) * alpha + decodeSrgb(behind[i]) * (1 - alpha);
        worst = Math.max(worst, Math.abs(seen[i] - encodeSrgb(light)));
      }
      expect(worst, `${alpha}`).toBeLessThan(1.01);
      expect(covered).toBeGreaterThan(300);
    }
  });
});
