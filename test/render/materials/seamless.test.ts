/** What is laid over the world by its axes: pixels against the engine's formula (`test/oracle/seamless.ts`). */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEXTUREFLAGS_ENVMAP } from "../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../src/formats/vtf/write-vtf.ts";
import { FAMILY_LIT, FAMILY_SEAMLESS } from "../../../src/map/material-families.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import type { Triple } from "../../oracle/bump.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../oracle/color.ts";
import { seamlessParts } from "../../oracle/seamless.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMap, type Quad, type QuadLight } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 32;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26020470831196 };
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const EDGE = 4;
const AROUND = [60, 30, 90] as const;
/** Of a texture whose texels are all others, and of the second. */
const texelOf = (s: number, t: number) =>
  [40 + s * 60, 220 - t * 50, 20 + s * 20 + t * 30] as const;
const secondOf = (s: number, t: number) => [230 - t * 60, 30 + s * 40, 240 - s * 30] as const;
const ALPHA = 120;

function file(texel: (x: number, y: number) => readonly number[], flags = 0x2000) {
  return writeVtf({
    ...{ width: EDGE, height: EDGE, depth: 1, frameCount: 1, firstFrame: 0 },
    ...{ faceCount: (flags & TEXTUREFLAGS_ENVMAP) !== 0 ? 6 : 1 },
    ...{ mipCount: 1, flags, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () => Uint8Array.from({ length: 64 }, (_, i) => texel((i >> 2) & 3, i >> 4)[i & 3]),
  });
}

const FILES = {
  "materials/first.vtf": file((x, y) => [...texelOf(x, y), ALPHA]),
  "materials/second.vtf": file((x, y) => [...secondOf(x, y), 255]),
  "materials/around.vtf": file(() => [...AROUND, 255], TEXTUREFLAGS_ENVMAP),
};

/** Linear, between texels as a sampler mixes them. */
function readTexture(texel: typeof texelOf, s: number, t: number): Rgb {
  const [x, y] = [s * EDGE - 0.5, t * EDGE - 0.5];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const wrap = (at: number) => ((at % EDGE) + EDGE) % EDGE;
  const at = (dx: number, dy: number) =>
    mapRgb(texel(wrap(left + dx), wrap(top + dy)), (c) => decodeSrgb(c));
  const [fx, fy] = [x - left, y - top];
  return mapRgb([0, 0, 0], (_, k) => {
    const upper = at(0, 0)[k] * (1 - fx) + at(1, 0)[k] * fx;
    return upper * (1 - fy) + (at(0, 1)[k] * (1 - fx) + at(1, 1)[k] * fx) * fy;
  });
}

function laidOver(texel: typeof texelOf, place: Triple, normal: Triple, scale: number): Rgb {
  const parts = seamlessParts(place, normal, scale);
  return mapRgb([0, 0, 0], (_, k) =>
    parts.reduce((sum, { share, s, t }) => sum + share * readTexture(texel, s, t)[k], 0),
  );
}

const LIGHT = 0.6;
const light: QuadLight = {
  ...{ columns: 2, rows: 2, styles: [0] },
  sample: () => [153, 153, 153, 0],
};
/** Leaning planes, as what they are turned by. */
const FACES: readonly (readonly [normal: Triple, u: Triple, v: Triple])[] = [
  [
    [-1, 0, 0],
    [0, -400, 0],
    [0, 0, 400],
  ],
  [
    [-0.8, 0.6, 0],
    [-240, -320, 0],
    [0, 0, 400],
  ],
  [
    [-0.8, 0, 0.6],
    [0, -400, 0],
    [240, 0, 320],
  ],
];

describe.skipIf(test === null)("what is laid over the world by its axes", () => {
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

  async function open(vmt: string, [, u, v]: (typeof FACES)[number], blend = 0) {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const { materials, textures } = await resolveMaterials(["m"], null, access, OPTIONS);
    const origin = [0, 1, 2].map((k) => (k === 0 ? 100 : 0) - (u[k] + v[k]) / 2) as never;
    const quad: Quad = { origin, u, v, material: 0, light, blend: [blend, blend, blend, blend] };
    t.renderer.setScene(makeMap([quad], materials));
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    await t.renderer.settled();
    return materials;
  }

  async function compare(normal: Triple, expected: (place: Triple) => Rgb): Promise<void> {
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    for (const [column, row] of [
      [5, 9],
      [16, 20],
      [25, 12],
    ]) {
      const ray: Triple = [1, 1 - ((column + 0.5) / SIZE) * 2, 1 - ((row + 0.5) / SIZE) * 2];
      const along = ray.reduce((sum, c, k) => sum + c * normal[k], 0);
      const way = (100 * normal[0]) / along;
      const place = ray.map((c) => c * way) as never as Triple;
      const at = (row * SIZE + column) * 4;
      const drawn = [...pixels.subarray(at, at + 3)];
      const shown = mapRgb(expected(place), encodeSrgb);
      const off = Math.max(...drawn.map((value, k) => Math.abs(value - shown[k])));
      expect(off, `${drawn}, not ${shown} at ${place}`).toBeLessThanOrEqual(2);
    }
  }

  it("lies by each as much as the surface faces it, whatever its vertices say", async () => {
    for (const face of FACES) {
      const set = await open(
        `LightmappedGeneric { $basetexture first $seamless_scale .004
          $basetexturetransform "scale 3 3" }`,
        face,
      );
      expect([...set.family]).toEqual([FAMILY_SEAMLESS]);
      await compare(face[0], (place) =>
        mapRgb(laidOver(texelOf, place, face[0], 0.004), (c) => c * LIGHT),
      );
    }
  });

  it("is blended with a second texture, mirrors, and covers a part", async () => {
    const [, face] = FACES;
    const blend = Math.round(0.3 * 255) / 255;
    const vmt = `WorldVertexTransition { $basetexture first $basetexture2 second $seamless_scale .003`;
    const both = (place: Triple) => {
      const second = laidOver(secondOf, place, face[0], 0.003);
      return mapRgb(
        laidOver(texelOf, place, face[0], 0.003),
        (c, k) => (c * (1 - blend) + second[k] * blend) * LIGHT,
      );
    };
    await open(`${vmt} }`, face, 0.3);
    await compare(face[0], both);
    await open(`${vmt} $envmap around }`, face, 0.3);
    await compare(face[0], (place) => mapRgb(both(place), (c, k) => c + decodeSrgb(AROUND[k])));
    await open(`${vmt} $translucent 1 }`, face, 0.3);
    await compare(face[0], (place) => mapRgb(both(place), (c) => (c * ALPHA) / 255));
  });

  it("is not, where the scale is none", async () => {
    const set = await open("LightmappedGeneric { $basetexture first $seamless_scale 0 }", FACES[0]);
    expect([...set.family]).toEqual([FAMILY_LIT]);
  });
});
