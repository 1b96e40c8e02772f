/**
 * Tests WorldTwoTextureBlend: pixels against the engine's formula
 * (`test/oracle/materials/two-texture-blend.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../../oracle/light/color.ts";
import { twoTextureBlend } from "../../../oracle/materials/two-texture-blend.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeMap, type Quad } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 16;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26020470831196 };
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
/** Twice the first channel exceeds full light and is clamped. */
const BASE = [230, 120, 60] as const;
const DETAIL = [170, 90, 120] as const;
const PANE: Quad = { origin: [50, 50, -50], u: [0, -100, 0], v: [0, 0, 100], material: 0 };

const file = (texel: readonly number[]) =>
  writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1 },
    ...{
      mipCount: 1,
      flags: 0x2000,
      format: 0,
      reflectivity: [0, 0, 0],
      bumpScale: 1,
      lowRes: null,
    },
    image: () => Uint8Array.from({ length: 64 }, (_, i) => texel[i & 3]),
  });

describe.skipIf(test === null)("WorldTwoTextureBlend", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    t.renderer.settings.sky = false;
  });
  afterAll(() => {
    t.destroy();
    test!.close();
    expect(t.errors).toEqual([]);
  });

  it.each([
    [0, false],
    [90, false],
    [255, false],
    [0, true],
    [90, true],
    [255, true],
  ])("combines its detail with its base: alpha %i, masking %s", async (alpha, isMask) => {
    // Parameters that the shader does not read must not matter.
    const vmt = `WorldTwoTextureBlend { $basetexture base $detail detail $detailblendmode 8
      $detail_alpha_mask_base_texture ${isMask ? 1 : 0} }`;
    const files = { "materials/base.vtf": file([...BASE, 255]) };
    const detail = { "materials/detail.vtf": file([...DETAIL, alpha]) };
    const access = accessTo(madeContent({ ...files, ...detail, "materials/m.vmt": vmt }));
    const { materials, textures } = await resolveMaterials(["m"], null, access, OPTIONS);
    t.renderer.setScene(makeMap([PANE], materials));
    for (const { texture, image } of streamTextures(
      textures,
      [...textures.files.keys()],
      access,
      OPTIONS,
    )) {
      t.renderer.setTexture("world", texture, image);
    }
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    const at = (10 * SIZE + 10) * 4;
    const linear = mapRgb(BASE, (c) => decodeSrgb(c));
    const stored: Rgb = mapRgb(DETAIL, (c) => c / 255);
    const shown = mapRgb(twoTextureBlend(linear, stored, alpha / 255, isMask), encodeSrgb);
    const found = [...pixels.subarray(at, at + 3)];
    const off = Math.max(...found.map((value, k) => Math.abs(value - shown[k])));
    expect(off, `${found}, not ${shown}`).toBeLessThanOrEqual(1);
  });
});
