/**
 * Tests sprites and glows from entities to pixels, against the engine's formulas
 * (`test/oracle/placed/sprites.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import { decodeSrgb, encodeSrgb, type Rgb } from "../../oracle/light/color.ts";
import { behindFog, type FogKeys, fogColor, fogShare } from "../../oracle/light/fog.ts";
import {
  glowProxy,
  glowScale,
  type Look,
  spriteAxes,
  spriteFrame,
  spriteLight,
  spriteOnDisplay,
  spritePlace,
  type Vector,
  type ViewAxes,
} from "../../oracle/placed/sprites.ts";
import { openTestGpu } from "../../support/dawn.ts";
import type { Quad } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import {
  frames,
  type MadeSprites,
  quarters,
  showSprites,
  solid,
  type Texel,
} from "./make-sprites.ts";

const test = await openTestGpu();
const SIZE = 64;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
/** Pixels per inch at a distance of one; 90 degrees refer to a 4:3 picture. */
const PER_INCH = SIZE / 2 / 0.75;
const RADIANS = Math.PI / 180;

const wallAt = (x: number, material: number, left = 900, right = -900): Quad => ({
  origin: [x, left, -900],
  u: [0, right - left, 0],
  v: [0, 0, 1800],
  material,
});

const BLACK: Texel = [0, 0, 0, 255];
const WHITE: Texel = [255, 255, 255, 255];
const BEHIND: Texel = [120, 90, 60, 255];
const OWN: Texel = [200, 150, 100, 204];
const SPRITE_VMT =
  'Sprite { $spriteorientation vp_parallel $spriteorigin "[ .5 .5 ]" $basetexture own }';

function viewOf({ x, y, z, pitch, yaw }: typeof CAMERA): ViewAxes {
  const [sp, cp] = [Math.sin(pitch * RADIANS), Math.cos(pitch * RADIANS)];
  const [sy, cy] = [Math.sin(yaw * RADIANS), Math.cos(yaw * RADIANS)];
  return {
    eye: [x, y, z],
    forward: [cp * cy, cp * sy, -sp],
    right: [sy, -cy, 0],
    up: [sp * cy, sp * sy, cp],
  };
}

/** Projects a position to a pixel. */
function pixelOf(place: Vector, { eye, forward, right, up }: ViewAxes): [number, number] {
  const to = [place[0] - eye[0], place[1] - eye[1], place[2] - eye[2]];
  const dot = (axis: Vector) => to[0] * axis[0] + to[1] * axis[1] + to[2] * axis[2];
  const scale = PER_INCH / dot(forward);
  return [SIZE / 2 + dot(right) * scale, SIZE / 2 - dot(up) * scale];
}

