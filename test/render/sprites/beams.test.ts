/**
 * Tests spotlights and light glows from entities to pixels, against the engine's formulas
 * (`test/oracle/placed/beams.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../oracle/light/color.ts";
import { glowAlpha, sunColors, sunDirection, sunProxy } from "../../oracle/light/sun.ts";
import {
  beamCorner,
  beamLight,
  halo,
  type LightGlow,
  lightGlowCorner,
  lightGlowFade,
  type Spotlight,
} from "../../oracle/placed/beams.ts";
import type { Vector } from "../../oracle/placed/sprites.ts";
import { openTestGpu } from "../../support/dawn.ts";
import type { Quad } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { quarters, showSprites, solid, type Texel } from "./make-sprites.ts";

const test = await openTestGpu();
const SIZE = 128;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const EYE: Vector = [0, 0, 0];
const PER_INCH = SIZE / 2 / 0.75;
const BLACK: Texel = [0, 0, 0, 255];
const OWN: Texel = [255, 220, 180, 255];
const WALL: Quad = {
  origin: [2000, 9000, -9000],
  u: [0, -18000, 0],
  v: [0, 0, 18000],
  material: 0,
};
const ADDS = "UnlitGeneric { $basetexture own $additive 1 $vertexcolor 1 $vertexalpha 1 $nocull 1";
const NOTHING = solid([0, 0, 0, 255]);

/** Projects a position for a camera that looks along +x. */
const pixelOf = ([x, y, z]: Vector): [number, number] => [
  SIZE / 2 - (y / x) * PER_INCH,
  SIZE / 2 - (z / x) * PER_INCH,
];

