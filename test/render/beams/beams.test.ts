/**
 * Tests beams between two places, from entities to pixels, against the engine's formulas
 * (`test/oracle/placed/bolts.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beamSource } from "../../../src/render/sources/beam-source.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { buildBeams } from "../../../src/scene/placed/beams.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, type Rgb } from "../../oracle/light/color.ts";
import {
  type Bolt,
  coversOf,
  lineRungs,
  type Random,
  type Rung,
  ringRungs,
  trianglesOf,
} from "../../oracle/placed/bolts.ts";
import type { Vector, ViewAxes } from "../../oracle/placed/sprites.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMap, twoClusterTree } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { entitiesOf, quarters, type Texel } from "../sprites/make-sprites.ts";

const test = await openTestGpu();
const SIZE = 128;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const AHEAD: ViewAxes = { eye: [0, 0, 0], forward: [1, 0, 0], right: [0, -1, 0], up: [0, 0, 1] };
const DOWN: ViewAxes = { eye: [0, 0, 0], forward: [0, 0, -1], right: [0, -1, 0], up: [1, 0, 0] };
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const COLORS: Texel[] = [
  [255, 40, 40, 255],
  [40, 200, 40, 255],
  [60, 60, 255, 255],
  [180, 160, 20, 255],
];
const PLAIN: Texel = [255, 160, 210, 255];
const ADDS = "UnlitGeneric { $basetexture own $additive 1 $vertexcolor 1 $nocull 1 }";
const SPRITE = "Sprite { $basetexture plain $spriteorientation vp_parallel $nosrgb 0 }";
const WALL = {
  origin: [900, 2000, -2000],
  u: [0, -4000, 0],
  v: [0, 0, 4000],
  material: 0,
} as const;
const FLOOR = {
  origin: [-2000, 2000, -900],
  u: [4000, 0, 0],
  v: [0, -4000, 0],
  material: 0,
} as const;
const FILES = {
  "materials/wall.vmt": "UnlitGeneric { $basetexture wall $nocull 1 }",
  "materials/wall.vtf": quarters([
    [0, 0, 0, 255],
    [0, 0, 0, 255],
    [0, 0, 0, 255],
    [0, 0, 0, 255],
  ]),
  "materials/own.vtf": repeating(quarters(COLORS, 64)),
  "materials/plain.vtf": quarters([PLAIN, PLAIN, PLAIN, PLAIN]),
  "materials/sprites/bolt.vmt": ADDS,
  "materials/sprites/plain.vmt": ADDS.replace("own", "plain"),
  "materials/sprites/stored.vmt": SPRITE,
};

/** Clears the clamp flags, so that the texture repeats. */
function repeating(vtf: Uint8Array): Uint8Array {
  const flags = new DataView(vtf.buffer, vtf.byteOffset + 20, 4);
  flags.setUint32(0, flags.getUint32(0, true) & ~(4 | 8), true);
  return vtf;
}

type Keys = Readonly<Record<string, string | number>>;

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const projected = ({ forward, right, up }: ViewAxes, place: Vector): [number, number] => {
  const depth = dot(place, forward);
  return [dot(place, right) / depth / 0.75, dot(place, up) / depth / 0.75];
};
const pixelOf =
  (view: ViewAxes) =>
  (place: Vector): [number, number] => {
    const [x, y] = projected(view, place);
    return [(x + 1) * (SIZE / 2), (1 - y) * (SIZE / 2)];
  };

/** The shader's random numbers, with the same 32-bit arithmetic. */
const randomOf =
  (wave: number): Random =>
  (middle) => {
    const state = (Math.imul((wave * 128 + middle) >>> 0, 747796405) + 2891336453) >>> 0;
    const word = Math.imul(((state >>> ((state >>> 28) + 4)) ^ state) >>> 0, 277803737) >>> 0;
    return (((word >>> 22) ^ word) >>> 8) / 8388608 - 1;
  };
const waveAt = (time: number) => Math.floor(time * 60) * 8191;

