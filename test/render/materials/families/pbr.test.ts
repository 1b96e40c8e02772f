/**
 * Tests the community's PBR shader from the VMT and texture bytes on: pixels against its formulas.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEXTUREFLAGS_ENVMAP } from "../../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import { FAMILY } from "../../../../src/map/material-families.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb } from "../../../oracle/light/color.ts";
import { normalOf, worldNormalOf } from "../../../oracle/materials/bump.ts";
import { type PbrPlace, pbrLight } from "../../../oracle/materials/pbr.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeMap } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

type Rgb = readonly [number, number, number];

const SIZE = 32;
const FOV = 106.26020470831196;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const test = await openTestGpu();

const BASE: Rgb = [200, 120, 40];
const EMISSION: Rgb = [10, 60, 0];
const NORMAL: Rgb = [150, 110, 250];
/** Colour of each cubemap mip, uniform in all directions. */
const MIPS: readonly Rgb[] = [
  [250, 200, 90],
  [180, 220, 140],
  [90, 150, 210],
];

function texture(texel: Rgb): Uint8Array {
  return writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1, mipCount: 1 },
    ...{ flags: 0, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () => Uint8Array.from({ length: 64 }, (_, i) => [...texel, 255][i & 3]),
  });
}

const cube = writeVtf({
  ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 7 },
  ...{ mipCount: MIPS.length, flags: TEXTUREFLAGS_ENVMAP, format: 0, reflectivity: [0, 0, 0] },
  ...{ bumpScale: 1, lowRes: null },
  image: (mip) =>
    Uint8Array.from({ length: (4 >> mip) ** 2 * 4 }, (_, i) => [...MIPS[mip], 255][i & 3]),
});

const linear = (texel: Rgb): Rgb => texel.map((byte) => decodeSrgb(byte)) as never;
const mix = (a: Rgb, b: Rgb, t: number): Rgb => a.map((c, k) => c * (1 - t) + b[k] * t) as never;

/** Interpolates the cubemap's mips for a roughness. */
function cubeAt(roughness: number): Rgb {
  const level = roughness * (MIPS.length - 1);
  const low = Math.min(Math.floor(level), MIPS.length - 2);
  return mix(linear(MIPS[low]), linear(MIPS[low + 1]), level - low);
}

describe.skipIf(test === null)("the PBR family", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    t.renderer.settings.sky = false;
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  const place = (mrao: Rgb, more: Partial<PbrPlace> = {}): Omit<PbrPlace, "facing"> => ({
    albedo: linear(BASE),
    metalness: mrao[0] / 255,
    roughness: mrao[1] / 255,
    occlusion: mrao[2] / 255,
    light: [1, 1, 1],
    sharp: cubeAt(mrao[1] / 255),
    ambient: linear(MIPS[MIPS.length - 1]),
    emission: [0, 0, 0],
    ...more,
  });
  const NONE: Rgb = [0, 0, 0];
  const WHOLE = "$basetexture base $mraotexture mrao $envmap around";

  it.each<[name: string, vmt: string, mrao: Rgb, more: Partial<PbrPlace>, normal: Rgb]>([
    ["a smooth dielectric", WHOLE, [0, 40, 255], {}, [128, 128, 255]],
    ["a rough one in its crevices", WHOLE, [0, 200, 90], {}, [128, 128, 255]],
    ["metal", WHOLE, [255, 90, 255], {}, [128, 128, 255]],
    ["what is turned by bumps", `${WHOLE} $bumpmap normal`, [120, 70, 220], {}, NORMAL],
    [
      "what shines by itself",
      `${WHOLE} $emissiontexture emission`,
      [30, 150, 200],
      { emission: linear(EMISSION) },
      [128, 128, 255],
    ],
    [
      "what mirrors nothing",
      "$basetexture base $mraotexture mrao",
      [60, 100, 200],
      { sharp: NONE, ambient: NONE },
      [128, 128, 255],
    ],
    [
      "what says nothing of itself: rough, and no metal",
      "$basetexture base $envmap around",
      [0, 255, 255],
      {},
      [128, 128, 255],
    ],
  ])("shows %s by its formulas", async (_name, params, mrao, more, normal) => {
    const files = {
      "materials/m.vmt": `PBR { ${params} }`,
      "materials/base.vtf": texture(BASE),
      "materials/mrao.vtf": texture(mrao),
      "materials/normal.vtf": texture(NORMAL),
      "materials/emission.vtf": texture(EMISSION),
      "materials/around.vtf": cube,
    };
    const access = accessTo(madeContent(files));
    const { materials, textures } = await resolveMaterials(["m"], null, access, OPTIONS);
    expect(access.diagnostics.warnings).toEqual([]);
    expect(materials.family[0]).toBe(FAMILY.pbr);
    // A wall across the view: u to the right, v up.
    const wall = {
      origin: [100, 400, -400],
      u: [0, -800, 0],
      v: [0, 0, 800],
      material: 0,
    } as const;
    t.renderer.setScene(makeMap([wall], materials));
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    await t.renderer.settled();
    t.renderer.render({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: FOV });
    const pixels = await t.renderer.readPixels();
    const isFlat = normal[0] === 128;
    const turned = isFlat
      ? ([-1, 0, 0] as const)
      : worldNormalOf(normalOf(normal, false), [
          [0, -1, 0],
          [0, 0, -1],
          [-1, 0, 0],
        ]);
    const length = Math.hypot(...turned);
    for (let row = 2; row < SIZE; row += 5) {
      for (let column = 1; column < SIZE; column += 5) {
        const right = ((column + 0.5) / SIZE) * 2 - 1;
        const down = ((row + 0.5) / SIZE) * 2 - 1;
        const toEye = [-1, right, down];
        const cosine = turned.reduce((sum, c, k) => sum + c * toEye[k], 0);
        const facing = cosine / (length * Math.hypot(...toEye));
        const expected = pbrLight({ ...place(mrao, more), facing }).map(encodeSrgb);
        const drawn = [...pixels.subarray((row * SIZE + column) * 4).subarray(0, 3)];
        const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
        expect(off, `${drawn} at ${column}, ${row}, not ${expected}`).toBeLessThanOrEqual(1);
      }
    }
  });
});
