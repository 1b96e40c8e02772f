/** Tests the renderer on a drawing device: known pixels of small scenes. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readTexture } from "../../src/gpu/read-back.ts";
import {
  MATERIAL_NO_CULL,
  MATERIAL_SELF_ILLUM,
  MATERIAL_UNLIT,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_NONE,
  PASS_TRANSLUCENT,
  SKY_SIDES,
  TEXTURE_CLAMP_S,
  TEXTURE_CLAMP_T,
} from "../../src/map/material.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_DISPLACEMENT } from "../../src/map/world.ts";
import { propSource } from "../../src/render/props/prop-source.ts";
import { createRenderer } from "../../src/render/renderer.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../src/render/types.ts";
import { openTestGpu } from "../support/dawn.ts";
import { makeImage, makeMaterials, rgbaArray, type TestMaterial } from "./make-materials.ts";
import { IDENTITY_BONE, makePropLight, makeProps, type TestPropVertex } from "./make-props.ts";
import { makeSky } from "./make-sky.ts";
import { makeMap, oneWayPvs, type Quad, type QuadLight } from "./make-world.ts";
import { angleMatrix } from "./matrices.ts";
import { openTestRenderer, type TestRenderer } from "./open-test-renderer.ts";

const SIZE = 64;
const test = await openTestGpu();
/** At the origin, looking along +x; at x = 100 the picture is 200 units wide and high. */
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26 };

/** Builds a wall across the view at a distance, at least as large as the picture. */
function wall(x: number, material: number, more: Partial<Quad> = {}): Quad {
  const half = Math.max(300, x * 2);
  return {
    origin: [x, half, -half],
    u: [0, -half * 2, 0],
    v: [0, 0, half * 2],
    material,
    ...more,
  };
}

/** Builds light of one value per style. */
function flatLight(styles: readonly number[], ...values: readonly number[]): QuadLight {
  return {
    columns: 2,
    rows: 2,
    styles,
    sample: (block) => [values[block], values[block], values[block], 0],
  };
}

function srgb(linear: number): number {
  const c = Math.min(1, Math.max(0, linear));
  return Math.round((c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055) * 255);
}

/** Returns the expected pixel of a linear colour, within one step. */
function color(r: number, g: number, b: number): unknown[] {
  return [r, g, b].map((c) => expect.closeTo(srgb(c), -0.5));
}