describe.skipIf(test === null)("beams", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  async function show(entities: readonly Keys[], isHdr = false) {
    const access = accessTo(madeContent(FILES));
    const world = await resolveMaterials(["wall"], null, access, OPTIONS);
    t.renderer.setScene(makeMap([WALL, FLOOR], world.materials));
    for (const { texture, image } of streamTextures(world.textures, [0], access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    const bsp = { entities: entitiesOf(entities) };
    const built = await buildBeams(bsp, twoClusterTree(), isHdr, access, OPTIONS);
    expect(access.diagnostics.warnings).toEqual([]);
    t.renderer.setSource(beamSource(built!.beams));
    const rows = built!.textures.files.keys();
    for (const { texture, image } of streamTextures(built!.textures, rows, access, OPTIONS)) {
      t.renderer.setTexture("beams", texture, image);
    }
  }

  async function see(
    time = 0,
    camera: Partial<typeof CAMERA> = {},
    settings: Partial<RenderSettings> = {},
  ) {
    const { renderer } = t;
    Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, { sky: false, samples: 1 }, settings);
    await renderer.settled();
    for (let i = 0; i < 2; i++) renderer.render({ ...CAMERA, ...camera }, time);
    const pixels = await renderer.readPixels();
    const { sprites } = await renderer.readStats();
    return { pixels, sprites };
  }

  const beamOf = (bolt: Bolt, keys: Keys = {}): Keys[] => [
    { classname: "info_target", targetname: "from", origin: bolt.start.join(" ") },
    { classname: "info_target", targetname: "To", origin: bolt.end.join(" ") },
    {
      ...{ classname: "env_beam", lightningstart: "from", lightningend: "to", life: 0 },
      ...{ texture: "sprites/bolt.spr", boltwidth: bolt.width, rendercolor: "255 200 120" },
      ...{ noiseamplitude: bolt.amplitude ?? 0, texturescroll: bolt.scroll ?? 0 },
      spawnflags: 1 + (bolt.shade === "in" ? 128 : 0) + (bolt.shade === "out" ? 256 : 0),
      ...keys,
    },
  ];

  /** Compares every predictable pixel with the strips that cover it. */
  function expectStrips(
    pixels: Uint8Array,
    rungs: readonly Rung[],
    view: ViewAxes,
    colors: readonly Texel[] = COLORS,
  ): void {
    const stored: Rgb = [255 / 255, 200 / 255, 120 / 255];
    let lit = 0;
    let told = 0;
    const wrong: string[] = [];
    const triangles = trianglesOf(rungs, pixelOf(view));
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const covers = coversOf(triangles, [x + 0.5, y + 0.5]);
        // The texture's quarters are filtered where they meet.
        const mixes = ({ u, v }: { u: number; v: number }) =>
          [u * 2, v * 2].some((at) => Math.abs(at - Math.round(at)) < 0.25);
        if (covers === null || (colors === COLORS && covers.some(mixes))) continue;
        told++;
        if (covers.length > 0) lit++;
        const light = [0, 1, 2].map((k) =>
          covers.reduce((sum, cover) => {
            const texel = colors[Math.floor(cover.u * 2) + 2 * (Math.floor(cover.v * 2) & 1)];
            return sum + decodeSrgb(texel[k]) * stored[k] ** 2.2 * cover.light;
          }, 0),
        );
        for (const [k, value] of light.entries()) {
          const off = Math.abs(pixels[(y * SIZE + x) * 4 + k] - encodeSrgb(value));
          // NaN also counts as wrong. One expectation for all pixels, because half a million take
          // six seconds.
          if (!(off <= 2)) wrong.push(`pixel ${x} ${y}, channel ${k}: ${off}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(told).toBeGreaterThan(SIZE * SIZE * 0.6);
    expect(lit).toBeGreaterThan(150);
  }

  const START: Vector = [200, 130, -20];
  const END: Vector = [200, -120, 45];
  const plain = { texture: "sprites/plain" };
  const lines: [string, Bolt, Keys, number][] = [
    ["as wide all along", { start: START, end: END, width: 20 }, {}, 0],
    [
      "narrower towards its end",
      { start: START, end: END, width: 30, endWidth: 0 },
      { spawnflags: 513, ...plain },
      0,
    ],
    ["brighter along it", { start: START, end: END, width: 25, shade: "in" }, {}, 0],
    ["fainter along it", { start: START, end: END, width: 4, shade: "out" }, plain, 0],
    ["whose texture moves", { start: START, end: END, width: 20, scroll: 35 }, {}, 0.31],
    ["that noise bends", { start: START, end: END, width: 15, amplitude: 14 }, {}, 0],
    [
      "that noise bends later",
      { start: START, end: END, width: 15, amplitude: 14, scroll: 9 },
      {},
      2.77,
    ],
  ];
  it.each(lines)("are strips that face the eye: one %s", async (_, bolt, keys, time) => {
    await show(beamOf(bolt, keys));
    const { pixels } = await see(time);
    const rungs = lineRungs(bolt, AHEAD, time, randomOf(waveAt(time)));
    const colors = keys.texture === undefined ? COLORS : [PLAIN, PLAIN, PLAIN, PLAIN];
    expectStrips(pixels, rungs, AHEAD, colors);
  });

  const rings: [string, Bolt, number][] = [
    ["smooth", { start: [90, 60, -200], end: [-80, -40, -200], width: 12, scroll: 20 }, 1.6],
    [
      "bent by noise",
      { start: [90, 60, -200], end: [-80, -40, -200], width: 9, amplitude: 20 },
      3.4,
    ],
  ];
  it.each(rings)("are rings through both endpoints: one %s", async (_, bolt, time) => {
    const ends = { classname: "func_brush", model: "*1" };
    const [from, to, beam] = beamOf(bolt, { spawnflags: 1 + 8 });
    await show([{ ...from, ...ends }, { ...to, ...ends }, beam]);
    const { pixels } = await see(time, { pitch: 90 });
    const random = (generation: number) => randomOf(waveAt(time) + generation);
    const rungs = ringRungs(bolt, DOWN, time, random, (place) => projected(DOWN, place));
    expectStrips(pixels, rungs, DOWN);
  });

  const middle = (pixels: Uint8Array) => [...pixels.subarray((64 * SIZE + 64) * 4).subarray(0, 3)];
  const ACROSS: Bolt = { start: [200, 100, 6], end: [200, -100, 6], width: 20 };

  it("strike repeatedly for their life time, first after a second", async () => {
    await show(beamOf(ACROSS, { life: 0.5, striketime: 1 }));
    const seen = [];
    for (const time of [0, 0.9, 1.1, 1.4, 1.6, 2.4, 2.6, 3.1]) {
      seen.push(Math.max(...middle((await see(time)).pixels)) > 0);
    }
    expect(seen).toEqual([false, false, true, true, false, false, true, false]);
  });

  it("scale with renderamt, and with hdrcolorscale for the sprite shader", async () => {
    const bolt: Bolt = { ...ACROSS, start: [200, 100, 8] };
    const keys = { texture: "sprites/stored.vmt", renderamt: 128, hdrcolorscale: 0.5 };
    await show(beamOf(bolt, keys));
    const plain = middle((await see()).pixels);
    await show(beamOf(bolt, keys), true);
    const hdr = middle((await see()).pixels);
    const light = (value: number) => decodeSrgb(value);
    for (const k of [0, 1, 2]) {
      const ratio = light(hdr[k]) / light(plain[k]);
      expect(Math.abs(ratio - 0.5 ** 2.2), `channel ${k}`).toBeLessThan(0.02);
    }
    await show(beamOf(bolt, { ...keys, renderamt: 255 }));
    const full = middle((await see()).pixels);
    const part = light(plain[0]) / light(full[0]);
    expect(Math.abs(part - (128 / 255) ** 2.2)).toBeLessThan(0.02);
  });

  const views: [string, Partial<typeof CAMERA>, Partial<RenderSettings>, boolean][] = [
    ["before it", {}, {}, true],
    ["with the back to it", { yaw: 180 }, {}, false],
    ["switched off", {}, { sprites: false }, false],
  ];
  it.each(views)(
    "are culled the same on the GPU and the CPU: %s",
    async (_, camera, set, isSeen) => {
      await show(beamOf({ start: START, end: END, width: 2, amplitude: 6 }));
      const onGpu = await see(0, camera, { ...set, occlusion: false });
      const onCpu = await see(0, camera, { ...set, gpuCulling: false });
      expect(onGpu.sprites > 0).toBe(isSeen);
      expect(onCpu.sprites).toBe(onGpu.sprites);
      expect(onCpu.pixels).toEqual(onGpu.pixels);
    },
  );
});
