/**
 * Tests seamless textures: pixels against the engine's formula
 * (`test/oracle/materials/seamless.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEXTUREFLAGS_ENVMAP } from "../../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import { FAMILY } from "../../../../src/map/material-families.ts";
import { propSource } from "../../../../src/render/props/prop-source.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../../oracle/light/color.ts";
import { bumpedLight, directionsOf, type Triple } from "../../../oracle/materials/bump.ts";
import { drapedParts, seamlessParts } from "../../../oracle/materials/seamless.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeMaterials } from "../../make-materials.ts";
import { IDENTITY_BONE, makeProps } from "../../make-props.ts";
import { makeMap, type Quad, type QuadLight } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 32;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26020470831196 };
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const EDGE = 4;
const AROUND = [60, 30, 90] as const;
/** Texels of the first and second texture, all different. */
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

/** Texels of a normal map, with alpha. */
const bumpOf = (s: number, t: number) =>
  [110 + s * 25 - t * 5, 160 - t * 30 + s * 6, 225 + ((s + t) % 3) * 10] as const;
const BUMP_ALPHA = 140;
const MASK = [200, 90, 30] as const;

const FILES = {
  "materials/bump.vtf": file((x, y) => [...bumpOf(x, y), BUMP_ALPHA]),
  "materials/mask.vtf": file(() => [...MASK, 255]),
  "materials/first.vtf": file((x, y) => [...texelOf(x, y), ALPHA]),
  "materials/second.vtf": file((x, y) => [...secondOf(x, y), 255]),
  "materials/around.vtf": file(() => [...AROUND, 255], TEXTUREFLAGS_ENVMAP),
};

