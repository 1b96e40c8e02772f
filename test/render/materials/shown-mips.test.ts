/** Tests textures whose small mips arrive before the large ones, by pixels. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { CAMERA, middleOf, pixelOf, SIZE, wall } from "../inspect/made-inspected.ts";
import { makeMaterials, rgbaArray } from "../make-materials.ts";
import { makeMap } from "../make-world.ts";
import { MIP_COLORS, mippedImage } from "../mipped-image.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();

const LEFT = [60, 24, -12] as const;
const GREY = [188, 188, 188];

describe.skipIf(test === null)("small mips of textures", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { fullbright: true });
  });
  afterEach(() => expect(t.errors).toEqual([]));
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  /** Shows three walls: the first two textures share an array. */
  function showWalls(): void {
    const materials = makeMaterials(
      LEFT.map((_, texture) => ({ name: `texture${texture}`, texture })),
      [
        { array: 0, layer: 0 },
        { array: 0, layer: 1 },
        { array: 1, layer: 0 },
      ],
      [
        { ...rgbaArray(32, 32, 2), mipCount: 6 },
        { ...rgbaArray(16, 32, 1), mipCount: 6 },
      ],
    );
    const quads = LEFT.map((left, material) =>
      wall(left, -16, { material, repeats: [0.25, 0.25] }),
    );
    t.renderer.setScene(makeMap(quads, materials));
  }

  /** Returns the colours in the middle of the walls. */
  async function look(): Promise<number[][]> {
    const { renderer } = t;
    await renderer.settled();
    renderer.render(CAMERA);
    await renderer.settled();
    for (let frame = 0; frame < 4; frame++) renderer.render(CAMERA);
    const pixels = await renderer.readPixels();
    return LEFT.map((left) => {
      const { index } = pixelOf(middleOf(left, -16));
      return [...pixels.subarray(index * 4, index * 4 + 3)];
    });
  }
  const set = (texture: number, width: number, firstMip: number) =>
    t.renderer.setTexture("world", texture, mippedImage(width, 32, 6, firstMip));

  it("are shown until all textures of their array are larger", async () => {
    showWalls();
    expect(await look()).toEqual([GREY, GREY, GREY]);
    set(0, 32, 3);
    expect(await look()).toEqual([MIP_COLORS[3], GREY, GREY]);
    set(1, 32, 2);
    set(2, 16, 1);
    expect(await look()).toEqual([MIP_COLORS[3], MIP_COLORS[3], MIP_COLORS[1]]);
    set(0, 32, 0);
    expect(await look()).toEqual([MIP_COLORS[2], MIP_COLORS[2], MIP_COLORS[1]]);
    set(2, 16, 0);
    set(1, 32, 0);
    expect(await look()).toEqual([MIP_COLORS[0], MIP_COLORS[0], MIP_COLORS[0]]);
  });

  it("do not replace larger ones", async () => {
    showWalls();
    for (const [texture, width] of [32, 32, 16].entries()) set(texture, width, 0);
    set(0, 32, 4);
    expect((await look())[0]).toEqual(MIP_COLORS[0]);
  });

  it("stay small while the setting lowResTextures is on", async () => {
    showWalls();
    t.renderer.settings.lowResTextures = true;
    set(0, 32, 0);
    await look();
    set(1, 32, 0);
    expect((await look()).slice(0, 2)).toEqual([MIP_COLORS[1], MIP_COLORS[1]]);
    t.renderer.settings.lowResTextures = false;
    expect((await look()).slice(0, 2)).toEqual([MIP_COLORS[0], MIP_COLORS[0]]);
  });
});
