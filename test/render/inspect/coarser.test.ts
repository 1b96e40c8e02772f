/** Tests one LOD for all models and small mips for textures, by pixels. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MakeSource } from "../../../src/render/draws/draw-set.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials, rgbaArray } from "../make-materials.ts";
import { IDENTITY_BONE, makeProps, type TestInstance } from "../make-props.ts";
import { makeMap, type Quad } from "../make-world.ts";
import { MIP_COLORS as COLORS, mippedImage } from "../mipped-image.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { CAMERA, middleOf, pixelOf, SIZE, wall } from "./made-inspected.ts";

const test = await openTestGpu();

/**
 * Builds a model 20 inches in front of the eye, in front of a wall on the left, with a colour per
 * LOD.
 */
function modelOf(switchPoints: readonly number[], instances: readonly Partial<TestInstance>[]) {
  const corner = (y: number, z: number) => ({ position: [44, y, z], normal: [-1, 0, 0] }) as const;
  const vertices = [corner(32, -16), corner(0, -16), corner(0, 16), corner(32, 16)];
  const lods = switchPoints.map((switchPoint, material) => {
    return { switchPoint, material, vertices, indices: [0, 1, 2, 0, 2, 3] };
  });
  const materials = makeMaterials(
    COLORS.map((color, i) => ({
      name: `level${i}`,
      fallback: color.map((value) => value / 255) as [number, number, number],
    })),
  );
  const box = [0, -64, -64, 128, 64, 64];
  const placed = instances.map((more) => {
    return { variant: 0, worldFromModel: [1, 0, 0, 20, 0, 1, 0, 0, 0, 0, 1, 0], box, ...more };
  });
  return propSource(makeProps([{ bones: [IDENTITY_BONE], lods }], placed, materials));
}

describe.skipIf(test === null)("coarser detail settings", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  beforeEach(() => {
    t.renderer.setScene(makeMap([], makeMaterials([])));
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { fullbright: true });
  });
  afterEach(() => expect(t.errors).toEqual([]));
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  /** Returns the colour in the middle of the wall or model that starts there. */
  async function look(settings: Partial<RenderSettings>, left = 32): Promise<number[]> {
    const { renderer } = t;
    Object.assign(renderer.settings, settings);
    await renderer.settled();
    renderer.render(CAMERA);
    await renderer.settled();
    for (let frame = 0; frame < 4; frame++) renderer.render(CAMERA);
    const { index } = pixelOf(middleOf(left, -16));
    return [...(await renderer.readPixels()).subarray(index * 4, index * 4 + 3)];
  }
  const show = (make: MakeSource) => t.renderer.setSource(make);

  it.each([true, false])("draw all models in one LOD, with GPU culling %s", async (gpuCulling) => {
    show(modelOf([0, 1e-4, 1e6, -1], [{}]));
    const seen: (readonly number[])[] = [];
    for (const modelLod of [-1, 0, 1, 2, 7, 1.9, -1]) {
      seen.push(await look({ modelLod, gpuCulling }));
    }
    // The second by size; behind the third is a shadow LOD.
    expect(seen).toEqual([1, 0, 1, 2, 2, 1, 1].map((level) => COLORS[level]));
  });

  it("apply to models that are added later and to another map", async () => {
    show(modelOf([0, 1e6], [{}]));
    expect(await look({ modelLod: 1 })).toEqual(COLORS[1]);
    show(modelOf([0, 1e6, 2e6], [{}]));
    expect(await look({})).toEqual(COLORS[1]);
    t.renderer.setScene(makeMap([], makeMaterials([])));
    show(modelOf([0, 1e6, 2e6], [{}]));
    expect(await look({})).toEqual(COLORS[1]);
    expect(await look({ modelLod: -1 })).toEqual(COLORS[0]);
  });

  it("keep distance fades of models", async () => {
    show(modelOf([0, 1e6], [{ fadeMin: 10, fadeMax: 20 }]));
    const without = await look({ props: false });
    expect(await look({ props: true, modelLod: 1 })).toEqual(without);
  });

  it("show each texture's first mip with at most 16 texels, or its last", async () => {
    const sizes = [
      [64, 32, 6],
      [16, 8, 4],
      [64, 64, 2],
    ] as const;
    const materials = makeMaterials(
      sizes.map((_, texture) => ({ name: `texture${texture}`, texture })),
      sizes.map((_, array) => ({ array, layer: 0 })),
      sizes.map(([width, height, mipCount]) => ({ ...rgbaArray(width, height, 1), mipCount })),
    );
    const quads = sizes.map(
      (_, material): Quad => wall(60 - 36 * material, -16, { material, repeats: [0.25, 0.25] }),
    );
    t.renderer.setScene(makeMap(quads, materials));
    for (const [texture, [width, height, mipCount]] of sizes.entries()) {
      t.renderer.setTexture("world", texture, mippedImage(width, height, mipCount));
    }
    const seen = async (lowResTextures: boolean) => {
      const found: (readonly number[])[] = [];
      for (const i of sizes.keys()) found.push(await look({ lowResTextures }, 60 - 36 * i));
      return found;
    };
    expect(await seen(false)).toEqual([COLORS[0], COLORS[0], COLORS[0]]);
    expect(await seen(true)).toEqual([COLORS[2], COLORS[0], COLORS[1]]);
    expect(await seen(false)).toEqual([COLORS[0], COLORS[0], COLORS[0]]);
  });
});
