/** Tests pictures of generated maps, built from source, against reviewed reference pictures. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Camera } from "../../../src/render/types.ts";
import { openTestRenderer, type TestRenderer } from "../../render/open-test-renderer.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { compareWithGolden, type GoldenResult } from "../../support/golden.ts";
import { buildMap, showMap } from "./build-map.ts";
import { eyes } from "./eyes.ts";
import { gallery } from "./gallery.ts";
import { garden } from "./garden.ts";
import { MADE_MAPS } from "./made-maps.ts";

const WIDTH = 320;
const HEIGHT = 180;
const test = await openTestGpu();

describe.skipIf(test === null)("a generated map", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, WIDTH, HEIGHT);
    // Compiled light only; exposure is tested elsewhere.
    t.renderer.settings.autoExposure = false;
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  for (const { build, shots, makeContent } of [
    ...Object.values(MADE_MAPS),
    gallery,
    eyes,
    garden,
  ]) {
    let bytes: Promise<Uint8Array> | null = null;
    it.each(shots)(
      "renders $name as in its reference picture",
      async ({ name, camera, side = "hdr", isPlain }) => {
        bytes ??= buildMap(build(), makeContent);
        const { diagnostics } = await showMap(t.gpu, t.renderer, await bytes, side, isPlain);
        expect(diagnostics.warnings).toEqual([]);
        expect(await draw(name, camera)).toMatchObject({ isEqual: true });
      },
    );
  }

  it.each([
    ["hdr", "ldr"],
    ["ldr", "hdr"],
  ] as const)(
    "opened in %s and relit in %s renders as if opened with that light",
    async (opened, lit) => {
      const { build, shots } = MADE_MAPS.twoLights;
      const shot = shots.find(({ side }) => side === lit)!;
      const session = await showMap(t.gpu, t.renderer, await buildMap(build()), opened);
      const { scene, light } = await session.relight(lit);
      t.renderer.relight(scene, light);
      expect(await draw(shot.name, shot.camera)).toMatchObject({ isEqual: true });
    },
  );

  async function draw(name: string, camera: Camera): Promise<GoldenResult> {
    await t.renderer.settled();
    t.renderer.render(camera);
    const pixels = await t.renderer.readPixels();
    return compareWithGolden(t.gpu.adapterName, `maps/${name}`, pixels, WIDTH, HEIGHT);
  }
});