describe.skipIf(test === null)("renderer", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });
  beforeEach(() => {
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { sky: false });
  });
  afterEach(async () => {
    t.renderer.clear();
    await t.gpu.device.queue.onSubmittedWorkDone();
    expect(t.errors).toEqual([]);
  });

  function show(quads: readonly Quad[], materials: readonly TestMaterial[], pvs = false): void {
    t.renderer.setScene(
      makeMap(quads, makeMaterials(materials), { pvs: pvs ? oneWayPvs() : null }),
    );
  }

  async function pixel(x = SIZE / 2, y = SIZE / 2, camera = CAMERA): Promise<number[]> {
    await t.renderer.settled();
    t.renderer.render(camera);
    const pixels = await t.renderer.readPixels();
    return [...pixels.subarray((y * SIZE + x) * 4, (y * SIZE + x) * 4 + 3)];
  }

  const red: TestMaterial = { name: "red", fallback: [0.8, 0, 0] };
  const green: TestMaterial = { name: "green", fallback: [0, 0.4, 0] };
  const blue: TestMaterial = { name: "blue", fallback: [0, 0, 0.2] };

  it("without a map draws black", async () => {
    expect(await pixel()).toEqual([0, 0, 0]);
    expect(await t.renderer.readStats()).toMatchObject({
      chunks: 0,
      chunkCount: 0,
      triangles: 0,
      cluster: -1,
    });
  });

  it("draws a wall completely that starts exactly next to the eye", async () => {
    const camera = { x: -1792, y: -1792, z: 65, pitch: 0, yaw: 45, fov: 75.178 };
    // Its near corners are in the camera plane, so w is 0 or almost 0.
    const beside: Quad = {
      origin: [-2032, -1552, 0],
      u: [408, 0, 0],
      v: [0, 0, 192],
      material: 0,
    };
    show([beside], [red]);
    t.renderer.resize(480, 270);
    try {
      await t.renderer.settled();
      t.renderer.render(camera);
      const pixels = await t.renderer.readPixels();
      const row = pixels.subarray(135 * 480 * 4, 136 * 480 * 4);
      for (let x = 0; x < 110; x++) expect(row[x * 4], `column ${x}`).toBeGreaterThan(200);
    } finally {
      t.renderer.resize(SIZE, SIZE);
    }
  });

  it("hides farther surfaces behind nearer ones, in any order", async () => {
    show([wall(50, 0), wall(90000, 1), wall(50.01, 2)], [red, green, blue]);
    expect(await pixel()).toEqual(color(0.8, 0, 0));
    show([wall(90000, 0), wall(50.01, 1), wall(50, 2)], [red, green, blue]);
    expect(await pixel()).toEqual(color(0, 0, 0.2));
    show([wall(90001, 0), wall(90000, 1)], [red, green]);
    expect(await pixel()).toEqual(color(0, 0.4, 0));
  });

  it("draws front faces only, unless the material has $nocull", async () => {
    const away: Partial<Quad> = { u: [0, 600, 0], origin: [50, -300, -300] };
    show([wall(60, 0), wall(50, 1, away)], [red, green]);
    expect(await pixel()).toEqual(color(0.8, 0, 0));
    show([wall(60, 0), wall(50, 1, away)], [red, { ...green, flags: MATERIAL_NO_CULL }]);
    expect(await pixel()).toEqual(color(0, 0.4, 0));
  });

  it("multiplies by the lightmap, whose styles can be dimmed", async () => {
    show(
      [wall(50, 0, { light: flatLight([0, 40], 51, 102) })],
      [{ ...red, fallback: [1, 0.5, 0] }],
    );
    expect(await pixel()).toEqual(color(0.6, 0.3, 0));
    t.renderer.setStyle(40, 0.5);
    expect(await pixel()).toEqual(color(0.4, 0.2, 0));
    t.renderer.settings.lightmaps = false;
    expect(await pixel()).toEqual(color(1, 0.5, 0));
    Object.assign(t.renderer.settings, { lightmaps: true, fullbright: true });
    expect(await pixel()).toEqual(color(1, 0.5, 0));
    Object.assign(t.renderer.settings, { fullbright: false, textures: false });
    expect(await pixel()).toEqual(color(0.4, 0.4, 0.4));
    Object.assign(t.renderer.settings, { textures: true, exposure: 2 });
    expect(await pixel()).toEqual(color(0.8, 0.4, 0));
  });

  it("draws unlit materials without the lightmap", async () => {
    const material = { ...green, flags: MATERIAL_UNLIT };
    show([wall(50, 0, { light: flatLight([0], 10) })], [material]);
    expect(await pixel()).toEqual(color(0, 0.4, 0));
  });

  it("exposes lit pictures by the map's exposure times the setting", async () => {
    const lit = (exposure: number) =>
      makeMap(
        [wall(50, 0, { light: flatLight([0], 51) })],
        makeMaterials([{ ...red, fallback: [1, 0.5, 0] }]),
        { exposure },
      );
    t.renderer.setScene(lit(2));
    expect(await pixel()).toEqual(color(0.4, 0.2, 0));
    t.renderer.settings.exposure = 0.5;
    expect(await pixel()).toEqual(color(0.2, 0.1, 0));
    // Without light there is nothing to expose.
    t.renderer.settings.lightmaps = false;
    expect(await pixel()).toEqual(color(0.5, 0.25, 0));
    Object.assign(t.renderer.settings, { lightmaps: true, fullbright: true });
    expect(await pixel()).toEqual(color(0.5, 0.25, 0));
    Object.assign(t.renderer.settings, { fullbright: false, exposure: 1 });
    t.renderer.relight(lit(3), null);
    expect(await pixel()).toEqual(color(0.6, 0.3, 0));
  });

  it("swaps a map's light and keeps its textures", async () => {
    const materials = makeMaterials(
      [{ name: "a", texture: 0 }],
      [{ array: 0, layer: 0 }],
      [rgbaArray(1, 1, 1)],
    );
    const lit = (value: number) =>
      makeMap([wall(50, 0, { light: flatLight([0], value) })], materials);
    t.renderer.setScene(lit(255));
    t.renderer.setTexture(
      "world",
      0,
      makeImage(1, 1, () => [255, 0, 255, 255]),
    );
    expect(await pixel()).toEqual(color(1, 0, 1));
    t.renderer.relight(lit(51), null);
    expect(await pixel()).toEqual(color(0.2, 0, 0.2));
  });

  describe("world textures", () => {
    const half = srgb(0.5);

    it("replace the mean colour when loaded", async () => {
      const set = makeMaterials(
        [{ name: "a", texture: 1, fallback: [0, 0, 1], tint: [0.5, 1, 1] }],
        [
          { array: 0, layer: 1 },
          { array: 0, layer: 0 },
        ],
        [rgbaArray(2, 2, 2)],
      );
      t.renderer.setScene(makeMap([wall(50, 0)], makeMaterials([red])));
      t.renderer.setMaterials(set);
      expect(await pixel()).toEqual(color(0, 0, 1));
      t.renderer.setTexture(
        "world",
        0,
        makeImage(2, 2, () => [9, 9, 9, 255]),
      );
      expect(await pixel()).toEqual(color(0, 0, 1));
      t.renderer.setTexture(
        "world",
        1,
        makeImage(2, 2, () => [255, half, 0, 255]),
      );
      expect(await pixel()).toEqual(color(0.5, 0.5, 0));
    });

    it("repeat or clamp", async () => {
      const image = makeImage(4, 1, (x) => (x < 2 ? [255, 0, 0, 255] : [0, 255, 0, 255]));
      const set = (clamp: number) =>
        makeMaterials(
          [{ name: "a", texture: 0 }],
          [{ array: 0, layer: 0, clamp }],
          [rgbaArray(4, 1, 1)],
        );
      const quad = wall(50, 0, { repeats: [8, 8] });
      t.renderer.setScene(makeMap([quad], set(0)));
      t.renderer.setTexture("world", 0, image);
      // Four repeats of 75 inches, at a quarter: between two red texels.
      const middle = { ...CAMERA, y: -18.75 };
      expect(await pixel(SIZE / 2, SIZE / 2, middle)).toEqual(color(1, 0, 0));
      t.renderer.setMaterials(set(TEXTURE_CLAMP_S | TEXTURE_CLAMP_T));
      t.renderer.setTexture("world", 0, image);
      expect(await pixel(SIZE / 2, SIZE / 2, middle)).toEqual(color(0, 1, 0));
    });

    it("are mixed by the vertices' blend", async () => {
      const set = makeMaterials(
        [{ name: "a", texture: 0, texture2: 1 }],
        [
          { array: 0, layer: 0 },
          { array: 1, layer: 0 },
        ],
        [rgbaArray(1, 1, 1), rgbaArray(2, 2, 1)],
      );
      const blend = [0.2, 0.2, 0.2, 0.2] as const;
      t.renderer.setScene(makeMap([wall(50, 0, { blend })], set));
      t.renderer.setTexture(
        "world",
        0,
        makeImage(1, 1, () => [255, 0, 0, 255]),
      );
      expect(await pixel()).toEqual(color(1, 0, 0));
      t.renderer.setTexture(
        "world",
        1,
        makeImage(2, 2, () => [0, 255, 0, 255]),
      );
      expect(await pixel()).toEqual(color(0.8, 0.2, 0));
    });

    it("are self-illuminated by their alpha", async () => {
      const set = makeMaterials(
        [{ name: "a", texture: 0, flags: MATERIAL_SELF_ILLUM }],
        [{ array: 0, layer: 0 }],
        [rgbaArray(1, 1, 1)],
      );
      t.renderer.setScene(makeMap([wall(50, 0, { light: flatLight([0], 0) })], set));
      t.renderer.setTexture(
        "world",
        0,
        makeImage(1, 1, () => [255, 255, 255, 51]),
      );
      expect(await pixel()).toEqual(color(0.2, 0.2, 0.2));
    });

    it("are cut out below the alpha reference", async () => {
      const set = (alphaTestReference: number) =>
        makeMaterials(
          [{ name: "a", texture: 0, pass: PASS_ALPHA_TEST, alphaTestReference }, red],
          [{ array: 0, layer: 0 }],
          [rgbaArray(1, 1, 1)],
        );
      t.renderer.setScene(makeMap([wall(50, 0), wall(60, 1)], set(0.45)));
      t.renderer.setTexture(
        "world",
        0,
        makeImage(1, 1, () => [0, 255, 0, 127]),
      );
      expect(await pixel()).toEqual(color(0, 1, 0));
      t.renderer.setMaterials(set(0.55));
      t.renderer.setTexture(
        "world",
        0,
        makeImage(1, 1, () => [0, 255, 0, 127]),
      );
      expect(await pixel()).toEqual(color(0.8, 0, 0));
    });

    it("stay compressed if the device supports BC", async ({ skip }) => {
      skip(!t.gpu.features.textureCompressionBc, "the device takes no BC textures");
      const array = {
        dimension: "2d",
        format: "bc1-rgba-unorm-srgb",
        width: 8,
        height: 8,
        mipCount: 4,
        layerCount: 1,
      } as const;
      const set = makeMaterials([{ name: "a", texture: 0 }], [{ array: 0, layer: 0 }], [array]);
      t.renderer.setScene(makeMap([wall(50, 0)], set));
      // Seven blocks of one colour each (5-6-5 bits): green in the top mip, red below.
      const data = new Uint8Array(56);
      for (let block = 0; block < 7; block++)
        data.set(block < 4 ? [0xe0, 7] : [0, 0xf8], block * 8);
      const mipOffset = Uint32Array.of(0, 32, 40, 48);
      t.renderer.setTexture("world", 0, { ...array, mipOffset, data });
      expect(await pixel()).toEqual(color(0, 1, 0));
    });

    it("of another size than their array throw a bug error", () => {
      const set = makeMaterials(
        [{ name: "a", texture: 0 }],
        [{ array: 0, layer: 0 }],
        [rgbaArray(4, 4, 1)],
      );
      t.renderer.setScene(makeMap([wall(50, 0)], set));
      const image = makeImage(2, 2, () => [0, 0, 0, 0]);
      expect(() => t.renderer.setTexture("world", 0, image)).toThrow(/test\/texture0/);
    });
  });

  describe("translucent surfaces", () => {
    const glass = (r: number, g: number, b: number, alpha: number): TestMaterial => ({
      name: "glass",
      fallback: [r, g, b],
      pass: PASS_TRANSLUCENT,
      alpha,
    });

    it("are blended farthest first, in any map order", async () => {
      const materials = [blue, glass(1, 0, 0, 0.5), glass(0, 1, 0, 0.25)];
      // Red at 70, then green at 60 over it.
      const expected = color(0.5 * 0.75, 0.25, 0.2 * 0.5 * 0.75);
      show([wall(80, 0), wall(60, 2), wall(70, 1)], materials);
      expect(await pixel()).toEqual(expected);
      show([wall(80, 0), wall(70, 1), wall(60, 2)], materials);
      expect(await pixel()).toEqual(expected);
      expect(await t.renderer.readStats()).toMatchObject({ chunks: 3, triangles: 6, draws: 3 });
      t.renderer.settings.translucent = false;
      expect(await pixel()).toEqual(color(0, 0, 0.2));
      expect(await t.renderer.readStats()).toMatchObject({ chunks: 1, triangles: 2, draws: 2 });
    });

    it("are ordered by leafs before distance", async () => {
      // From x = −10, leaf 1 (x >= 0) lies behind leaf 0, although its pane's middle is nearer.
      const tall: Partial<Quad> = { origin: [-5, 300, -300], v: [0, 0, 9000], leaf: 0 };
      const camera = { ...CAMERA, x: -10 };
      show(
        [wall(-5, 0, tall), wall(5, 1, { leaf: 1 })],
        [glass(1, 0, 0, 0.5), glass(0, 1, 0, 0.5)],
      );
      expect(await pixel(32, 32, camera)).toEqual(color(0.5, 0.25, 0));
    });

    it("are hidden by nearer surfaces and hide nothing", async () => {
      show([wall(50, 0), wall(60, 1)], [red, glass(0, 1, 0, 0.5)]);
      expect(await pixel()).toEqual(color(0.8, 0, 0));
      show([wall(60, 0), wall(50, 1)], [red, glass(0, 1, 0, 0)]);
      expect(await pixel()).toEqual(color(0.8, 0, 0));
    });

    it("are added if additive", async () => {
      const fire = { ...glass(0, 0.25, 0, 0.5), pass: PASS_ADDITIVE };
      show([wall(60, 0), wall(50, 1)], [red, fire]);
      expect(await pixel()).toEqual(color(0.8, 0.125, 0));
    });
  });

  describe("visibility", () => {
    const rooms = [
      wall(-50, 0, { clusters: [0], origin: [-50, -300, -300], u: [0, 600, 0] }),
      wall(50, 1, { clusters: [1] }),
      wall(60, 2, { clusters: [0, 1] }),
    ];
    const materials = [red, green, blue];
    // Cluster 0 sees only itself.
    const inZero = { ...CAMERA, x: -10 };

    it("culls invisible clusters and surfaces outside the picture", async () => {
      show(rooms, materials, true);
      expect(await pixel(32, 32, inZero)).toEqual(color(0, 0, 0.2));
      expect(await t.renderer.readStats()).toMatchObject({
        leaf: 0,
        cluster: 0,
        visibleClusters: 1,
        clusterCount: 2,
        chunks: 1,
        chunkCount: 3,
        triangles: 2,
      });
      t.renderer.settings.frustum = false;
      await pixel(32, 32, inZero);
      expect(await t.renderer.readStats()).toMatchObject({ chunks: 2, triangles: 4 });
      t.renderer.settings.pvs = false;
      expect(await pixel(32, 32, inZero)).toEqual(color(0, 0.4, 0));
      expect(await t.renderer.readStats()).toMatchObject({ chunks: 3, visibleClusters: 2 });
    });

    it("draws everything from solid space", async () => {
      show(rooms, materials, true);
      t.renderer.settings.frustum = false;
      await pixel(32, 32, { ...CAMERA, z: -600 });
      expect(await t.renderer.readStats()).toMatchObject({ leaf: 2, cluster: -1, chunks: 3 });
    });

    it("can be frozen", async () => {
      show(rooms, materials, true);
      t.renderer.settings.freezePvs = true;
      await pixel(32, 32, inZero);
      expect(await pixel()).toEqual(color(0, 0, 0.2));
      expect(await t.renderer.readStats()).toMatchObject({ leaf: 0, cluster: 0 });
      t.renderer.settings.freezePvs = false;
      expect(await pixel()).toEqual(color(0, 0.4, 0));
      expect(await t.renderer.readStats()).toMatchObject({ leaf: 1, cluster: 1 });
    });

    it("can be switched by surface kind", async () => {
      show(
        [
          wall(50, 0, { kind: CHUNK_DISPLACEMENT }),
          wall(60, 1, { kind: CHUNK_BRUSH_MODEL }),
          wall(70, 2),
        ],
        materials,
      );
      expect(await pixel()).toEqual(color(0.8, 0, 0));
      t.renderer.settings.displacements = false;
      expect(await pixel()).toEqual(color(0, 0.4, 0));
      t.renderer.settings.brushModels = false;
      expect(await pixel()).toEqual(color(0, 0, 0.2));
      expect((await t.renderer.readStats()).chunks).toBe(1);
    });

    it("excludes materials that no pass draws", async () => {
      show([wall(50, 0), wall(60, 1)], [{ ...red, pass: PASS_NONE }, green]);
      expect(await pixel()).toEqual(color(0, 0.4, 0));
    });
  });

  describe("sky", () => {
    const camera = (pitch: number, yaw: number) => ({ ...CAMERA, pitch, yaw });
    const farAway: Quad = { origin: [-9e4, -9e4, -9e4], u: [1, 0, 0], v: [0, 1, 0], material: 0 };

    it("places each side like the engine, the right way up", async () => {
      const { renderer } = t;
      renderer.settings.sky = true;
      show([farAway], [red]);
      // Each side has its number in red, left to right in green, top to bottom in blue.
      const images = SKY_SIDES.map((_, side) =>
        makeImage(2, 2, (x, y) => [side * 40, x * 255, y * 255, 255], "rgba8unorm"),
      );
      renderer.setSky(makeSky(images));
      const corners = async (pitch: number, yaw: number) => {
        const at = await Promise.all([
          pixel(4, 4, camera(pitch, yaw)),
          pixel(59, 4, camera(pitch, yaw)),
          pixel(4, 59, camera(pitch, yaw)),
        ]);
        return at.map(([side, s, v]) => [side, s > 128 ? 1 : 0, v > 128 ? 1 : 0]);
      };
      const upright = (side: number) => {
        const red8 = expect.closeTo(srgb((side * 40) / 255), -0.5);
        return [
          [red8, 0, 0],
          [red8, 1, 0],
          [red8, 0, 1],
        ];
      };
      // rt +x, lf -x, bk +y, ft -y
      expect(await corners(0, 0)).toEqual(upright(0));
      expect(await corners(0, 180)).toEqual(upright(1));
      expect(await corners(0, 90)).toEqual(upright(2));
      expect(await corners(0, -90)).toEqual(upright(3));
      // Up and down: their top and left edges as seen next to rt.
      expect(await corners(-90, 0)).toEqual(upright(4));
      expect(await corners(90, 0)).toEqual(upright(5));
    });

    it("is a gradient if missing: hazy at the horizon, bright at the sun, the ground's colour below", async () => {
      const { renderer } = t;
      renderer.settings.sky = true;
      renderer.setScene(
        makeMap([farAway], makeMaterials([red]), {
          skyGradient: {
            zenith: [0.1, 0.2, 0.3],
            horizon: [0.4, 0.5, 0.6],
            ground: [0.01, 0.02, 0.03],
            glow: [0.3, 0, 0],
            toSun: [0, 1, 0],
          },
        }),
      );
      const at = (pitch: number, yaw: number) => pixel(32, 32, camera(pitch, yaw));
      const near = ([r, g, b]: readonly number[]) =>
        [r, g, b].map((value) => expect.closeTo(srgb(value), -0.8));
      expect(await at(-90, 0)).toEqual(near([0.1, 0.2, 0.3]));
      expect(await at(90, 0)).toEqual(near([0.01, 0.02, 0.03]));
      expect(await at(30, 0)).toEqual(near([0.01, 0.02, 0.03]));
      const [r, g, b] = await at(-0.5, 180);
      expect(g).toBeGreaterThan(srgb(0.4));
      expect((await at(-0.5, 90))[0]).toBeGreaterThan(r + 30);
      expect((await at(-0.5, -90))[0]).toBeLessThan(r + 3);
      expect(b).toBeGreaterThan(r);
    });

    it("is drawn behind everything, and black when off", async () => {
      const { renderer } = t;
      renderer.settings.sky = true;
      show([{ ...wall(90000, 0), v: [0, 0, 300] }], [red]);
      expect(await pixel(32, 20)).not.toEqual([0, 0, 0]);
      expect(await pixel(32, 60)).not.toEqual([0, 0, 0]);
      show([wall(50, 0)], [red]);
      expect(await pixel()).toEqual(color(0.8, 0, 0));
      renderer.settings.sky = false;
      renderer.clear();
      expect(await pixel()).toEqual([0, 0, 0]);
    });
  });

  describe("props", () => {
    /** Builds a square of 40 inches, facing −x. */
    const square = (more: Partial<TestPropVertex> = {}): TestPropVertex[] =>
      [
        [20, -20],
        [-20, -20],
        [-20, 20],
        [20, 20],
      ].map(([y, z]) => ({
        position: [0, y, z],
        normal: [-1, 0, 0],
        ...more,
      }));
    const indices = [0, 1, 2, 0, 2, 3];
    const at = (x: number, y = 0, z = 0) => angleMatrix(0, 0, 0, [x, y, z]);
    const white: TestMaterial = { name: "white", fallback: [1, 1, 1] };
    const lod = (vertices = square(), material = 0, switchPoint = 0) => ({
      switchPoint,
      material,
      vertices,
      indices,
    });

    it("are lit by their ambient cube and coloured", async () => {
      show([wall(200, 0)], [blue]);
      const ambient = [9, 9, 9, 0.8, 0.4, 0.2, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9];
      const variant = { bones: [IDENTITY_BONE], lods: [lod()] };
      const instance = {
        variant: 0,
        worldFromModel: at(50),
        ambient,
        color: [0.5, 1, 1, 1] as const,
      };
      t.renderer.setSource(propSource(makeProps([variant], [instance], makeMaterials([white]))));
      expect(await pixel()).toEqual(color(0.4, 0.4, 0.2));
      expect(await pixel(2, 2)).toEqual(color(0, 0, 0.2));
      expect(await t.renderer.readStats()).toMatchObject({ props: 1, triangles: 4, draws: 3 });
      t.renderer.settings.fullbright = true;
      expect(await pixel()).toEqual(color(0.5, 1, 1));
      t.renderer.settings.fullbright = false;
      t.renderer.relight(
        makeMap([wall(200, 0)], makeMaterials([blue])),
        makePropLight([{ ambient: new Array(18).fill(0.1) }]),
      );
      expect(await pixel()).toEqual(color(0.05, 0.1, 0.1));
      t.renderer.settings.props = false;
      expect(await pixel()).toEqual(color(0, 0, 0.2));
      expect(await t.renderer.readStats()).toMatchObject({ props: 0, triangles: 2, draws: 2 });
    });

    it("are lit by their stored vertex light if present", async () => {
      show([], [blue]);
      const variant = { bones: [IDENTITY_BONE], lods: [lod()] };
      const instances = (stored: number) => [
        {
          variant: 0,
          worldFromModel: at(50),
          ambient: new Array<number>(18).fill(0.1),
          // More values than the model's vertices, all equal.
          baked: new Array<number>(64).fill(stored),
        },
      ];
      const materials = makeMaterials([white]);
      // A stored 128 / 255 is full light, 64 / 255 is 0.5 ^ 2.2 of it.
      t.renderer.setSource(propSource(makeProps([variant], instances(0xff408000), materials)));
      expect(await pixel()).toEqual(color(0, 1, (128 / 255) ** 2.2));
      const darker = makePropLight(instances(0xff000040));
      t.renderer.relight(makeMap([wall(200, 0)], makeMaterials([blue])), darker);
      expect(await pixel()).toEqual(color((128 / 255) ** 2.2, 0, 0));
    });

    it("are skinned by three bones, separately per variant", async () => {
      show([], [blue]);
      const move = (y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, y, 0, 0, 1, z];
      // 0.5 * 60 + 0.25 * 40 = 40 to the left (+y), 0.25 * 160 = 40 up.
      const weights = square({ bones: [0, 1, 2], weights: [0.5, 0.25, 0.25] });
      t.renderer.setSource(
        propSource(
          makeProps(
            [
              { bones: [move(-50, -50)], lods: [lod(square(), 1)] },
              { bones: [move(60, 0), move(40, 0), move(0, 160)], lods: [lod(weights)] },
            ],
            [
              { variant: 0, worldFromModel: at(100) },
              { variant: 1, worldFromModel: at(100) },
            ],
            makeMaterials([white, red]),
          ),
        ),
      );
      // 100 inches away a pixel is 200 / 64 inches; left of the middle is +y.
      expect(await pixel(32 - 13, 32 - 13)).toEqual(color(1, 1, 1));
      expect(await pixel(32 + 16, 32 + 16)).toEqual(color(0.8, 0, 0));
      expect(await pixel()).toEqual([0, 0, 0]);
    });

    it("change LOD with distance and vanish past their fade", async () => {
      show([], [blue]);
      // A sphere of radius 1 at 100 inches is 64 / 100 pixels wide, so the metric is 156.
      const lods = [lod(square(), 0, 0), lod(square(), 1, 150), lod(square(), 2, 160)];
      const instance = { variant: 0, worldFromModel: at(100), fadeMax: 110 };
      const materials = makeMaterials([red, green, blue]);
      t.renderer.setSource(
        propSource(makeProps([{ bones: [IDENTITY_BONE], lods }], [instance], materials)),
      );
      const from = (x: number) => pixel(32, 32, { ...CAMERA, x });
      expect(await from(10)).toEqual(color(0.8, 0, 0));
      expect(await from(0)).toEqual(color(0, 0.4, 0));
      expect(await from(-5)).toEqual(color(0, 0, 0.2));
      expect((await t.renderer.readStats()).props).toBe(1);
      expect(await from(-11)).toEqual([0, 0, 0]);
      expect((await t.renderer.readStats()).props).toBe(0);
    });

    it("are culled by their clusters", async () => {
      t.renderer.setScene(makeMap([], makeMaterials([blue]), { pvs: oneWayPvs() }));
      const variant = { bones: [IDENTITY_BONE], lods: [lod()] };
      const instance = { variant: 0, worldFromModel: at(50), clusters: [1] };
      t.renderer.setSource(propSource(makeProps([variant], [instance], makeMaterials([white]))));
      expect(await pixel(32, 32, { ...CAMERA, x: -10 })).toEqual([0, 0, 0]);
      expect(await pixel(32, 32, CAMERA)).toEqual(color(1, 1, 1));
    });

    it("that are translucent are sorted among translucent world surfaces", async () => {
      const pane: TestMaterial = {
        ...green,
        fallback: [0, 1, 0],
        pass: PASS_TRANSLUCENT,
        alpha: 0.5,
      };
      show([wall(200, 0), wall(60, 1)], [blue, pane]);
      const glass: TestMaterial = {
        ...red,
        fallback: [1, 0, 0],
        pass: PASS_TRANSLUCENT,
        alpha: 0.5,
      };
      const variant = { bones: [IDENTITY_BONE], lods: [lod()] };
      const place = (x: number) => ({ variant: 0, worldFromModel: at(x) });
      t.renderer.setSource(
        propSource(makeProps([variant], [place(20), place(70)], makeMaterials([glass]))),
      );
      // From back to front: blue wall, red prop at 70, green pane, red prop at 20.
      const mix = (under: number[], over: number[]) => under.map((c, i) => (c + over[i]) / 2);
      const expected = [
        [1, 0, 0],
        [0, 1, 0],
        [1, 0, 0],
      ].reduce(mix, [0, 0, 0.2]);
      expect(await pixel()).toEqual(color(expected[0], expected[1], expected[2]));
      expect(await t.renderer.readStats()).toMatchObject({ props: 2, triangles: 8, draws: 5 });
    });
  });

  it("draws wireframe edges over the picture", async () => {
    show([{ ...wall(50, 0), origin: [50, 30, -30], u: [0, -60, 0], v: [0, 0, 60] }], [red]);
    t.renderer.settings.wireframe = true;
    // The diagonal crosses the middle; the quad reaches 0.6 of half the picture.
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    let edges = 0;
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 1] > 200) edges++;
    // Four edges and a diagonal of 38 pixels each.
    expect(edges).toBeGreaterThan(150);
    expect(edges).toBeLessThan(230);
    expect((await t.renderer.readStats()).draws).toBe(3);
  });

  it("presents the picture on a canvas", async () => {
    const texture = t.gpu.device.createTexture({
      format: "bgra8unorm",
      size: [SIZE, SIZE],
      usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
    });
    const context = {
      configure: () => undefined,
      unconfigure: () => undefined,
      getCurrentTexture: () => texture,
    };
    const canvas = { getContext: () => context } as unknown as HTMLCanvasElement;
    vi.stubGlobal("navigator", { gpu: { getPreferredCanvasFormat: () => "bgra8unorm" } });
    const renderer = await createRenderer(t.gpu, { canvas, width: SIZE, height: SIZE });
    vi.unstubAllGlobals();
    renderer.settings.sky = false;
    renderer.setScene(
      makeMap([wall(50, 0)], makeMaterials([{ ...red, fallback: [0.8, 0.4, 0.1] }])),
    );
    await renderer.settled();
    renderer.render(CAMERA);
    const [blue8, green8, red8] = await readTexture(t.gpu, texture, 4);
    expect([red8, green8, blue8]).toEqual(color(0.8, 0.4, 0.1));
    expect((await renderer.readStats()).draws).toBe(3);
    renderer.destroy();
    texture.destroy();
  });

  it("can be resized", async () => {
    show([wall(50, 0)], [red]);
    t.renderer.resize(20, 10);
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    expect(t.renderer.width).toBe(20);
    expect(await t.renderer.readPixels()).toHaveLength(800);
    t.renderer.resize(SIZE, SIZE);
    expect(await pixel()).toEqual(color(0.8, 0, 0));
  });

  it("measures pass times if the device has timestamps", async ({ skip }) => {
    skip(!t.gpu.features.timestamps, "the device has no timestamps");
    show([wall(50, 0)], [red]);
    t.renderer.settings.timing = true;
    for (let i = 0; i < 5; i++) {
      await pixel();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    const { stats } = t.renderer;
    const ms = Object.fromEntries(stats.passNames.map((name, i) => [name, stats.passGpuMs[i]]));
    expect(ms.world).toBeGreaterThanOrEqual(0);
    expect(ms.post).toBeGreaterThanOrEqual(0);
    expect(ms.cull).toBeGreaterThanOrEqual(0);
    expect(ms).toMatchObject({ props: -1, present: -1, wireframe: -1 });
    expect(stats.gpuMs).toBeGreaterThanOrEqual(ms.world);
    t.renderer.settings.timing = false;
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    expect(stats.gpuMs).toBe(-1);
  });
});
