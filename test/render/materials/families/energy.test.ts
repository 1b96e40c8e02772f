/**
 * Tests SolidEnergy from the VMT and VTFs on, against the formulas of
 * `test/oracle/materials/energy.ts`.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import {
  type MaterialSet,
  PASS_ADDITIVE,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../../../../src/map/material.ts";
import { propSource } from "../../../../src/render/props/prop-source.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../../oracle/light/color.ts";
import {
  type Energy,
  flowTurns,
  solidEnergy,
  type Texel,
} from "../../../oracle/materials/energy.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { IDENTITY_BONE, makeProps } from "../../make-props.ts";
import { makeMap, type Quad } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 16;
/** Field of view for a picture as wide and high as far. */
const FOV = 106.26020470831196;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const ALPHA_FLAG = 0x2000;
const BASE = [230, 180, 140, 102] as const;
const BEHIND: Rgb = [60, 90, 120];
const FLOWMAP = [180, 96, 0] as const;
const BOUNDS: Rgb = [140, 60, 200];
const NOISE: Rgb = [10, 70, 200];

type TexelAt = (x: number, y: number) => readonly number[];
function file(texel: TexelAt, size = 4, flags = 0): Uint8Array {
  return writeVtf({
    ...{ width: size, height: size, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1 },
    ...{ mipCount: 1, flags, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () =>
      Uint8Array.from({ length: size * size * 4 }, (_, i) => {
        const at = i >> 2;
        return [...texel(at % size, Math.floor(at / size)), 255][i & 3];
      }),
  });
}

/** Colours of a texture's quarters. */
const QUARTERS: readonly Rgb[] = [
  [250, 120, 60],
  [90, 240, 130],
  [110, 80, 220],
  [200, 200, 70],
];
/** Alphas of the flow texture's quarters. */
const ALPHAS = [20, 90, 160, 240];
const quarter = (x: number, y: number, size: number) =>
  (x >= size / 2 ? 1 : 0) + (y >= size / 2 ? 2 : 0);
const FILES = {
  "materials/base.vtf": file(() => BASE, 4, ALPHA_FLAG),
  "materials/solid.vtf": file(() => BASE.slice(0, 3)),
  "materials/quarters.vtf": file((x, y) => QUARTERS[quarter(x, y, 16)], 16),
  "materials/grey.vtf": file(() => [150, 120, 90]),
  "materials/flowing.vtf": file((x, y) => [9, 9, 9, ALPHAS[quarter(x, y, 16)]], 16, ALPHA_FLAG),
  "materials/flow.vtf": file(() => FLOWMAP),
  "materials/bounds.vtf": file(() => BOUNDS),
  "materials/noise.vtf": file(() => NOISE),
  "materials/behind.vmt": "UnlitGeneric { $basetexture behind }",
  "materials/behind.vtf": file(() => BEHIND),
};

/** Twice as wide as far, with one repeat of its texture. */
const paneAt = (x: number): Quad => ({
  ...{ origin: [x, 50, -50], u: [0, -100, 0], v: [0, 0, 100], material: 1 },
});
/** Builds the same quad as a model. */
function propOf({ origin, u, v, material }: Quad, materials: MaterialSet) {
  const vertices = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].map(([s, t]) => ({
    position: origin.map((c, k) => c + s * u[k] + t * v[k]) as never,
    normal: [-1, 0, 0] as const,
    texCoord: [s, 1 - t] as const,
  }));
  const mesh = { switchPoint: 0, material, vertices, indices: [0, 1, 2, 0, 2, 3] };
  const variant = { bones: [IDENTITY_BONE], lods: [mesh] };
  return makeProps([variant], [{ variant: 0, worldFromModel: IDENTITY_BONE }], materials);
}
const WALL: Quad = { origin: [900, 3000, -3000], u: [0, -6000, 0], v: [0, 0, 6000], material: 0 };

const linear = (color: Rgb) => mapRgb(color, (value) => decodeSrgb(value));
const base: Texel = [...linear([BASE[0], BASE[1], BASE[2]]), BASE[3] / 255];
const grey = linear([150, 120, 90]);

