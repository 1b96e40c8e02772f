/**
 * Tests detail sprites from a generated map's bytes to a picture, culled on the GPU and the CPU.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { applyLoadEvent } from "../../../src/viewer/load/apply-load-event.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { madeContent } from "../../scene/content-sources.ts";
import { IMAGE_FORMAT_RGBA8888, makeVtf } from "../../scene/make-vtf.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 64;
const SHEET_SIZE = 16;
const test = await openTestGpu();

const RED = [255, 0, 0];
const GREEN = [0, 255, 0];
const BLUE = [0, 0, 255];

/**
 * The sprite's part, from (0.25, 0.5) to (0.5, 1), is red at the upper left, green at the upper
 * right, blue at the lower left and a hole at the lower right; the rest is white.
 */
const sheet = makeVtf({
  width: SHEET_SIZE,
  height: SHEET_SIZE,
  format: IMAGE_FORMAT_RGBA8888,
  flags: 0x2000,
  texels(byte) {
    const texel = byte >> 2;
    const [x, y] = [texel % SHEET_SIZE, Math.floor(texel / SHEET_SIZE)];
    if (x < 4 || x >= 8 || y < 8) return 255;
    const isRight = x >= 6;
    const isLow = y >= 12;
    if (isRight && isLow) return 0;
    const color = isLow ? BLUE : isRight ? GREEN : RED;
    return [...color, 255][byte & 3];
  },
});

const content = madeContent({
  "materials/detail/detailsprites.vmt": "unlitgeneric { $basetexture detail/sheet $translucent 1 }",
  "materials/detail/sheet.vtf": sheet,
});

/** In front of the sprite, which is centred in the picture; a pixel is 1.4 inches there. */
const BEFORE = { x: 64, y: 4, z: 16, pitch: 0, yaw: 90, fov: 90 };

describe.skipIf(test === null)("detail sprites", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    const options = {
      name: "made",
      side: "ldr",
      textureCompressionBc: false,
      maxTextureDimension: 4096,
    } as const;
    const session = openMap(makeBsp({ detailProps: true }), [content], options);
    for await (const event of session.load()) await applyLoadEvent(t.renderer, event);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  async function see(camera: Partial<typeof BEFORE>, settings: Partial<RenderSettings> = {}) {
    const { renderer } = t;
    // Placeholders of the map's missing models would cover the sprites.
    Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, { props: false }, settings);
    await renderer.settled();
    // One frame for occlusion data, and the one that is read back.
    for (let i = 0; i < 2; i++) renderer.render({ ...BEFORE, ...camera });
    const pixels = await renderer.readPixels();
    const { details } = await renderer.readStats();
    /** Returns the pixel at an offset to the right of and above the middle. */
    const at = (right: number, up: number) => {
      const first = ((SIZE / 2 - up) * SIZE + SIZE / 2 + right) * 4;
      return [...pixels.subarray(first, first + 3)];
    };
    return { details, pixels, at };
  }

  const srgb = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055) * 255;

  it("stand upright, unmirrored, with alpha-tested holes", async () => {
    const { at, details } = await see({}, { fullbright: true });
    const without = await see({}, { fullbright: true, details: false });
    expect(at(-3, 6)).toEqual(RED);
    expect(at(3, 6)).toEqual(GREEN);
    expect(at(-3, -6)).toEqual(BLUE);
    expect(at(3, -6)).toEqual(without.at(3, -6));
    // It is 16 inches wide and 32 high, from the floor up.
    for (const [right, up] of [
      [-4, 10],
      [-4, -10],
      [4, 10],
    ]) {
      expect(at(right, up), `${right} ${up}`).not.toEqual(without.at(right, up));
    }
    for (const [right, up] of [
      [-8, 0],
      [7, 4],
      [-4, 14],
      [-4, -14],
    ]) {
      expect(at(right, up), `${right} ${up}`).toEqual(without.at(right, up));
    }
    expect(details).toBe(1);
    expect(without.details).toBe(0);
  });

  it("turn to the camera from any side", async () => {
    for (const [x, y, yaw] of [
      [4, 64, 0],
      [124, 64, 180],
      [64, 124, 270],
    ]) {
      const { at } = await see({ x, y, yaw }, { fullbright: true });
      expect([at(-3, 6), at(3, 6), at(-3, -6)], `yaw ${yaw}`).toEqual([RED, GREEN, BLUE]);
    }
  });

  it("have the light of their position", async () => {
    const { at } = await see({});
    const [red] = at(-3, 6);
    const [, green] = at(3, 6);
    const [, , blue] = at(-3, -6);
    const expected = [128, 64, 32].map((c) => srgb(c / 2 / 255));
    for (const [i, value] of [red, green, blue].entries()) {
      expect(Math.abs(value - expected[i])).toBeLessThan(2);
    }
  });

  const views: [string, Partial<typeof BEFORE>, Partial<RenderSettings>, number][] = [
    ["in front of one", {}, {}, 1],
    ["from a leaf that sees its own", { x: 250, y: 64, yaw: 180 }, {}, 2],
    ["the same without the PVS", { x: 250, y: 64, yaw: 180 }, { pvs: false }, 3],
    ["with the back to all", { x: 250, y: 64, yaw: 0 }, { pvs: false }, 0],
    ["the same without the view's planes", { x: 250, y: 64, yaw: 0 }, { frustum: false }, 2],
    ["nearly too far away", { y: -1100 }, {}, 3],
    ["too far away", { y: -1260 }, {}, 0],
    ["too far beside", { x: -1260, y: 64, yaw: 0 }, {}, 0],
    ["too far above", { y: 64, z: 1290, pitch: 89 }, {}, 0],
  ];
  it.each(views)(
    "are culled the same on the GPU and the CPU: %s",
    async (_, camera, set, count) => {
      const onGpu = await see(camera, { ...set, occlusion: false });
      const onCpu = await see(camera, { ...set, gpuCulling: false });
      const hiding = await see(camera, set);
      expect(onGpu.details).toBe(count);
      expect(onCpu.details).toBe(count);
      expect(hiding.details).toBeLessThanOrEqual(count);
      expect(onCpu.pixels).toEqual(onGpu.pixels);
      expect(hiding.pixels).toEqual(onGpu.pixels);
    },
  );

  it("fade out with distance", async () => {
    const drawn = async (y: number) => {
      const camera = { y, fov: 4 };
      const [{ pixels }, bare] = [
        await see(camera, { fullbright: true }),
        await see(camera, { fullbright: true, details: false }),
      ];
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4) {
        const isSame = [0, 1, 2].every((k) => pixels[i + k] === bare.pixels[i + k]);
        if (!isSame) count++;
      }
      return count;
    };
    // Opaque up to 800 inches, half at 1000, gone at 1200.
    const [whole, half, none] = [
      await drawn(64 - 790),
      await drawn(64 - 1000),
      await drawn(64 - 1195),
    ];
    expect(whole).toBeGreaterThan(100);
    expect(half).toBeGreaterThan(whole * 0.2);
    expect(half).toBeLessThan(whole * 0.6);
    expect(none).toBeLessThan(whole * 0.05);
  });

  it("look the same with and without render bundles", async () => {
    const [with_, without] = [await see({}), await see({}, { bundles: false })];
    expect(with_.pixels).toEqual(without.pixels);
  });
});
