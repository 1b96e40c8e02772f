/** Tests grading within a frame: when it runs, what it costs otherwise, and its picture. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CORRECTION_SPHERE, LOOKUP_BYTES } from "../../../../src/map/color-correction.ts";
import type { ColorCorrections, ToneMapping } from "../../../../src/map/types.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../../src/render/types.ts";
import * as bloomOracle from "../../../oracle/screen/bloom.ts";
import * as oracle from "../../../oracle/screen/color-correction.ts";
import { rest } from "../../../oracle/screen/exposure.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { listBegunPasses } from "../../frame/list-begun-passes.ts";
import { makeMaterials } from "../../make-materials.ts";
import { makeMap, type QuadLight } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

/** Builds RGBA texels of a table, red fastest. */
function makeLookup(map: (r: number, g: number, b: number) => readonly number[]): Uint8Array {
  const value = (i: number) => Math.round((i * 255) / 31);
  return Uint8Array.from(
    Array.from({ length: 32 ** 3 }, (_, i) => [
      ...map(value(i % 32), value((i >> 5) % 32), value(i >> 10)),
      255,
    ]).flat(),
  );
}

function makeCorrections(
  lookups: readonly Uint8Array[],
  places: readonly { readonly lookup: number; readonly bounds: readonly number[] }[],
): ColorCorrections {
  const texels = new Uint8Array(lookups.length * LOOKUP_BYTES);
  lookups.forEach((lookup, i) => {
    texels.set(lookup, i * LOOKUP_BYTES);
  });
  return {
    count: places.length,
    entity: new Int32Array(places.length),
    kind: new Uint8Array(places.length).fill(CORRECTION_SPHERE),
    lookup: Uint8Array.from(places, ({ lookup }) => lookup),
    weight: new Float32Array(places.length).fill(1),
    bounds: Float32Array.from(places.flatMap(({ bounds }) => bounds)),
    lookupCount: lookups.length,
    texels,
  };
}

const SIZE = 64;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const HDR: ToneMapping = {
  ...{ min: 0.1, max: 8, rate: 1, brightTarget: 0.6, brightShare: 0.02, leastMedian: 0.03 },
  bloomScale: 1,
};

/** Linear light of the two halves of the view. */
const [DARK, LIGHT] = [16 / 255, 64 / 255];
const ALBEDO = [1, 0.5, 0.25];

const encode = (linear: number) => {
  const c = Math.min(Math.max(linear, 0), 1);
  return c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055;
};

const test = await openTestGpu();

