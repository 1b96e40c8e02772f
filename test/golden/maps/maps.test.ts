/** Pictures of made maps the whole way from their bytes, against pictures that were looked at. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestRenderer, type TestRenderer } from "../../render/open-test-renderer.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { compareWithGolden } from "../../support/golden.ts";
import { buildMap, showMap } from "./build-map.ts";
import { MADE_MAPS } from "./made-maps.ts";

const WIDTH = 320;
const HEIGHT = 180;
const test = await openTestGpu();

describe.skipIf(test === null)("a made map", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, WIDTH, HEIGHT);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  for (const { build, shots } of Object.values(MADE_MAPS)) {
    let bytes: Promise<Uint8Array> | null = null;
    it.each(shots)("shows $name as it did", async ({ name, camera, side = "hdr" }) => {
      bytes ??= buildMap(build());
      const warnings = await showMap(t.gpu, t.renderer, await bytes, side);
      expect(warnings).toEqual([]);
      await t.renderer.settled();
      t.renderer.render(camera);
      const pixels = await t.renderer.readPixels();
      const result = compareWithGolden(t.gpu.adapterName, `maps/${name}`, pixels, WIDTH, HEIGHT);
      expect(result).toMatchObject({ isEqual: true });
    });
  }
});
