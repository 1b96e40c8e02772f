/**
 * Tests UnlitTwoTexture and MonitorScreen against the engine's formulas
 * (`test/oracle/materials/two-texture.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import { PASS_ADDITIVE, PASS_OPAQUE, PASS_TRANSLUCENT } from "../../../../src/map/material.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../../oracle/light/color.ts";
import { animatedFrame, scrollProxy, sineProxy } from "../../../oracle/materials/proxies.ts";
import { monitorScreen, unlitTwoTexture } from "../../../oracle/materials/two-texture.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeMap, type Quad } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 8;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const BASE = [230, 180, 140] as const;
const BEHIND = [60, 90, 120] as const;

function file(
  frames: number,
  texel: (frame: number, x: number, y: number) => readonly number[],
  alpha = 255,
) {
  return writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: frames, firstFrame: 0, faceCount: 1 },
    ...{ mipCount: 1, flags: alpha < 255 ? 0x2000 : 0, format: 0, reflectivity: [0, 0, 0] },
    ...{ bumpScale: 1, lowRes: null },
    image: (_mip, frame = 0) =>
      Uint8Array.from({ length: 64 }, (_, i) => {
        return [...texel(frame, (i >> 2) & 3, i >> 4), alpha][i & 3];
      }),
  });
}

/** Colours of a texture's quarters. */
const QUARTERS: readonly Rgb[] = [
  [250, 120, 60],
  [90, 240, 130],
  [110, 80, 220],
  [200, 200, 70],
];
const FRAMES: readonly Rgb[] = [
  [240, 160, 90],
  [120, 220, 180],
  [150, 100, 250],
];
const FILES = {
  "materials/base.vtf": file(1, () => BASE, 102),
  "materials/quarters.vtf": file(1, (_, x, y) => QUARTERS[(x >> 1) + (y >> 1) * 2]),
  "materials/frames.vtf": file(3, (frame) => FRAMES[frame]),
  "materials/behind.vmt": "UnlitGeneric { $basetexture behind }",
  "materials/behind.vtf": file(1, () => BEHIND),
};

const PANE: Quad = { origin: [50, 50, -50], u: [0, -100, 0], v: [0, 0, 100], material: 1 };
const WALL: Quad = { origin: [90, 300, -300], u: [0, -600, 0], v: [0, 0, 600], material: 0 };
/** Position of the tested pixel. */
const PLACE = 0.5 + 0.5 / SIZE;

describe.skipIf(test === null)("UnlitTwoTexture", () => {
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

  async function open(vmt: string) {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const names = ["behind", "m"];
    const { materials, textures } = await resolveMaterials(names, null, access, OPTIONS);
    t.renderer.setScene(makeMap([WALL, PANE], materials));
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    await t.renderer.settled();
    return materials;
  }

  async function expectLight(expected: Rgb, time = 0): Promise<void> {
    t.renderer.render(CAMERA, time);
    const pixels = await t.renderer.readPixels();
    const at = ((SIZE / 2) * SIZE + SIZE / 2) * 4;
    const drawn = [...pixels.subarray(at, at + 3)];
    const shown = mapRgb(expected, encodeSrgb);
    const off = Math.max(...drawn.map((value, k) => Math.abs(value - shown[k])));
    expect(off, `${drawn}, not ${shown} at ${time}`).toBeLessThanOrEqual(1);
  }

  /** Returns the second texture's quarter at a position, or `null` near a border. */
  function quarterAt(s: number, t: number): Rgb | null {
    const at = [s, t].map((c) => (c - Math.floor(c)) * 4);
    if (at.some((c) => [0, 2, 4].some((border) => Math.abs(c - border) < 0.55))) return null;
    return QUARTERS[(at[0] > 2 ? 1 : 0) + (at[1] > 2 ? 2 : 0)];
  }

  it("places each texture by its own transform", async () => {
    await open(`UnlitTwoTexture { $basetexture base $texture2 quarters $color "[.9 .6 .8]"
      $basetexturetransform "scale 3 3" Proxies { TextureScroll {
        texturescrollvar $texture2transform texturescrollrate .35 texturescrollangle 60 texturescale 1 } } }`);
    const seen = new Set<Rgb>();
    for (let time = 0; time < 12; time += 0.7) {
      const [s, t] = scrollProxy(time, 0.35, 60);
      const second = quarterAt(PLACE + s, PLACE + t);
      if (second === null) continue;
      seen.add(second);
      await expectLight(unlitTwoTexture({ base: BASE, second, color: [0.9, 0.6, 0.8] }), time);
    }
    expect(seen.size).toBe(4);
  });

  it("animates colour and frames, and is opaque whatever its alpha", async () => {
    const set =
      await open(`UnlitTwoTexture { $basetexture base $texture2 frames $translucent 1 $alpha .5 Proxies {
      Sine { sineperiod 3 sinemin .3 resultvar "$color[1]" } Sine { resultvar $alpha }
      AnimatedTexture { animatedtexturevar $texture2 animatedtextureframenumvar $frame2 animatedtextureframerate 4 } } }`);
    expect(set.pass[1]).toBe(PASS_OPAQUE);
    for (const time of [0, 0.4, 0.9, 5.3, 17.7]) {
      const second = FRAMES[animatedFrame(time, 4, 3)];
      const color: Rgb = [1, sineProxy(time, 0.3, 1, 3), 1];
      await expectLight(unlitTwoTexture({ base: BASE, second, color }), time);
    }
  });

  it("adds its light with $additive", async () => {
    const set = await open("UnlitTwoTexture { $basetexture base $texture2 frames $additive 1 }");
    expect(set.pass[1]).toBe(PASS_ADDITIVE);
    const own = unlitTwoTexture({ base: BASE, second: FRAMES[0] });
    await expectLight(mapRgb(own, (value, k) => value + decodeSrgb(BEHIND[k])));
  });

  it("shows the first texture alone if the second is missing", async () => {
    await open("UnlitTwoTexture { $basetexture base }");
    await expectLight(unlitTwoTexture({ base: BASE, second: [255, 255, 255] }));
  });

  it("as MonitorScreen has contrast, saturation and tint", async () => {
    const look = { contrast: 0.4, saturation: 0.3, tint: [0.8, 0.9, 1] as const };
    await open(`MonitorScreen { $basetexture base $texture2 frames $color "[.7 1 .5]"
      $contrast .4 $saturation .3 $tint "[.8 .9 1]" $alpha .5 }`);
    const light = monitorScreen({ base: BASE, second: FRAMES[0], color: [0.7, 1, 0.5], ...look });
    const alpha = (102 / 255) * 0.5;
    await expectLight(
      mapRgb(light, (value, k) => value * alpha + decodeSrgb(BEHIND[k]) * (1 - alpha)),
    );
    const swinging = `MonitorScreen { $basetexture frames $texture2 frames $saturation 0
      Proxies { Sine { resultvar $color sinemin .2 } } }`;
    expect((await open(swinging)).pass[1]).not.toBe(PASS_TRANSLUCENT);
    for (const time of [0, 0.2, 0.65]) {
      const share = sineProxy(time, 0.2, 1, 1);
      const base = FRAMES[0];
      const color: Rgb = [share, share, share];
      await expectLight(monitorScreen({ base, second: FRAMES[0], saturation: 0, color }), time);
    }
  });
});