describe.skipIf(test === null)("SolidEnergy", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    t.renderer.settings.sky = false;
  });
  afterAll(() => {
    t.destroy();
    test!.close();
    expect(t.errors).toEqual([]);
  });

  /** @param isModel whether it is a model's, not the world's */
  async function open(params: string, far = 50, isModel = false): Promise<number> {
    const vmt = `SolidEnergy { ${params} }`;
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const names = ["behind", "m"];
    const { materials, textures } = await resolveMaterials(names, null, access, OPTIONS);
    expect(access.diagnostics.warnings).toEqual([]);
    t.renderer.setScene(makeMap(isModel ? [WALL] : [WALL, paneAt(far)], materials));
    if (isModel) t.renderer.setSource(propSource(propOf(paneAt(far), materials)));
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
      if (isModel) t.renderer.setTexture("props", texture, image);
    }
    await t.renderer.settled();
    return materials.pass[1];
  }

  /** @returns how many pixels were compared */
  async function compare(
    look: (s: number, t: number, y: number, z: number) => Omit<Energy, "depth"> | null,
    pass: number,
    { far = 50, time = 0 } = {},
  ): Promise<number> {
    t.renderer.render({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: FOV }, time);
    const pixels = await t.renderer.readPixels();
    let count = 0;
    for (let row = 1; row < SIZE; row += 2) {
      for (let column = 1; column < SIZE; column += 2) {
        const [across, down] = [column, row].map((at) => ((at + 0.5) / SIZE) * 2 - 1);
        const [y, z] = [-across * far, -down * far];
        if (Math.abs(y) > 49 || Math.abs(z) > 49) continue;
        const seen = look((50 - y) / 100, 0.5 - z / 100, y, z);
        if (seen === null) continue;
        const { light, alpha } = solidEnergy({ ...seen, depth: far });
        const behind = linear(BEHIND);
        const shown = light.map((value, k) => {
          if (pass === PASS_OPAQUE) return value;
          return value * alpha + behind[k] * (pass === PASS_ADDITIVE ? 1 : 1 - alpha);
        });
        const at = (row * SIZE + column) * 4;
        const drawn = [...pixels.subarray(at, at + 3)];
        const off = Math.max(...drawn.map((value, k) => Math.abs(value - encodeSrgb(shown[k]))));
        const expected = shown.map((value) => encodeSrgb(value));
        expect(off, `${drawn} at ${column}, ${row}, not ${expected}`).toBeLessThanOrEqual(1);
        count++;
      }
    }
    return count;
  }

  /** Returns the quarter of a texture at a position, or −1 near a border. */
  function quarterAt(s: number, t: number): number {
    const at = [s, t].map((c) => (c - Math.floor(c)) * 16);
    if (at.some((c) => [0, 8, 16].some((border) => Math.abs(c - border) < 0.7))) return -1;
    return (at[0] > 8 ? 1 : 0) + (at[1] > 8 ? 2 : 0);
  }
  const quartersAt = (s: number, t: number): Rgb | null => {
    const found = quarterAt(s, t);
    return found < 0 ? null : linear(QUARTERS[found]);
  };

  it("covers by its base texture's alpha", async () => {
    expect(await open("$basetexture base $translucent 1")).toBe(PASS_TRANSLUCENT);
    expect(await compare(() => ({ base }), PASS_TRANSLUCENT)).toBe(64);
    expect(await open("$basetexture base")).toBe(PASS_OPAQUE);
    await compare(() => ({ base }), PASS_OPAQUE);
  });

  it("fades near the eye for any texture", async () => {
    expect(await open("$basetexture solid $translucent 1", 15)).toBe(PASS_TRANSLUCENT);
    const solid: Texel = [base[0], base[1], base[2], 1];
    await compare(() => ({ base: solid }), PASS_TRANSLUCENT, { far: 15 });
  });

  it("places each detail by its scale and transform", async () => {
    await open(`$basetexture base $translucent 1 $detail1 quarters $detail1scale 2 $detail2 grey
      $detail1texturetransform "center 0 0 scale 1 1 rotate 0 translate .25 .125"`);
    const count = await compare((s, t) => {
      const texel = quartersAt((s + 0.25) * 2, (t + 0.125) * 2);
      if (texel === null) return null;
      return { base, detail1: { texel, mode: 0 }, detail2: { texel: grey, mode: 0 } };
    }, PASS_TRANSLUCENT);
    expect(count).toBeGreaterThan(20);
    await open("$basetexture base $detail2 quarters $detail2scale 3");
    const second = await compare((s, t) => {
      const texel = quartersAt(s * 3, t * 3);
      return texel && { base, detail2: { texel, mode: 0 } };
    }, PASS_OPAQUE);
    expect(second).toBeGreaterThan(20);
  });

  it("is masked by its first detail and multiplied by its second", async () => {
    for (const mode of [1, 2]) {
      await open(`$basetexture base $translucent 1 $detail1 grey $detail1blendmode ${mode}
        $detail2 quarters $detail2blendmode 1`);
      await compare((s, t) => {
        const texel = quartersAt(s, t);
        if (texel === null) return null;
        return { base, detail1: { texel: grey, mode }, detail2: { texel, mode: 1 } };
      }, PASS_TRANSLUCENT);
    }
  });

  it("adds more light where it is opaque", async () => {
    expect(await open("$basetexture base $additive 1 $detail2 grey")).toBe(PASS_ADDITIVE);
    const detail2 = { texel: grey, mode: 0 };
    await compare(() => ({ base, detail2, isAdditive: true }), PASS_ADDITIVE);
  });

  const FLOW = `$basetexture flowing $translucent 1 $flowmap flow $flowbounds bounds
      $flow_noise_texture noise $flow_worlduvscale .01
      $flow_noise_scale .02 $flow_timeintervalinseconds .7 $flow_uvscrolldistance .4
      $flow_lerpexp 1.6 $flow_color "[.4 .7 .9]" $flow_color_intensity 1.5`;
  it.each([
    ["its surface, in inches", 0.013],
    ["its model, as its vertices say", 1.3],
  ])("flows along %s by its flow map, in two phases", async (_name, scale) => {
    const isModel = scale > 1;
    await open(`${FLOW} $flow_normaluvscale ${scale}`, 50, isModel);
    const color = mapRgb([0.4, 0.7, 0.9], (value) => value ** 2.2);
    const bounds = mapRgb(BOUNDS, (value) => value / 255);
    const shift = [FLOWMAP[0], FLOWMAP[1]].map(
      (value) => ((value / 255) * 2 - 1) * bounds[0] * 0.4,
    ) as [number, number];
    let count = 0;
    for (const time of [0, 0.31, 0.9, 7.7]) {
      const turns = time / 1.4 + NOISE[1] / 255;
      count += await compare(
        (s, t, y, z) => {
          let alpha = 0;
          // Its texture runs along −y, and down.
          const own = (isModel ? [s, t] : [-y, -z]).map((c) => c * scale) as [number, number];
          for (const { place, weight } of flowTurns(own, turns, shift, 1.6)) {
            const found = quarterAt(...(place as [number, number]));
            if (found < 0) return null;
            alpha += (ALPHAS[found] / 255) * weight;
          }
          return { base, flow: { alpha, bounds, color, intensity: 1.5 } };
        },
        PASS_TRANSLUCENT,
        { time },
      );
    }
    expect(count).toBeGreaterThan(100);
  });
});