describe.skipIf(test === null)("light sprites", () => {
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
    entity: Record<string, string | number>,
    texture: Uint8Array,
    dark = "",
    walls: readonly Quad[] = [WALL],
    others: readonly Record<string, string | number>[] = [],
  ) {
    const files: Record<string, Uint8Array | string> = {
      "materials/own.vtf": texture,
      "materials/nothing.vtf": NOTHING,
    };
    for (const name of ["glow_test02", "light_glow03", "light_glow02_add_noz"]) {
      const vmt = name === dark ? ADDS.replace("own", "nothing") : ADDS;
      const end = name === "glow_test02" ? " }" : " $ignorez 1 }";
      files[`materials/sprites/${name}.vmt`] = vmt + end;
    }
    const warnings = await showSprites(t, {
      entities: [entity, ...others],
      vmt: ADDS,
      files,
      walls,
      colors: [BLACK],
    });
    expect(warnings).toEqual([]);
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { sky: false });
    await t.renderer.settled();
    for (let i = 0; i < 2; i++) t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    return (place: Vector): Rgb => {
      const [x, y] = pixelOf(place).map(Math.floor);
      const first = (y * SIZE + x) * 4;
      return [pixels[first], pixels[first + 1], pixels[first + 2]];
    };
  }

  function expectLight(drawn: Rgb, light: Vector, what: string): void {
    const expected = mapRgb(light, encodeSrgb);
    const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
    expect(off, `${what}: ${drawn}, not ${expected}`).toBeLessThanOrEqual(1.5);
  }

  const spotlight = (light: Spotlight, angles: string, length: number) => ({
    classname: "point_spotlight",
    origin: light.start.join(" "),
    angles,
    spotlightlength: length,
    spotlightwidth: light.width,
    rendercolor: light.color.join(" "),
    spawnflags: 3,
  });

  it.each([30, 70])(
    "a spotlight beam %d wide fades over its length and near the eye",
    async (width) => {
      // Down at a slant: to the right, and away.
      const light: Spotlight = {
        start: [200, 90, 40],
        end: [280, -70, 40],
        width,
        color: [255, 200, 150],
      };
      const length = Math.hypot(80, 160);
      const yaw = (Math.atan2(-160, 80) * 180) / Math.PI;
      const at = await see(spotlight(light, `0 ${yaw} 0`, length), solid(OWN), "light_glow03");
      for (const part of [0.1, 0.3, 0.5, 0.8]) {
        const [a, b] = [-1, 1].map((side) => beamCorner(light, EYE, part, side));
        const middle = a.map((v, k) => (v + b[k]) / 2) as unknown as Vector;
        expectLight(
          at(middle),
          beamLight(light, EYE, part, OWN as unknown as Vector),
          `at ${part}`,
        );
      }
    },
  );

  it("a spotlight beam has the engine's width, faces the eye and is textured from its start", async () => {
    const light: Spotlight = {
      start: [200, 80, 10],
      end: [200, -80, 10],
      width: 25,
      color: [255, 255, 255],
    };
    const colors: Texel[] = [
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 255, 255],
      [255, 255, 0, 255],
    ];
    const at = await see(spotlight(light, "0 -90 0", 160), quarters(colors, 64), "light_glow03");
    const inside = (part: number, side: number) => at(beamCorner(light, EYE, part, side));
    for (const [part, row] of [
      [0.25, 0],
      [0.7, 2],
    ]) {
      for (const [side, column] of [
        [-0.5, 0],
        [0.5, 1],
      ]) {
        const own = colors[row + column];
        const expected = beamLight(light, EYE, part, [own[0], own[1], own[2]]);
        expectLight(inside(part, side), expected, `${part} ${side}`);
      }
    }
    for (const side of [-1, 1]) {
      expect(Math.max(...inside(0.3, side * 0.92))).toBeGreaterThan(20);
      expect(Math.max(...inside(0.3, side * 1.08))).toBe(0);
    }
    expect(Math.max(...inside(-0.02, 0.5))).toBe(0);
  });

  it("a spotlight halo grows with the view into it, is larger nearby and absent from behind", async () => {
    for (const [yaw, width] of [
      [180, 10],
      [125, 10],
      [115, 40],
      [60, 10],
    ]) {
      const turn = (yaw * Math.PI) / 180;
      const end: Vector = [400 + 300 * Math.cos(turn), 300 * Math.sin(turn), 0];
      const light: Spotlight = { start: [400, 0, 0], end, width, color: [160, 120, 255] };
      const at = await see(spotlight(light, `0 ${yaw} 0`, 300), solid(OWN), "glow_test02");
      const { fade, half } = halo(light, EYE);
      const expected = [0, 1, 2].map(
        (k) => decodeSrgb(OWN[k]) * ((light.color[k] / 255) * fade) ** 2.2,
      ) as unknown as Vector;
      expectLight(at(light.start), expected, `yaw ${yaw}`);
      if (fade === 0) continue;
      for (const [y, z] of [
        [1, 0],
        [0, 1],
      ]) {
        expectLight(at([400, y * half * 0.94, z * half * 0.94]), expected, `inside, yaw ${yaw}`);
        expect(at([400, y * half * 1.06, z * half * 1.06])).toEqual([0, 0, 0]);
      }
    }
  });

  const GLOW_KEYS = { classname: "env_lightglow", rendercolor: "200 160 90" };
  it.each([
    [150, "0 180 0", 1],
    [150, "0 0 0", 1],
    [150, "0 0 0", 0],
    [60, "0 180 0", 0],
    [420, "0 180 0", 0],
    [700, "0 180 0", 0],
    [900, "0 180 0", 0],
  ])(
    "a light glow %d inches away facing %s has the right visibility (%d)",
    async (x, angles, flag) => {
      const origin: Vector = [x, x / 8, x / 16];
      const glow: LightGlow = {
        origin,
        direction: angles === "0 180 0" ? [-1, 0, 0] : [1, 0, 0],
        isOneSided: flag === 1,
        distances: [100, 300, 800],
      };
      const size = [30, 12] as const;
      const at = await see(
        {
          ...GLOW_KEYS,
          ...{ origin: origin.join(" "), angles, spawnflags: flag },
          ...{ mindist: 100, maxdist: 300, outermaxdist: 800 },
          ...{ horizontalglowsize: size[0], verticalglowsize: size[1] },
        },
        solid(OWN),
      );
      const fade = lightGlowFade(glow, EYE);
      const expected = [200, 160, 90].map(
        (value, k) => decodeSrgb(OWN[k]) * ((value / 255) * fade) ** 2.2,
      ) as unknown as Vector;
      expectLight(at(origin), expected, "in its middle");
      if (fade < 0.2) return;
      for (const [s, u] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ]) {
        const corner = (part: number) => lightGlowCorner(origin, EYE, size, [s * part, u * part]);
        expectLight(at(corner(0.85)), expected, `inside ${s} ${u}`);
        expect(at(corner(1.15)), `outside ${s} ${u}`).toEqual([0, 0, 0]);
      }
    },
  );

  it("a light glow without distances is visible everywhere", async () => {
    const keys = { ...GLOW_KEYS, horizontalglowsize: 20, verticalglowsize: 20 };
    const at = await see({ ...keys, origin: "500 0 0" }, solid(OWN));
    const none: LightGlow = {
      ...{ origin: [500, 0, 0], direction: [1, 0, 0], isOneSided: false },
      distances: [0, 0, 0],
    };
    expect(lightGlowFade(none, EYE)).toBe(1);
    expect(at([500, 0, 0])[0]).toBeGreaterThan(150);
  });

  describe("with env_sun", () => {
    const none: Quad[] = [];
    const sun = (keys: Record<string, string | number>) => ({
      ...{ classname: "env_sun", origin: "9 9 9", size: 14, rendercolor: "200 100 50" },
      ...{ material: "sprites/light_glow02_add_noz.spr", overlaymaterial: "sprites/light_glow03" },
      ...keys,
    });
    const lightOf = (color: Rgb, alpha: number): Vector =>
      [0, 1, 2].map((k) => decodeSrgb(OWN[k]) * (color[k] * alpha) ** 2.2) as unknown as Vector;

    it.each([
      [{ use_angles: 1, angles: "0 190 0", pitch: -12 }, sunDirection([0, 190, 0], 0, -12)],
      [{ use_angles: 1, angles: "-8 30 0", angle: 170 }, sunDirection([-8, 30, 0], 170, 0)],
    ])("a sun is placed and coloured by its keys, with a glow: %o", async (keys, direction) => {
      const [disk, glow] = sunColors([200, 100, 50], [0, 90, 200]);
      const own = sun({ ...keys, overlaycolor: "0 90 200", overlaysize: 4 });
      const far = direction.map((v) => v * 1000) as unknown as Vector;
      const corner = (half: number, part: number) =>
        lightGlowCorner(far, EYE, [half, half], [part, 0.1 * part]);
      let at = await see(own, solid(OWN), "light_glow03", none);
      expectLight(at(far), lightOf(disk, 1), "the disk");
      expectLight(at(corner(14, 0.9)), lightOf(disk, 1), "the disk's edge");
      expect(at(corner(14, 1.15))).toEqual([0, 0, 0]);
      at = await see(own, solid(OWN), "light_glow02_add_noz", none);
      const expected = lightOf(glow, glowAlpha(direction[0]));
      expectLight(at(far), expected, "the glow");
      expectLight(at(corner(24, 0.92)), expected, "the glow's edge");
      expect(at(corner(24, 1.1))).toEqual([0, 0, 0]);
    });

    it("a sun is placed opposite its target, or above", async () => {
      const aim = { classname: "info_target", targetname: "Aim", origin: "-91 9 -1" };
      const made = { ...sun({ target: "aim" }), ...{ overlaysize: 0 } };
      const at = await see(made, solid(OWN), "light_glow03", none, [aim]);
      expectLight(at([100, 0, 10]), lightOf(sunColors([200, 100, 50], [0, 0, 0])[0], 1), "it");
      const up = await see(sun({ overlaysize: 0 }), solid(OWN), "light_glow03", none);
      expect(up([100, 0, 10])).toEqual([0, 0, 0]);
    });

    it("a sun is as bright as the unoccluded part of its disk", async () => {
      const keys = sun({ use_angles: 1, angles: "0 180 0", overlaysize: 0 });
      const half = sunProxy(PER_INCH);
      const color = sunColors([200, 100, 50], [0, 0, 0])[0];
      for (const hidden of [-1.2, 0, 1.2]) {
        // A wall that covers part of the visibility proxy from the left.
        const edge = -(hidden * half * 9000) / PER_INCH;
        const wall: Quad = {
          origin: [9000, 60000, -60000],
          u: [0, edge - 60000, 0],
          v: [0, 0, 120000],
          material: 0,
        };
        const at = await see(keys, solid(OWN), "light_glow03", [wall]);
        const seen = Math.min(Math.max((1 - hidden) / 2, 0), 1);
        const [least, most] = [seen - 1 / 16, seen + 1 / 16].map((part) =>
          encodeSrgb(lightOf(color, Math.min(Math.max(part, 0), 1))[0]),
        );
        const drawn = at([100, -6, 0])[0];
        expect(drawn, `${hidden}`).toBeGreaterThanOrEqual(seen === 1 ? most - 1 : least - 1);
        expect(drawn, `${hidden}`).toBeLessThanOrEqual(seen === 0 ? 0 : most + 1);
      }
    });
  });
});
