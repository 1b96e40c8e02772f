/**
 * Tests flowing water: pixels against the engine's formulas (`test/oracle/materials/flow.ts`,
 * `test/oracle/materials/refraction.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import { FAMILY } from "../../../../src/map/material-families.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../../oracle/light/color.ts";
import { type FlowLook, flowNormal } from "../../../oracle/materials/flow.ts";
import { water } from "../../../oracle/materials/refraction.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeMap, type Quad, type Vec3 } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 64;
/** Field of view for a picture as wide and high as far. */
const FOV = 106.26020470831196;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const EDGE = 32;

type Texel = (x: number, y: number) => readonly [number, number, number];
const wave = (at: number, amplitude: number) =>
  Math.round(128 + amplitude * Math.sin((at / EDGE) * 2 * Math.PI));
/** All channels change slowly and differently. */
const NORMAL: Texel = (x, y) => [wave(x + y, 110), wave(y * 2 + 5, 90), 255];
const FLOW: Texel = (x, y) => [wave(y + 3, 100), wave(x + 9, 70), 0];
const NOISE: Texel = (x, y) => [0, wave(x - y + 4, 120), 255];

const file = (texel: (x: number, y: number) => readonly number[], size = EDGE) =>
  writeVtf({
    ...{ width: size, height: size, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1 },
    ...{ mipCount: 1, flags: 0, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () =>
      Uint8Array.from({ length: size * size * 4 }, (_, i) => {
        return [...texel((i >> 2) % size, Math.floor((i >> 2) / size)), 255][i & 3];
      }),
  });

const FILES = {
  "materials/normal.vtf": file(NORMAL),
  "materials/flow.vtf": file(FLOW),
  "materials/noise.vtf": file(NOISE),
  "materials/ramp.vtf": file((x, y) => [wave(x, 100), wave(y, 100), wave(x + y + 8, 90)]),
  "materials/ramp.vmt": "UnlitGeneric { $basetexture ramp }",
};

/** Interpolates four texels of a repeating texture. */
function reader(texel: Texel) {
  const at = (x: number, y: number, k: number) =>
    texel(((x % EDGE) + EDGE) % EDGE, ((y % EDGE) + EDGE) % EDGE)[k] / 255;
  return (s: number, t: number) => {
    const [x, y] = [s * EDGE - 0.5, t * EDGE - 0.5];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    return [0, 1, 2].map((k) => {
      const upper = at(left, top, k) * (left + 1 - x) + at(left + 1, top, k) * (x - left);
      const lower = at(left, top + 1, k) * (left + 1 - x) + at(left + 1, top + 1, k) * (x - left);
      return upper * (top + 1 - y) + lower * (y - top);
    }) as never as Vec3;
  };
}

const LOOK: FlowLook = {
  ...{ worldUvScale: 0.7, normalUvScale: 330, interval: 0.9, distance: 0.35, strength: 0.8 },
  ...{ timeScale: 0.6, noiseScale: 0.0011 },
  ...{ flow: reader(FLOW), noise: reader(NOISE), normal: reader(NORMAL) },
};
const POND = `$normalmap normal $fogcolor "{40 120 160}" $fogstart 20 $fogend 220
  $refracttexture _rt_WaterRefraction $refractamount .2 $abovewater 1`;
const FLOWS = `$flowmap flow $flow_noise_texture noise $flow_worlduvscale .7 $flow_normaluvscale 330
  $flow_timeintervalinseconds .9 $flow_uvscrolldistance .35 $flow_bumpstrength .8 $flow_timescale .6
  $flow_noise_scale .0011`;
const fogColor = mapRgb([40, 120, 160], (value) => (value / 255) ** 2.2);
const FLOOR = -60;
const EYE = { x: 0, y: 0, z: 100, pitch: 78, yaw: 35 };

/** Horizontal; s runs along x and t against y, one repeat except for the floor. */
const level = (z: number, material: number): Quad => ({
  origin: [-1000, -1000, z],
  u: [2000, 0, 0],
  v: [0, 2000, 0],
  material,
  repeats: material === 0 ? [5, 5] : [1, 1],
});

const toRadians = Math.PI / 180;
const [sine, cosine] = [Math.sin(EYE.yaw * toRadians), Math.cos(EYE.yaw * toRadians)];
const RIGHT: Vec3 = [sine, -cosine, 0];
const AHEAD: Vec3 = [cosine, sine, 0];
const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Returns a ray with depth 1. */
function rayOf(u: number, v: number): Vec3 {
  const [across, down] = [u * 2 - 1, v * 2 - 1];
  const pitch = EYE.pitch * toRadians;
  const [out, z] = [
    Math.cos(pitch) - down * Math.sin(pitch),
    -Math.sin(pitch) - down * Math.cos(pitch),
  ];
  return [AHEAD[0] * out + RIGHT[0] * across, AHEAD[1] * out + RIGHT[1] * across, z];
}

describe.skipIf(test === null)("flowing water", () => {
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

  const resolve = async (vmt: string) => {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    return { ...(await resolveMaterials(["ramp", "m"], null, access, OPTIONS)), access };
  };

  async function draw(vmt: string, quads: readonly Quad[], time: number): Promise<Uint8Array> {
    const { materials, textures, access } = await resolve(vmt);
    t.renderer.setScene(makeMap(quads, materials));
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    await t.renderer.settled();
    // Refraction appears in the second frame, because it copies an earlier picture.
    for (let frame = 0; frame < 2; frame++) t.renderer.render({ ...EYE, fov: FOV }, time);
    return t.renderer.readPixels();
  }

  it("uses its own family instead of scrolling waves", async () => {
    const familyOf = async (more: string) => (await resolve(`Water { ${POND} ${more} }`)).materials;
    expect((await familyOf(FLOWS)).family[1]).toBe(FAMILY.flow);
    expect((await familyOf('$scroll1 "[.1 .1 .1]"')).family[1]).toBe(FAMILY.water);
  });

  it("refracts by waves that flow and restart in two phases", async () => {
    for (const time of [0, 0.4, 1.3, 7.7]) {
      const plain = await draw(`Water { ${POND} }`, [level(FLOOR, 0)], time);
      const behind = (u: number, v: number): Rgb => {
        const at = (x: number, y: number, k: number) => {
          const [column, row] = [x, y].map((c) => Math.min(Math.max(c, 0), SIZE - 1));
          return decodeSrgb(plain[(row * SIZE + column) * 4 + k]);
        };
        const [x, y] = [u * SIZE - 0.5, v * SIZE - 0.5];
        const [left, top] = [Math.floor(x), Math.floor(y)];
        return mapRgb([0, 0, 0], (_, k) => {
          const upper = at(left, top, k) * (left + 1 - x) + at(left + 1, top, k) * (x - left);
          const lower =
            at(left, top + 1, k) * (left + 1 - x) + at(left + 1, top + 1, k) * (x - left);
          return upper * (top + 1 - y) + lower * (y - top);
        });
      };
      const quads = [level(FLOOR, 0), level(0, 1)];
      const drawn = await draw(`Water { ${POND} ${FLOWS} }`, quads, time);
      let bent = 0;
      for (let row = 4; row < SIZE - 4; row += 5) {
        for (let column = 4; column < SIZE - 4; column += 5) {
          const [u, v] = [(column + 0.5) / SIZE, (row + 0.5) / SIZE];
          const ray = rayOf(u, v);
          const inches = EYE.z / -ray[2];
          const place = [ray[0] * inches, ray[1] * inches] as const;
          const texCoord = [(place[0] + 1000) / 2000, 1 - (place[1] + 1000) / 2000] as const;
          const normal = flowNormal(place, texCoord, time, LOOK);
          const back = ray.map((c) => -c * inches) as never as Vec3;
          // To the right, away from the eye, and up, as in the engine.
          const inView = (a: Vec3): Vec3 => [dot(RIGHT, a), dot(AHEAD, a), a[2]];
          const stored = [...inView(normal), 1].map((c) => ((c + 1) / 2) * 255);
          const throughAt = (s: number, down: number) => {
            const [x, y] = [s, down].map((c) =>
              Math.min(Math.max(Math.floor(c * SIZE), 0), SIZE - 1),
            );
            return -FLOOR / -rayOf((x + 0.5) / SIZE, (y + 0.5) / SIZE)[2];
          };
          const pond = {
            ...{ normal: stored as never, refractAmount: 0.2, fogColor, fogRange: 200 },
          };
          const look = { u, v, toEye: inView(back), throughAt };
          const expected = mapRgb(water(pond, look, behind), encodeSrgb);
          const still = mapRgb(
            water({ ...pond, normal: [127.5, 127.5, 255, 255] }, look, behind),
            encodeSrgb,
          );
          const at = (row * SIZE + column) * 4;
          const is = [...drawn.subarray(at, at + 3)];
          const off = Math.max(...is.map((value, k) => Math.abs(value - expected[k])));
          expect(off, `${is} at ${column}, ${row}, not ${expected}`).toBeLessThanOrEqual(2);
          if (is.some((value, k) => Math.abs(value - still[k]) > 4)) bent++;
        }
      }
      expect(bent).toBeGreaterThan(20);
    }
  });
});