/** Interpolates texels like a sampler, colours in linear light. */
function readTexture(texel: typeof texelOf, s: number, t: number, decode = decodeSrgb): Rgb {
  const [x, y] = [s * EDGE - 0.5, t * EDGE - 0.5];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const wrap = (at: number) => ((at % EDGE) + EDGE) % EDGE;
  const at = (dx: number, dy: number) =>
    mapRgb(texel(wrap(left + dx), wrap(top + dy)), (c) => decode(c));
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

/** Returns the blended normal map texel, 0 to 255. */
function bumpOver(place: Triple, normal: Triple, scale: number): Triple {
  const parts = seamlessParts(place, normal, scale);
  return mapRgb([0, 0, 0], (_, k) =>
    parts.reduce((sum, { share, s, t }) => {
      return sum + share * readTexture(bumpOf, s, t, (c) => c)[k];
    }, 0),
  );
}

/** Luxel values: flat light, then each direction. */
const BLOCKS: readonly Triple[] = [
  [120, 120, 120],
  [200, 60, 90],
  [80, 190, 70],
  [90, 100, 210],
];
const bumpedQuad: QuadLight = {
  ...{ columns: 2, rows: 2, styles: [0], bumped: true },
  sample: (block) => [...BLOCKS[block], 0],
};

const LIGHT = 0.6;
const light: QuadLight = {
  ...{ columns: 2, rows: 2, styles: [0] },
  sample: () => [153, 153, 153, 0],
};
/** Tilted planes with normal and edges. */
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

describe.skipIf(test === null)("a texture projected along world axes", () => {
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

  async function open(vmt: string, [, u, v]: (typeof FACES)[number], blend = 0, lit = light) {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const { materials, textures } = await resolveMaterials(["m"], null, access, OPTIONS);
    const origin = [0, 1, 2].map((k) => (k === 0 ? 100 : 0) - (u[k] + v[k]) / 2) as never;
    const corners = [blend, blend, blend, blend] as const;
    const quad: Quad = { origin, u, v, material: 0, light: lit, blend: corners };
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

  it("is weighted by the surface normal, ignoring texture coordinates", async () => {
    for (const face of FACES) {
      const set = await open(
        `LightmappedGeneric { $basetexture first $seamless_scale .004
          $basetexturetransform "scale 3 3" }`,
        face,
      );
      expect([...set.family]).toEqual([FAMILY.seamless]);
      await compare(face[0], (place) =>
        mapRgb(laidOver(texelOf, place, face[0], 0.004), (c) => c * LIGHT),
      );
    }
  });

  it("blends with a second texture, reflects, and can be translucent", async () => {
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

  it("projects its normal map, and reflects by its alpha or a mask", async () => {
    const lit = (place: Triple, normal: Triple) =>
      bumpedLight(directionsOf(bumpOver(place, normal, 0.004)), BLOCKS.slice(1)).map(
        (c) => c / 255,
      );
    const bumped = "LightmappedGeneric { $basetexture first $seamless_scale .004 $bumpmap bump";
    for (const face of FACES) {
      const set = await open(`${bumped} $bumptransform "scale 9 9" }`, face, 0, bumpedQuad);
      expect([...set.family]).toEqual([FAMILY["seamless-bumped"]]);
      await compare(face[0], (place) => {
        const light = lit(place, face[0]);
        return mapRgb(laidOver(texelOf, place, face[0], 0.004), (c, k) => c * light[k]);
      });
    }
    const [, face] = FACES;
    const mirrors = async (vmt: string, share: Rgb) => {
      await open(vmt, face, 0, bumpedQuad);
      await compare(face[0], (place) => {
        const light = vmt.includes("$bumpmap")
          ? lit(place, face[0])
          : BLOCKS[0].map((c) => c / 255);
        return mapRgb(
          laidOver(texelOf, place, face[0], 0.004),
          (c, k) => c * light[k] + decodeSrgb(AROUND[k]) * share[k],
        );
      });
    };
    const alpha = BUMP_ALPHA / 255;
    await mirrors(`${bumped} $envmap around $normalmapalphaenvmapmask 1 }`, [alpha, alpha, alpha]);
    const masked =
      "LightmappedGeneric { $basetexture first $seamless_scale .004 $envmap around $envmapmask mask }";
    await mirrors(
      masked,
      mapRgb(MASK, (c) => c / 255),
    );
  });

  it("uses only the first normal map when blending two textures", async () => {
    const [, , face] = FACES;
    const blend = Math.round(0.6 * 255) / 255;
    const vmt = `WorldVertexTransition { $basetexture first $basetexture2 second $seamless_scale .003
      $bumpmap bump $detail mask $blendmodulatetexture mask }`;
    await open(vmt, face, 0.6, bumpedQuad);
    await compare(face[0], (place) => {
      const directions = directionsOf(bumpOver(place, face[0], 0.003));
      const lit = bumpedLight(directions, BLOCKS.slice(1));
      const second = laidOver(secondOf, place, face[0], 0.003);
      return mapRgb(
        laidOver(texelOf, place, face[0], 0.003),
        (c, k) => ((c * (1 - blend) + second[k] * blend) * lit[k]) / 255,
      );
    });
  });

  /** Model matrix: rotated by 90° about z and moved; the projection uses model axes. */
  const PLACED = [0, -1, 0, 100, 1, 0, 0, 20, 0, 0, 1, -10];
  const AMBIENT: Rgb = [0.5, 0.4, 0.3];

  async function openModel(vmt: string, normal: Triple): Promise<number> {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const { materials, textures } = await resolveMaterials(["m"], null, access, OPTIONS);
    // A wall across the world's x, along the model's x.
    const vertices = [
      [-400, 0, -400],
      [400, 0, -400],
      [400, 0, 400],
      [-400, 0, 400],
    ].map((position) => ({
      ...{ position: position as never as Triple, normal },
      texCoord: [position[0] / 100, position[2] / 100] as const,
    }));
    const mesh = { switchPoint: 0, material: 0, vertices, indices: [0, 2, 1, 0, 3, 2] };
    const ambient = new Array(6).fill(AMBIENT).flat();
    const instance = { variant: 0, worldFromModel: PLACED, ambient };
    const variants = [{ bones: [IDENTITY_BONE], lods: [mesh] }];
    t.renderer.setScene(makeMap([], makeMaterials([])));
    t.renderer.setSource(propSource(makeProps(variants, [instance], materials)));
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("props", texture, image);
    }
    await t.renderer.settled();
    return materials.family[0];
  }

  /** Transforms a world position to model space. */
  const inModel = ([x, y, z]: Triple): Triple => [y - 20, 100 - x, z + 10];

  it("on models is projected along model axes, including its detail", async () => {
    const normal: Triple = [0.48, 0.64, 0.6];
    // Rounded as stored.
    const stored = normal.map((c) => Math.round(c * 127) / 127) as never as Triple;
    const drapedOver = (texel: typeof texelOf, place: Triple, scale: number, decode = decodeSrgb) =>
      drapedParts(place, stored, scale).reduce<Rgb>(
        (sum, { share, s, t: down }) =>
          mapRgb(sum, (c, k) => c + share * readTexture(texel, s, down, decode)[k]),
        [0, 0, 0],
      );
    const base = "VertexLitGeneric { $basetexture first $nocull 1 $seamless_scale .004";
    expect(await openModel(`${base} $seamless_base 1 }`, normal)).toBe(FAMILY.draped);
    await compare([-1, 0, 0], (place) =>
      mapRgb(drapedOver(texelOf, inModel(place), 0.004), (c, k) => c * AMBIENT[k]),
    );
    const detailed = `${base} $seamless_detail 1 $detail second $detailscale 3 $detailblendfactor .7 }`;
    expect(await openModel(detailed, normal)).toBe(FAMILY.draped);
    await compare([-1, 0, 0], (place) => {
      const [x, , z] = inModel(place);
      const detail = drapedOver(secondOf, inModel(place), 0.012, (c) => c / 255);
      const own = readTexture(texelOf, x / 100, z / 100);
      return mapRgb(own, (c, k) => c * (0.3 + 1.4 * detail[k]) * AMBIENT[k]);
    });
    expect(await openModel(`${base} $seamless_base 1 $bumpmap bump }`, normal)).toBe(FAMILY.lit);
    expect(await openModel(`${base} }`, normal)).toBe(FAMILY.lit);
  });

  it("is not used with a scale of 0", async () => {
    const set = await open("LightmappedGeneric { $basetexture first $seamless_scale 0 }", FACES[0]);
    expect([...set.family]).toEqual([FAMILY.lit]);
  });
});