describe.skipIf(test === null)("sprites", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  async function see(
    camera: Partial<typeof CAMERA> = {},
    settings: Partial<RenderSettings> = {},
    seconds = 0,
  ) {
    const { renderer } = t;
    Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, { sky: false }, settings);
    await renderer.settled();
    for (let i = 0; i < 2; i++) renderer.render({ ...CAMERA, ...camera }, seconds);
    const pixels = await renderer.readPixels();
    const { sprites } = await renderer.readStats();
    const at = (x: number, y: number): Rgb => {
      const first = (Math.floor(y) * SIZE + Math.floor(x)) * 4;
      return [pixels[first], pixels[first + 1], pixels[first + 2]];
    };
    return { sprites, pixels, at };
  }

  const show = (made: Partial<MadeSprites> & Pick<MadeSprites, "entities">) =>
    showSprites(t, {
      vmt: SPRITE_VMT,
      files: { "materials/own.vtf": solid(OWN) },
      walls: [wallAt(400, 0)],
      colors: [BEHIND],
      ...made,
    });

  const sprite = (keys: Readonly<Record<string, string | number>>) => ({
    classname: "env_sprite",
    model: "sprites/s.vmt",
    origin: "200 0 0",
    scale: 8,
    rendercolor: "255 255 255",
    renderamt: 255,
    ...keys,
  });

  function expectNear(drawn: Rgb, expected: Rgb, most: number, what = ""): void {
    const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
    expect(off, `${what} ${drawn}, not ${expected}`).toBeLessThanOrEqual(most);
  }

  describe("blend by their render mode", () => {
    const looks: readonly Omit<Look, "texel">[] = [
      { mode: 0, color: [90, 90, 90], amount: 60 },
      { mode: 1, color: [255, 128, 64], amount: 150 },
      { mode: 2, color: [255, 255, 255], amount: 255 },
      { mode: 4, color: [64, 200, 255], amount: 100 },
      { mode: 5, color: [255, 200, 128], amount: 180 },
      { mode: 7, color: [255, 200, 128], amount: 128 },
      { mode: 9, color: [255, 255, 255], amount: 180, distance: 200 },
      { mode: 9, fx: 14, color: [255, 255, 255], amount: 230, distance: 200 },
    ];
    it.each(looks)("for %o", async (given) => {
      const look: Look = { ...given, texel: OWN };
      for (const behind of [BLACK, BEHIND, WHITE]) {
        const keys = { rendermode: look.mode, renderfx: look.fx ?? 0 };
        const entity = sprite({
          ...keys,
          rendercolor: look.color.join(" "),
          renderamt: look.amount,
        });
        await show({ entities: [entity], colors: [behind] });
        const { at } = await see();
        const expected = spriteLight([behind[0], behind[1], behind[2]], look);
        expectNear(at(32, 32), expected, 1, `over ${behind}`);
      }
    });
  });

  describe("animate their frames", () => {
    const colors: readonly Texel[] = [
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 255, 255],
      [255, 255, 0, 255],
      [0, 255, 255, 255],
    ];
    async function expectFrames(count: number, keys: Record<string, number>[], vmt = SPRITE_VMT) {
      const files = { "materials/own.vtf": frames(colors.slice(0, count)) };
      // Side by side, each at its own rate.
      const places = keys.map((own, i) => ({
        ...own,
        rendermode: 2,
        origin: `200 ${40 - 80 * i} 0`,
      }));
      await show({ entities: places.map(sprite), files, vmt, colors: [BLACK] });
      for (const seconds of [0, 0.07, 0.17, 0.24, 0.38, 0.43, 0.72, 25.05]) {
        const { at } = await see({}, {}, seconds);
        for (const [i, { framerate }] of keys.entries()) {
          const expected = colors[spriteFrame(count, framerate, seconds)];
          const x = SIZE / 2 + ((80 * i - 40) / 200) * PER_INCH;
          const what = `${framerate} a second, after ${seconds} s`;
          expectNear(at(x, 32), [expected[0], expected[1], expected[2]], 0, what);
        }
      }
    }

    it("at each entity's rate, looping", async () => {
      await expectFrames(5, [{ framerate: 10 }, { framerate: 3 }]);
      await expectFrames(3, [{ framerate: 10 }, { framerate: 0 }]);
    });

    it("only if there are three or more", async () => {
      await expectFrames(2, [{ framerate: 10 }]);
      await expectFrames(1, [{ framerate: 10 }]);
    });

    it("by a proxy of their material instead if present", async () => {
      const proxy = `AnimatedTexture { animatedtexturevar $basetexture
        animatedtextureframenumvar $frame animatedtextureframerate 20 }`;
      const vmt = SPRITE_VMT.replace(/}$/, `$frame 0 Proxies { ${proxy} } }`);
      const files = { "materials/own.vtf": frames(colors) };
      await show({ entities: [sprite({ rendermode: 2, framerate: 10 })], files, vmt });
      const { at } = await see({}, {}, 0.22);
      const [red, green, blue] = colors[4];
      expectNear(at(32, 32), [red, green, blue], 0);
    });
  });

  it("approximate the engine's blending in display space", async () => {
    const look: Look = {
      texel: [150, 150, 150, 255],
      mode: 5,
      color: [255, 255, 255],
      amount: 150,
    };
    const files = { "materials/own.vtf": solid(look.texel) };
    for (const [level, most] of [
      [0, 4],
      [60, 32],
      [120, 33],
      [180, 16],
      [255, 1],
    ]) {
      const entity = sprite({ rendermode: 5, renderamt: look.amount });
      await show({ entities: [entity], files, colors: [[level, level, level, 255]] });
      const { at } = await see();
      expectNear(at(32, 32), spriteOnDisplay([level, level, level], look), most, `over ${level}`);
    }
  });

  it("are added as linear light with $nosrgb 0", async () => {
    const vmt = "Sprite { $spriteorientation vp_parallel $nosrgb 0 $basetexture own }";
    const plain: Texel = [150, 150, 150, 128];
    const files = { "materials/own.vtf": solid(plain) };
    await show({
      entities: [sprite({ rendermode: 5 })],
      vmt,
      files,
      colors: [[128, 128, 128, 255]],
    });
    const { at } = await see();
    const linear = (v: number) => ((v / 255 + 0.055) / 1.055) ** 2.4;
    const sum = linear(128) + linear(150) * (128 / 255);
    const expected = 255 * (1.055 * sum ** (1 / 2.4) - 0.055);
    expectNear(at(32, 32), [expected, expected, expected], 1);
  });

  const QUARTERS: readonly Texel[] = [
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 0, 255, 255],
    [255, 255, 0, 255],
  ];
  const places: readonly [
    string,
    string,
    number,
    Record<string, string>,
    Partial<typeof CAMERA>,
  ][] = [
    ["parallel to the picture", "vp_parallel", 2, {}, { pitch: 25 }],
    ["the same, rolled", "vp_parallel", 2, { angles: "0 0 30" }, {}],
    ["the same, rolled by an editor of old", "vp_parallel", 2, { angles: "0 30 0" }, {}],
    ["upright", "parallel_upright", 0, {}, { pitch: 12, yaw: 10 }],
    ["towards the world's origin", "facing_upright", 1, {}, { yaw: 15, y: -30 }],
    ["by their own angles", "oriented", 3, { angles: "10 0 20" }, { yaw: 5 }],
    [
      "by the angles of their class",
      "oriented",
      3,
      { angles: "10 200 20", classname: "env_sprite_oriented" },
      { yaw: 5 },
    ],
  ];
  it.each(places)(
    "have the right position and orientation: %s",
    async (_, orientation, type, keys, turned) => {
      const camera = { ...CAMERA, ...turned };
      const vmt = `Sprite { $spriteorientation ${orientation} $spriteorigin "[ .25 .4 ]" $basetexture own }`;
      const files = { "materials/own.vtf": quarters(QUARTERS, 16) };
      const origin: Vector = [180, 8, -12];
      const entity = sprite({ rendermode: 2, scale: 5, origin: origin.join(" "), ...keys });
      await show({ entities: [entity], vmt, files, colors: [BLACK] });
      const { at, sprites } = await see(camera);
      expect(sprites).toBe(1);
      const view = viewOf(camera);
      const [pitch, yaw, roll] = (keys.angles ?? "0 0 0").split(" ").map(Number);
      const isOriented = keys.classname !== undefined;
      const angles: Vector = isOriented
        ? [pitch, yaw + 180, roll]
        : yaw !== 0 && roll === 0
          ? [pitch, 0, yaw]
          : [pitch, yaw, roll];
      const axes = spriteAxes(type, origin, angles, view);
      const place = (s: number, t: number) =>
        pixelOf(spritePlace(origin, axes!, [16, 16], [0.25, 0.4], 5, [s, t]), view);
      for (const [row, t] of [0.25, 0.75].entries()) {
        for (const [column, s] of [0.25, 0.75].entries()) {
          const expected = QUARTERS[row * 2 + column];
          expectNear(at(...place(s, t)), [expected[0], expected[1], expected[2]], 2, `${s} ${t}`);
        }
      }
      // Two pixels inside its edge it is visible, two outside it is not.
      const middle = place(0.5, 0.5);
      for (const [s, t] of [
        [0, 0.3],
        [1, 0.3],
        [0.3, 0],
        [0.3, 1],
      ]) {
        const [x, y] = place(s, t);
        const [dx, dy] = [middle[0] - x, middle[1] - y];
        const step = 2 / Math.hypot(dx, dy);
        expect(Math.max(...at(x + dx * step, y + dy * step)), `in ${s} ${t}`).toBe(255);
        expect(Math.max(...at(x - dx * step, y - dy * step)), `out ${s} ${t}`).toBe(0);
      }
    },
  );

  it("keep their size at any distance in glow mode 3", async () => {
    for (const distance of [100, 300]) {
      const keys = { rendermode: 3, scale: 2, origin: `${distance} 0 0` };
      await show({ entities: [sprite(keys)], colors: [BLACK] });
      const { pixels } = await see();
      const look: Look = { texel: OWN, color: [255, 255, 255], amount: 255, mode: 3, distance };
      const half = (4 * 2 * glowScale(look) * PER_INCH) / distance;
      expect(litPixels(pixels)).toBeCloseTo((2 * Math.round(half)) ** 2, -2);
    }
  });

  it("get dimmer from 1200 inches on", async () => {
    for (const distance of [1100, 1800, 2400]) {
      const keys = { rendermode: 9, scale: 60, origin: `${distance} 0 0` };
      await show({ entities: [sprite(keys)], walls: [wallAt(4000, 0)], colors: [BLACK] });
      const { at } = await see();
      const look: Look = { texel: OWN, color: [255, 255, 255], amount: 255, mode: 9, distance };
      expectNear(at(32, 32), spriteLight([0, 0, 0], look), 1, String(distance));
    }
  });

  it.each([1, 4])(
    "are as visible as their centre and never clipped: samples %d",
    async (samples) => {
      const origin: Vector = [200, 0, 0];
      const view = viewOf(CAMERA);
      const size = 24;
      const proxy = glowProxy(origin, size, 1, view, PER_INCH);
      for (const edge of [-20, -6, 0, 5, 20]) {
        // A wall that covers it from the left up to some inches right of its middle.
        const walls = [wallAt(400, 0), wallAt(100, 1, 900, -edge)];
        const keys = { rendermode: 9, scale: 60, glowproxysize: size };
        await show({ entities: [sprite(keys)], walls, colors: [BLACK, BEHIND] });
        const { at } = await see({}, { samples });
        const hidden = SIZE / 2 + Math.round((edge * PER_INCH) / 100);
        const left = SIZE / 2 - proxy.halfWidth;
        const part = (SIZE / 2 + proxy.halfWidth - hidden) / (proxy.halfWidth * 2);
        const clipped = Math.min(Math.max(part, 0), 1);
        const seen = clipped >= 0.95 ? 1 : clipped;
        expect(left).toBeGreaterThan(0);
        const look: Look = {
          ...{ texel: OWN, color: [255, 255, 255], amount: 255, mode: 9, distance: 200, seen },
        };
        // A sample of sixteen may lie on either side of the wall's edge.
        const near: Look = { ...look, seen: Math.min(seen + 1 / 16, 1) };
        const far: Look = { ...look, seen: Math.max(seen - 1 / 16, 0) };
        for (const [x, behind] of [
          [62, BLACK],
          [2, BEHIND],
        ] as const) {
          const drawn = at(x, 32)[0];
          const [least, most] = [far, near].map(
            (one) => spriteLight([behind[0], behind[1], behind[2]], one)[0],
          );
          expect(drawn, `${edge} at ${x}`).toBeGreaterThanOrEqual(least - 1);
          expect(drawn, `${edge} at ${x}`).toBeLessThanOrEqual(most + 1);
        }
      }
    },
  );

  it("are hidden by water, which the engine draws first", async () => {
    const vmt = "Water { $refracttexture _rt_WaterRefraction $fogcolor 0 $fogend 1000000 }";
    const files = { "materials/own.vtf": solid(OWN), "materials/wall1.vmt": vmt };
    const entities = [sprite({ rendermode: 9, scale: 60 })];
    for (const [x, seen] of [
      [100, BEHIND],
      [300, null],
    ] as const) {
      await show({
        entities,
        walls: [wallAt(400, 0), wallAt(x, 1)],
        colors: [BEHIND, BEHIND],
        files,
      });
      const [r, g, b] = (await see()).at(32, 32);
      if (seen !== null) expect([r, g, b]).toEqual([seen[0], seen[1], seen[2]]);
      else expect(r).toBeGreaterThan(BEHIND[0] + 20);
    }
  });

  it("are visible on the surface they sit on", async () => {
    const keys = { rendermode: 9, scale: 60, origin: "401 0 0" };
    await show({ entities: [sprite(keys)], colors: [BLACK] });
    const { at } = await see();
    const look: Look = { texel: OWN, color: [255, 255, 255], amount: 255, mode: 9, distance: 401 };
    expectNear(at(32, 32), spriteLight([0, 0, 0], look), 1);
    const deeper = sprite({ ...keys, origin: "403 0 0" });
    await show({ entities: [deeper], colors: [BLACK] });
    expect((await see()).at(32, 32)).toEqual([0, 0, 0]);
  });

  it("fade behind fog, or take its colour if they cover", async () => {
    const color = [0.2, 0.5, 0.8] as const;
    const keys: FogKeys = { color: [51, 127.5, 204], start: 100, end: 300, maxDensity: 0.9 };
    const fog = {
      ...{ isOn: true, isBlended: false, isRadial: false, farZ: 0, maxDensity: 0.9 },
      ...{ start: 100, end: 300, direction: Float32Array.of(0, 0, 0) },
      ...{ color: Float32Array.from(color), color2: Float32Array.from(color) },
    };
    const parts = { fog };
    const share = fogShare(keys, [200, 0, 0], [1, 0, 0]);
    await show({ entities: [], colors: [BLACK], parts });
    const wall = (await see()).at(32, 32);
    await show({ entities: [sprite({ rendermode: 5 })], colors: [BLACK], parts });
    const look: Look = { texel: OWN, color: [255, 255, 255], amount: 255 * (1 - share), mode: 5 };
    expectNear((await see()).at(32, 32), spriteLight(wall, look), 2);
    await show({ entities: [sprite({ rendermode: 0 })], colors: [BLACK], parts });
    const light = [OWN[0], OWN[1], OWN[2]].map(decodeSrgb) as never;
    const seen = behindFog(light, fogColor(keys, [1, 0, 0]), share).map(encodeSrgb) as never;
    expectNear((await see()).at(32, 32), seen, 1);
  });

  it("are occluded per pixel if they are no glows", async () => {
    const walls = [wallAt(400, 0), wallAt(100, 1, 900, 0)];
    await show({
      entities: [sprite({ rendermode: 5, scale: 30 })],
      walls,
      colors: [BLACK, BEHIND],
    });
    const { at } = await see();
    expect(at(10, 32)).toEqual([BEHIND[0], BEHIND[1], BEHIND[2]]);
    const look: Look = { texel: OWN, color: [255, 255, 255], amount: 255, mode: 5 };
    expectNear(at(54, 32), spriteLight([0, 0, 0], look), 1);
  });

  it("have another brightness in HDR light, and follow relighting", async () => {
    const look: Look = { texel: OWN, color: [255, 255, 255], amount: 200, mode: 5, hdrScale: 0.6 };
    const entities = [sprite({ rendermode: 5, renderamt: 200, hdrcolorscale: 0.6 })];
    await show({ entities, colors: [BLACK], isHdr: true });
    expectNear((await see()).at(32, 32), spriteLight([0, 0, 0], look), 1);
    await show({ entities, colors: [BLACK], isHdr: false });
    const { at } = await see();
    expectNear(at(32, 32), spriteLight([0, 0, 0], { ...look, hdrScale: 1 }), 1);
  });

  const views: [string, Partial<typeof CAMERA>, Partial<RenderSettings>, number][] = [
    ["before both", {}, {}, 2],
    ["with the back to them", { yaw: 180 }, {}, 0],
    ["beside one", { yaw: -50 }, {}, 1],
    ["switched off", {}, { sprites: false }, 0],
    ["without what is drawn in order", {}, { translucent: false }, 2],
  ];
  it.each(views)(
    "are culled the same on the GPU and the CPU: %s",
    async (_, camera, set, count) => {
      const entities = [
        sprite({ rendermode: 5, origin: "200 60 0", scale: 4 }),
        sprite({ rendermode: 9, origin: "200 -60 0", scale: 4 }),
      ];
      await show({ entities });
      const onGpu = await see(camera, { ...set, occlusion: false });
      const onCpu = await see(camera, { ...set, gpuCulling: false });
      const hiding = await see(camera, { ...set, occlusionByCost: false });
      const smooth = await see(camera, { ...set, samples: 4 });
      expect([onGpu.sprites, onCpu.sprites, hiding.sprites]).toEqual([count, count, count]);
      expect(onCpu.pixels).toEqual(onGpu.pixels);
      expect(hiding.pixels).toEqual(onGpu.pixels);
      const lit = litPixels(onGpu.pixels);
      expect(Math.abs(litPixels(smooth.pixels) - lit)).toBeLessThanOrEqual(lit * 0.04);
    },
  );
});

function litPixels(pixels: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    if (Math.max(pixels[i], pixels[i + 1], pixels[i + 2]) > 0) count++;
  }
  return count;
}
