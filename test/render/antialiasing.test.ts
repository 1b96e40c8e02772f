/** Tests multisampling: smooth edges of surfaces and alpha-tested holes in every pass. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PASS_ALPHA_TEST } from "../../src/map/material.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../src/render/types.ts";
import { openTestGpu } from "../support/dawn.ts";
import { makeImage, makeMaterials, rgbaArray } from "./make-materials.ts";
import { START } from "./make-scene.ts";
import { makeMap, type Quad } from "./make-world.ts";
import { openTestRenderer, type TestRenderer } from "./open-test-renderer.ts";
import { showScene } from "./show-scene.ts";

const SIZE = 64;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const LIT = [255, 255, 255, 0] as const;
const DARK = [0, 0, 0, 0] as const;
const test = await openTestGpu();

describe.skipIf(test === null)("antialiasing", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });
  afterEach(() => {
    t.renderer.clear();
    expect(t.errors).toEqual([]);
  });

  async function draw(samples: number, settings: Partial<RenderSettings> = {}) {
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, {
      sky: false,
      ...settings,
      samples,
    });
    await t.renderer.ready();
    t.renderer.render(CAMERA);
    await t.renderer.ready();
    t.renderer.render(CAMERA);
    return t.renderer.readPixels();
  }

  /** Counts pixels by their share of red: none, full or partial. */
  function countReds(pixels: Uint8Array) {
    const counts = { none: 0, part: 0, all: 0 };
    for (let i = 0; i < pixels.length; i += 4) {
      const kind = pixels[i] === 0 ? "none" : pixels[i] === 255 ? "all" : "part";
      counts[kind]++;
    }
    return counts;
  }

  /** Shows a red pane with a slanted edge in front of a blue wall. */
  function showPane(): void {
    const materials = makeMaterials([
      { name: "red", fallback: [1, 0, 0] },
      { name: "blue", fallback: [0, 0, 1] },
    ]);
    const wall = { origin: [90, 300, -300], u: [0, -600, 0], v: [0, 0, 600], material: 1 } as const;
    const pane = { origin: [50, 20, -90], u: [0, -300, 0], v: [0, -40, 180], material: 0 } as const;
    t.renderer.setScene(makeMap([pane, wall], materials));
  }

  it("shades edge pixels by their coverage", async () => {
    showPane();
    const sharp = countReds(await draw(1));
    expect(sharp.part).toBe(0);
    const smooth = countReds(await draw(4));
    // An edge across the picture: one or two pixels per row.
    expect(smooth.part).toBeGreaterThan(SIZE / 2);
    expect(smooth.part).toBeLessThan(SIZE * 3);
    // The pane contributes half of the light of the edge pixels.
    expect(Math.abs(smooth.all + smooth.part / 2 - sharp.all)).toBeLessThan(SIZE / 4);
  });

  it("smooths the edges of alpha-tested holes and leaves their inside unchanged", async () => {
    const materials = makeMaterials(
      [
        { name: "fence", texture: 0, pass: PASS_ALPHA_TEST, alphaTestReference: 0.5 },
        { name: "blue", fallback: [0, 0, 1] },
      ],
      [{ array: 0, layer: 0 }],
      [rgbaArray(4, 4, 1)],
    );
    const wall = { origin: [90, 300, -300], u: [0, -600, 0], v: [0, 0, 600], material: 1 } as const;
    const pane = { origin: [50, 90, -90], u: [0, -180, 0], v: [0, 30, 180], material: 0 } as const;
    t.renderer.setScene(makeMap([pane, wall], materials));
    t.renderer.setTexture(
      "world",
      0,
      makeImage(4, 4, (x) => [255, 0, 0, x < 2 ? 255 : 0]),
    );
    const sharp = countReds(await draw(1));
    expect(sharp.part).toBe(0);
    expect(sharp.all).toBeGreaterThan(SIZE);
    const smooth = countReds(await draw(4));
    expect(smooth.part).toBeGreaterThan(SIZE / 4);
    expect(smooth.part).toBeLessThan(sharp.all / 2);
    expect(Math.abs(smooth.all + smooth.part / 2 - sharp.all)).toBeLessThan(sharp.all * 0.06);
  });

  it("samples lightmaps at covered positions inside the face", async () => {
    const white = makeMaterials([{ name: "white", fallback: [1, 1, 1] }]);
    const wall = {
      origin: [900, 3000, -3000],
      u: [0, -6000, 0],
      v: [0, 0, 6000],
      material: 0,
    } as const;
    // Seen at a grazing angle: a pixel next to its right edge is luxels away, in the dark block.
    const floor: Quad = {
      origin: [40, 200, -20],
      u: [0, -230, 0],
      v: [500, 0, 0],
      material: 0,
      light: {
        columns: 30,
        rows: 4,
        styles: [0, 32],
        sample: (block: number) => (block === 0 ? LIT : DARK),
      },
    };
    t.renderer.setScene(makeMap([floor, wall], white));
    const pixels = await draw(4);
    expect(Math.min(...pixels)).toBeGreaterThan(250);
    expect(t.renderer.stats.triangles).toBeGreaterThan(0);
  });

  it("changes no counts of culled and drawn surfaces", async () => {
    showScene(t.renderer);
    const counts = async (samples: number) => {
      Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { samples });
      await t.renderer.settled();
      for (let frame = 0; frame < 3; frame++) t.renderer.render({ ...START, fov: 90 });
      const { chunks, props, triangles, draws } = await t.renderer.readStats();
      return { chunks, props, triangles, draws };
    };
    const one = await counts(1);
    expect(one.triangles).toBeGreaterThan(0);
    expect(await counts(4)).toEqual(one);
  });

  it.each([
    ["timed", { timing: true }],
    ["wireframe", { wireframe: true }],
    ["without a late phase", { occlusion: false }],
    ["with every draw encoded anew", { bundles: false }],
  ])("works with any combination of passes: %s", async (_, settings) => {
    showPane();
    const smooth = countReds(await draw(4, settings));
    expect(smooth.part).toBeGreaterThan(SIZE / 2);
  });

  it("can be switched while a map is shown, and frees its memory", async () => {
    showPane();
    const sharp = await draw(1);
    const before = t.gpu.memory.textureBytes;
    await draw(4);
    expect(t.renderer.stats.samples).toBe(4);
    // Four samples of colour and depth, and the resolved light.
    expect(t.gpu.memory.textureBytes - before).toBe(SIZE * SIZE * (3 * 12 + 8));
    expect(await draw(1)).toEqual(sharp);
    expect(t.gpu.memory.textureBytes).toBe(before);
  });

  it("is off by default on a software adapter", async () => {
    expect(t.gpu.isSoftware).toBe(true);
    showPane();
    expect(countReds(await draw(0)).part).toBe(0);
  });
});
