/** Tests detail props that are models, from a generated map's bytes to a picture. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { applyLoadEvent } from "../../../src/viewer/load/apply-load-event.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { makeStudioFiles, makeStudioModel } from "../../formats/studio/make-studio.ts";
import { encodeSrgb, mapRgb } from "../../oracle/light/color.ts";
import { lightOn } from "../../oracle/placed/detail-sprites.ts";
import { madeContent } from "../../scene/content-sources.ts";
import { IMAGE_FORMAT_RGBA8888, makeVtf } from "../../scene/make-vtf.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 64;
const test = await openTestGpu();

/** Light bytes of the generated map's model, where it is white. */
const WHITE = [255, 255, 255, 0];
const LIGHT = [40, 90, 150, 0xff];

/** Returns the generated map with that light. */
function makeMap(): Uint8Array {
  const bytes = makeBsp({ detailProps: true });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Found by its origin, which is followed by angles, model and leaf.
  for (let at = 0; at + 32 <= bytes.length; at++) {
    if (view.getFloat32(at, true) !== 200 || view.getFloat32(at + 4, true) !== 100) continue;
    expect([...bytes.subarray(at + 28, at + 32)]).toEqual(WHITE);
    bytes.set(LIGHT, at + 28);
    // It is flat and would lie in the floor.
    view.setFloat32(at + 8, 10, true);
    return bytes;
  }
  throw new Error("no such detail prop");
}

const model = makeStudioModel();
const { mdl, vvd, vtx } = makeStudioFiles(model);
const vmt = "VertexLitGeneric { $basetexture white $nocull 1 }";
const content = madeContent({
  // Other props are invisible: a broken model has no placeholder.
  "models/crate.mdl": new Uint8Array(8),
  "models/tuft.mdl": mdl,
  "models/tuft.vvd": vvd,
  "models/tuft.dx90.vtx": vtx,
  ...Object.fromEntries(
    model.textureDirs.flatMap((dir) =>
      model.textures.map((name) => [
        `materials/${dir}/${name}.vmt`.toLowerCase().replace(/[\\/]+/g, "/"),
        vmt,
      ]),
    ),
  ),
  "materials/white.vtf": makeVtf({
    ...{ width: 4, height: 4, format: IMAGE_FORMAT_RGBA8888 },
    texels: () => 255,
  }),
});

describe.skipIf(test === null)("detail models", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    const options = { textureCompressionBc: false, maxTextureDimension: 4096 };
    const session = openMap(makeMap(), [content], { name: "made", side: "ldr", ...options });
    for await (const event of session.load()) await applyLoadEvent(t.renderer, event);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  async function see(props: boolean, gpuCulling = true, z = 60) {
    const { renderer } = t;
    Object.assign(renderer.settings, {
      props,
      gpuCulling,
      details: false,
      samples: 1,
      bloom: false,
    });
    await renderer.settled();
    for (let i = 0; i < 2; i++) {
      renderer.render({ x: 200, y: 60, z, pitch: 50, yaw: 90, fov: 90 });
    }
    return renderer.readPixels();
  }

  it("are lit by their stored light, whatever their orientation", async () => {
    const [seen, bare] = [await see(true), await see(false)];
    const expected = mapRgb(lightOn(LIGHT, []), encodeSrgb);
    let count = 0;
    for (let i = 0; i < seen.length; i += 4) {
      if ([0, 1, 2].every((c) => seen[i + c] === bare[i + c])) continue;
      count++;
      for (let c = 0; c < 3; c++)
        expect(Math.abs(seen[i + c] - expected[c])).toBeLessThanOrEqual(1);
    }
    expect(count).toBeGreaterThan(20);
    expect(await see(true, false)).toEqual(seen);
  });

  it("vanish at the engine's distance", async () => {
    expect(await see(true, true, 1300)).toEqual(await see(false, true, 1300));
  });
});
