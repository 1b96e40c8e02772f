/** Tests an inset view: culled, drawn and counted like the main view. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Camera, DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { countDifferent } from "../compare-pictures.ts";
import { START } from "../make-scene.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { showScene } from "../show-scene.ts";

const WIDTH = 64;
const HEIGHT = 48;
/** The lower right part of a quarter of the picture's size. */
const PLACE = { x: 0.5, y: 0.5, width: 0.25, height: 0.25 };
const [LEFT, TOP, COLUMNS, ROWS] = [32, 24, 16, 12];

const test = await openTestGpu();
const FIRST: Camera = { ...START, fov: 90 };
const SECOND: Camera = { ...START, yaw: START.yaw + 140, pitch: 12, fov: 70 };

describe.skipIf(test === null)("an inset", () => {
  let t: TestRenderer;
  /** Renderer of the inset's size, for comparison. */
  let alone: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, WIDTH, HEIGHT);
    alone = await openTestRenderer(test!, COLUMNS, ROWS);
    for (const { renderer } of [t, alone]) {
      showScene(renderer);
      await renderer.ready();
    }
  });
  afterEach(() => {
    t.renderer.setInset(null);
    expect([...t.errors, ...alone.errors]).toEqual([]);
  });
  afterAll(() => {
    t.destroy();
    alone.destroy();
    test!.close();
  });

  async function draw({ renderer }: TestRenderer, camera: Camera): Promise<Uint8Array> {
    // The second frame uses occlusion data of the first.
    for (let frame = 0; frame < 2; frame++) renderer.render(camera);
    return renderer.readPixels();
  }

  function part(pixels: Uint8Array, isInside: boolean): Uint8Array {
    const rows: number[] = [];
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const isThere = x >= LEFT && x < LEFT + COLUMNS && y >= TOP && y < TOP + ROWS;
        const at = (y * WIDTH + x) * 4;
        if (isThere === isInside) rows.push(...pixels.subarray(at, at + 4));
      }
    }
    return Uint8Array.from(rows);
  }

  it.each([
    {},
    { occlusion: false, bundles: false },
    { gpuCulling: false },
    { samples: 4, sky: false },
  ])("shows its own camera, and leaves the main picture unchanged: %j", async (settings) => {
    for (const { renderer } of [t, alone]) {
      Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, settings);
      await renderer.settled();
    }
    const without = await draw(t, FIRST);
    const statsWithout = { ...(await t.renderer.readStats()) };
    const expected = await draw(alone, SECOND);
    alone.renderer.settings.occlusion = false;
    alone.renderer.render(SECOND);
    const statsAlone = { ...(await alone.renderer.readStats()) };
    t.renderer.setInset({ camera: SECOND, ...PLACE });
    const picture = await draw(t, FIRST);
    expect(countDifferent(part(picture, true), expected, 0)).toBe(0);
    expect(countDifferent(part(picture, false), part(without, false), 0)).toBe(0);
    expect(countDifferent(picture, without, 8)).toBeGreaterThan(20);
    // Two views are drawn, each with its own culling.
    const stats = await t.renderer.readStats();
    expect(stats.triangles).toBe(statsWithout.triangles + statsAlone.triangles);
    expect(stats.chunks).toBe(statsWithout.chunks + statsAlone.chunks);
    expect(stats.draws).toBe(statsWithout.draws + statsAlone.draws - 1);
  });

  it("follows resizing and moving, and frees its memory", async () => {
    const { renderer, gpu } = t;
    Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS);
    await renderer.ready();
    const held = () => [gpu.memory.bufferBytes, gpu.memory.textureBytes, gpu.memory.count];
    const plain = await draw(t, FIRST);
    const before = held();
    renderer.setInset({ camera: SECOND, ...PLACE });
    renderer.render(FIRST);
    renderer.resize(WIDTH * 2, HEIGHT * 2);
    renderer.render(FIRST);
    // Partly outside the picture: the inside is drawn.
    renderer.setInset({ camera: SECOND, x: 0.9, y: -1, width: 3, height: 1.2 });
    renderer.render(FIRST);
    // Another map is opened and closed with the inset present.
    showScene(renderer);
    await renderer.ready();
    renderer.render(FIRST);
    renderer.resize(WIDTH, HEIGHT);
    renderer.setInset(null);
    expect(countDifferent(await draw(t, FIRST), plain, 0)).toBe(0);
    expect(held()).toEqual(before);
  });
});