describe.skipIf(test === null)("grading", () => {
  let t: TestRenderer;
  let begun: string[];
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    begun = listBegunPasses(t.gpu);
  });
  beforeEach(() => {
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { sky: false, bloom: false });
  });
  afterEach(() => {
    expect(t.errors).toEqual([]);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  /** Shows the darker half on the left. */
  async function show(toneMapping: ToneMapping | null, exposure = 1): Promise<void> {
    const lit = (level: number): QuadLight => {
      const sample = [level * 255, level * 255, level * 255, 0] as const;
      return { columns: 2, rows: 2, styles: [0], sample: () => sample };
    };
    const wall = (y: number, level: number) => ({
      origin: [100, y, -400] as [number, number, number],
      u: [0, -400, 0] as [number, number, number],
      v: [0, 0, 800] as [number, number, number],
      material: 0,
      light: lit(level),
    });
    const materials = makeMaterials([{ name: "wall", fallback: ALBEDO as never }]);
    const walls = [wall(400, DARK), wall(0, LIGHT)];
    t.renderer.setScene(makeMap(walls, materials, { toneMapping, exposure }));
    await t.renderer.settled();
  }

  async function draw(seconds = 0): Promise<Uint8Array> {
    t.renderer.render(CAMERA, seconds);
    return t.renderer.readPixels();
  }

  const lightAt = (x: number) => ALBEDO.map((c) => c * (x < SIZE / 2 ? DARK : LIGHT));

  /** The metered texels: the middle, from the 3rd and 4th texel of the edges. */
  const metered = () => Array.from({ length: 58 * 56 }, (_, i) => lightAt(3 + (i % 58)));

  /** Returns red, green and blue (0 to 255) of the middle row. */
  const rowOf = (pixels: Uint8Array) =>
    Array.from({ length: SIZE * 3 }, (_, i) => {
      return pixels[((SIZE / 2) * SIZE + Math.floor(i / 3)) * 4 + (i % 3)];
    });

  const expectRow = (pixels: Uint8Array, colorOf: (x: number) => readonly number[]) => {
    const row = rowOf(pixels);
    const expected = Array.from(row, (_, i) => colorOf(Math.floor(i / 3))[i % 3] * 255);
    const off = Math.max(...expected.map((value, i) => Math.abs(value - row[i])));
    expect(off, `${row.slice(90, 102)}, not ${expected.slice(90, 102)}`).toBeLessThanOrEqual(1);
  };

  it("exposes an HDR map at rest like the engine", async () => {
    await show(HDR);
    const scale = rest(metered(), 1, HDR);
    expect(scale).toBeGreaterThan(1.5);
    expectRow(await draw(), (x) => lightAt(x).map((c) => encode(c * scale)));
    // The user's exposure is not compensated.
    t.renderer.settings.exposure = 0.5;
    expectRow(await draw(), (x) => lightAt(x).map((c) => encode(c * scale * 0.5)));
    // Fullbright pictures have neither exposure nor bloom.
    t.renderer.settings.fullbright = true;
    t.renderer.settings.exposure = 1;
    expectRow(await draw(), () => ALBEDO.map(encode));
  });

  it("uses the map's own exposure if autoExposure is off, and leaves LDR maps unchanged", async () => {
    await show(HDR, 1.25);
    t.renderer.settings.autoExposure = false;
    begun.length = 0;
    expectRow(await draw(), (x) => lightAt(x).map((c) => encode(c * 1.25)));
    expect(begun).toContain("post");
    t.renderer.settings.autoExposure = true;
    t.renderer.settings.bloom = true;
    await show(null);
    begun.length = 0;
    expectRow(await draw(), (x) => lightAt(x).map(encode));
    expect(begun).toContain("post");
    for (const name of ["exposure", "bloom", "grade"]) expect(begun).not.toContain(name);
  });

  it("adds bloom, and allocates and frees its targets", async () => {
    const { settings, renderer } = { settings: t.renderer.settings, renderer: t.renderer };
    const bloomed: ToneMapping = { ...HDR, min: 3, max: 3, bloomScale: 2 };
    await show(bloomed);
    settings.autoExposure = false;
    settings.exposure = 3;
    await draw();
    const before = t.gpu.memory.textureBytes;
    settings.bloom = true;
    await renderer.settled();
    const picture = await draw();
    // Two textures of a quarter size with four halves per texel, a black texel, and one in place of
    // tables.
    expect(t.gpu.memory.textureBytes - before).toBe((SIZE / 4) ** 2 * 8 * 2 + 8 + 4);
    const light = Array.from({ length: SIZE }, () =>
      Array.from({ length: SIZE }, (_, x) => lightAt(x)),
    );
    const bloom = bloomOracle.blur(bloomOracle.shrink(light, 3), 2)[SIZE / 8];
    const bloomAt = (x: number) => {
      const place = Math.min(bloom.length - 1, Math.max(0, (x + 0.5) / 4 - 0.5));
      const [low, part] = [Math.floor(place), place % 1];
      const high = Math.min(bloom.length - 1, low + 1);
      return [0, 1, 2].map((k) => bloom[low][k] * (1 - part) + bloom[high][k] * part);
    };
    expect(bloomAt(50)[0]).toBeGreaterThan(0.05);
    expectRow(picture, (x) => lightAt(x).map((c, k) => Math.min(1, encode(c * 3) + bloomAt(x)[k])));
    // The same with the exposure from the GPU.
    Object.assign(settings, { autoExposure: true, exposure: 1 });
    expect(await draw()).toEqual(picture);
    // Resized and back.
    renderer.resize(SIZE * 2, SIZE);
    await draw();
    renderer.resize(SIZE, SIZE);
    expect(await draw()).toEqual(picture);
    Object.assign(settings, { bloom: false, autoExposure: false });
    await draw();
    expect(t.gpu.memory.textureBytes).toBe(before);
    // A map without bloom has none.
    await show({ ...bloomed, bloomScale: 0 });
    settings.bloom = true;
    begun.length = 0;
    await draw();
    expect(begun).not.toContain("bloom");
  });

  it("applies the map's colour correction at the camera's position", async () => {
    await show(null);
    const plain = await draw();
    const before = t.gpu.memory.textureBytes;
    const swapped = makeLookup((r, g, b) => [b, g, r]);
    const bent = makeLookup((r, g, b) => [Math.round(r ** 2 / 255), 255 - g, b]);
    const corrections = makeCorrections(
      [swapped, bent],
      [
        // Around the feet at the origin, and around a point at some distance.
        { lookup: 0, bounds: [0, 0, -64, 100, 200, 0] },
        { lookup: 1, bounds: [300, 0, -64, 100, 300, 0] },
      ],
    );
    t.renderer.setColorCorrections(corrections);
    await t.renderer.settled();
    const shownAt = async (x: number) => {
      t.renderer.render({ ...CAMERA, x });
      return t.renderer.readPixels();
    };
    const encoded = (x: number) => lightAt(x).map(encode);
    expectRow(await shownAt(0), (x) => oracle.correct(encoded(x), [[swapped, 1]]));
    // Red and blue are swapped, everything else is unchanged.
    expect([...(await shownAt(0))].filter((_, i) => i % 4 === 0)).toEqual(
      [...plain].filter((_, i) => i % 4 === 2),
    );
    for (const [x, first, second] of [
      [50, 1, 0.25],
      [80, 1, 0.4],
      [-150, 0.5, 0],
      [-175, 0.25, 0],
    ]) {
      expectRow(await shownAt(x), (column) =>
        oracle.correct(encoded(column), [
          [swapped, first],
          [bent, second],
        ]),
      );
    }
    expect(await shownAt(-250)).toEqual(plain);
    t.renderer.settings.colorCorrection = false;
    expect(await draw()).toEqual(plain);
    expect(t.gpu.memory.textureBytes).toBe(before);
  });

  it("is deterministic from frame to frame", async () => {
    await show(HDR);
    const flight = async () => {
      const pictures: Uint8Array[] = [];
      for (const [seconds, style] of [
        [0, 1],
        [0.05, 0.5],
        [0.1, 0.5],
        [0.15, 0.5],
        [0.15, 0.5],
      ]) {
        t.renderer.setStyle(0, style);
        pictures.push(await draw(seconds));
      }
      return pictures;
    };
    const first = await flight();
    const red = first.map((picture) => rowOf(picture)[SIZE * 3 - 3]);
    // The light drops by half and the exposure follows; at the same time nothing changes.
    expect(red[1]).toBeLessThan(red[0] - 10);
    expect(red[2]).toBeGreaterThan(red[1]);
    expect(red[3]).toBeGreaterThan(red[2]);
    expect(red[4]).toBe(red[3]);
    expect(red[3]).toBeLessThan(red[0] - 5);
    expect(await flight()).toEqual(first);
    // After settling it is back at its earlier brightness.
    t.renderer.setStyle(0, 0.5);
    expect(Math.abs(rowOf(await draw(100))[SIZE * 3 - 3] - red[0])).toBeLessThan(6);
  });
});
