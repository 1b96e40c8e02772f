/** Tests ghosts of missing models, from a map's bytes to a picture. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import { showMap } from "../../golden/maps/build-map.ts";
import { decodeSrgb } from "../../oracle/light/color.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { buildShadowMap } from "../shadows/make-shadow-map.ts";

const SIZE = 64;
const test = await openTestGpu();

describe.skipIf(test === null)("a ghost model", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  const CRATE = { model: "models/props_junk/wood_crate001a.mdl", origin: "120 120 0" };
  const plate = (rendercolor: string) => ({
    ...{ origin: "116 116 2", disableshadows: "1", modelscale: "4", rendercolor },
  });

  /** Seen from above, 3.4 inches per pixel at the crate's lid, far enough for full opacity. */
  async function see(plates: Record<string, string>[], settings: Partial<RenderSettings> = {}) {
    const session = await showMap(t.gpu, t.renderer, await buildShadowMap({ plates }), "ldr");
    const { renderer } = t;
    Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, { samples: 1 }, settings);
    await renderer.settled();
    for (let i = 0; i < 3; i++) {
      renderer.render({ x: 120, y: 120, z: 150, pitch: 90, yaw: 0, fov: 90 });
    }
    const { props } = await renderer.readStats();
    return { pixels: await renderer.readPixels(), session, props };
  }

  const at = (pixels: Uint8Array, x: number, y: number) =>
    [0, 1, 2].map((c) => decodeSrgb(pixels[(y * SIZE + x) * 4 + c]));
  const apart = (a: number[], b: number[]) =>
    Math.max(...a.map((value, c) => Math.abs(value - b[c])));

  it("is visible and counted", async () => {
    const { pixels: ghost, props } = await see([CRATE]);
    expect(props).toBe(1);
    const bare = (await see([CRATE], { props: false })).pixels;
    const middle = apart(at(ghost, 32, 32), at(bare, 32, 32));
    expect(middle).toBeGreaterThan(0.01);
    for (const [x, y] of [
      [52, 32],
      [32, 12],
      [4, 4],
    ]) {
      expect(apart(at(ghost, x, y), at(bare, x, y))).toBe(0);
    }
  });

  it("is translucent, more so at its edges", async () => {
    const [red, blue] = [plate("255 30 30"), plate("30 30 255")];
    const through = [(await see([CRATE, red])).pixels, (await see([CRATE, blue])).pixels];
    const clear = [(await see([red])).pixels, (await see([blue])).pixels];
    // The crate's lid reaches 6.2 pixels from the middle; the plate lies under all of this column.
    const shareAt = (row: number) =>
      apart(at(through[0], 36, row), at(through[1], 36, row)) /
      apart(at(clear[0], 36, row), at(clear[1], 36, row));
    for (const row of [30, 31, 32]) {
      expect(shareAt(row)).toBeGreaterThan(0.4);
      expect(shareAt(row)).toBeLessThan(0.7);
    }
    // Its edges are soft.
    expect(shareAt(26)).toBeGreaterThan(0.75);
    expect(shareAt(26)).toBeLessThan(1);
    expect(shareAt(24)).toBeCloseTo(1, 3);
  });

  it("is not drawn if nothing is known about the model", async () => {
    const nameless = { model: "models/mymap/a01.mdl", origin: "120 120 40" };
    const { pixels, session } = await see([nameless]);
    expect(pixels).toEqual((await see([nameless], { props: false })).pixels);
    expect(session.diagnostics.warnings.map(({ message }) => message)).toContain(
      "No models/mymap/a01.mdl: 1 of its props are not shown.",
    );
  });
});
