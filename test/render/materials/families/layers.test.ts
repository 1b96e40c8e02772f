/** Tests Lightmapped_4WayBlend: pixels against its formulas (`test/oracle/materials/layers.ts`). */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEXTUREFLAGS_ENVMAP } from "../../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import { FAMILY } from "../../../../src/map/material-families.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../../oracle/light/color.ts";
import { bumpedLight, directionsOf, type Triple } from "../../../oracle/materials/bump.ts";
import { blendLayers, type Layer } from "../../../oracle/materials/layers.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeMap, type Quad, type QuadLight } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 16;
const COLUMN = 10;
/** At a distance of 1 the picture is 2 wide and high. */
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26020470831196 };
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const COLORS: readonly Triple[] = [
  [200, 100, 60],
  [40, 160, 90],
  [180, 190, 230],
  [90, 20, 150],
];
const ALPHAS = [140, 60, 220, 20];
const BUMPS: readonly Triple[] = [
  [150, 190, 220],
  [90, 100, 230],
  [200, 128, 200],
  [60, 160, 210],
];
const DETAIL = [150, 90, 200] as const;
const AROUND = [120, 90, 180] as const;
const FLAT: Triple = [0.5, 0.5, 1];
const ALPHA_FLAG = 0x2000;

function file(texel: (x: number, y: number) => readonly number[], flags = ALPHA_FLAG) {
  return writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0 },
    ...{ faceCount: (flags & TEXTUREFLAGS_ENVMAP) !== 0 ? 6 : 1 },
    ...{ mipCount: 1, flags, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () => Uint8Array.from({ length: 64 }, (_, i) => texel((i >> 2) & 3, i >> 4)[i & 3]),
  });
}

const FILES = {
  ...Object.fromEntries(
    COLORS.map((color, i) => [`materials/base${i + 1}.vtf`, file(() => [...color, ALPHAS[i]])]),
  ),
  ...Object.fromEntries(
    BUMPS.map((bump, i) => [`materials/bump${i + 1}.vtf`, file(() => [...bump, 255])]),
  ),
  // Four quarters; the first and the last are the first two textures.
  "materials/quarters.vtf": file((x, y) => [...COLORS[(x >> 1) + (y >> 1) * 2], 255]),
  "materials/detail.vtf": file(() => [...DETAIL, 255]),
  "materials/around.vtf": file(() => [...AROUND, 255], TEXTUREFLAGS_ENVMAP),
};
const BASES = "$basetexture base1 $basetexture2 base2 $basetexture3 base3 $basetexture4 base4";
/** All numbers differ, and some ranges are reversed. */
const NUMBERS = `$texture1_lumstart .5 $texture1_lumend .02 $texture2_lumstart .1 $texture2_lumend .9
  $texture3_lumstart 0 $texture3_lumend .8 $texture4_lumstart .3 $texture4_lumend 0
  $texture2_blendstart .1 $texture2_blendend .9 $texture3_blendstart 1.2 $texture3_blendend .2
  $texture4_blendstart .3 $texture4_blendend 1.4
  $lumblendfactor2 .3 $lumblendfactor3 .6 $lumblendfactor4 .8
  $texture2_bumpblendfactor .7 $texture3_bumpblendfactor .5 $texture4_bumpblendfactor .9
  $detailblendfactor .9 $detailblendfactor2 .2 $detailblendfactor3 .6 $detailblendfactor4 .4`;
const WEIGHTS: readonly Triple[] = [
  [0, 0, 0],
  [0.4, 0, 0],
  [0.2, 0.5, 0],
  [0.6, 0.4, 0.3],
  [0, 0.3, 0.6],
  [1, 1, 1],
];
const stored = (weight: number) => Math.round(weight * 255) / 255;
const linear = (color: Triple): Rgb => mapRgb(color, (c) => decodeSrgb(c));
const bytes = (triple: Triple): Triple => triple.map((c) => c / 255) as never;

/** Returns the layers of `NUMBERS`, with changes. */
function layersOf(weights: Triple, more: Partial<Layer> = {}): Layer[] {
  const at = [0, ...weights.map(stored)];
  return COLORS.map((color, i) => ({
    color: linear(color) as Triple,
    alpha: ALPHAS[i] / 255,
    weight: at[i],
    lum: (
      [
        [0.5, 0.02],
        [0.1, 0.9],
        [0, 0.8],
        [0.3, 0],
      ] as const
    )[i],
    blend: (
      [
        [0, 1],
        [0.1, 0.9],
        [1.2, 0.2],
        [0.3, 1.4],
      ] as const
    )[i],
    lumFactor: [1, 0.3, 0.6, 0.8][i],
    bumpFactor: [1, 0.7, 0.5, 0.9][i],
    detailFactor: [0.9, 0.2, 0.6, 0.4][i],
    ...more,
  }));
}

const BLOCKS: readonly Triple[] = [
  [100, 140, 80],
  [200, 40, 20],
  [20, 180, 60],
  [30, 50, 220],
];
const light: QuadLight = {
  ...{ columns: 2, rows: 2, styles: [0], bumped: true },
  sample: (block) => [...BLOCKS[block], 0],
};
const PANE: Quad = { origin: [50, 50, -50], u: [0, -100, 0], v: [0, 0, 100], material: 0 };

describe.skipIf(test === null)("four-texture blend", () => {
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

  async function draw(params: string, layers: Triple, pane: Partial<Quad> = {}, leaveOut = "-") {
    const vmt = `Lightmapped_4WayBlend { ${params} }`;
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const { materials, textures } = await resolveMaterials(["m"], null, access, OPTIONS);
    expect([...materials.family]).toEqual([FAMILY.layers]);
    expect(access.diagnostics.warnings).toEqual([]);
    t.renderer.setScene(makeMap([{ ...PANE, layers, ...pane }], materials));
    const all = [...textures.files.keys()].filter(
      (texture) => !textures.files[texture].path.includes(leaveOut),
    );
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    const at = (COLUMN * SIZE + COLUMN) * 4;
    return [...pixels.subarray(at, at + 3)];
  }

  async function expectDrawn(drawn: Promise<number[]>, expected: Rgb, where = ""): Promise<void> {
    const shown = mapRgb(expected, encodeSrgb);
    const found = await drawn;
    const off = Math.max(...found.map((value, k) => Math.abs(value - shown[k])));
    expect(off, `${found}, not ${shown} ${where}`).toBeLessThanOrEqual(1);
  }

  it("covers by weights and luminances", async () => {
    for (const weights of WEIGHTS) {
      const { color } = blendLayers(layersOf(weights), FLAT);
      await expectDrawn(draw(`${BASES} ${NUMBERS}`, weights), color, `of ${weights}`);
    }
  });

  it("uses the defaults of omitted parameters", async () => {
    const range = [0, 1] as const;
    const rest = { lum: range, blend: range, lumFactor: 1, bumpFactor: 1, detailFactor: 1 };
    for (const weights of WEIGHTS) {
      const { color } = blendLayers(layersOf(weights, rest), FLAT);
      await expectDrawn(draw(BASES, weights), color, `of ${weights}`);
    }
  });

  it("omits textures that are missing or still loading", async () => {
    const weights: Triple = [0.4, 0.6, 0.5];
    const without = (layer: number) =>
      blendLayers(
        layersOf(weights).map((own, i) => (i === layer ? null : own)),
        FLAT,
      ).color;
    const three = BASES.replace("$basetexture3 base3", "");
    await expectDrawn(draw(`${three} ${NUMBERS}`, weights), without(2));
    await expectDrawn(draw(`${BASES} ${NUMBERS}`, weights, {}, "base2"), without(1));
  });

  it("has a hard edge if a range is empty", async () => {
    const step = `${BASES} ${NUMBERS} $texture2_blendstart .5 $texture2_blendend .5`;
    for (const weight of [0.2, 0.6]) {
      const layers = layersOf([weight, 0, 0]);
      layers[1] = { ...layers[1], blend: [0.5, 0.5] };
      await expectDrawn(draw(step, [weight, 0, 0]), blendLayers(layers, FLAT).color);
    }
  });

  it("blends normal maps, and flattens layers without one", async () => {
    const sets = [
      "$bumpmap bump1 $bumpmap2 bump2 $basenormalmap3 bump3 $basenormalmap4 bump4",
      "$bumpmap bump1 $basenormalmap2 bump2",
      "$bumpmap bump1",
    ];
    for (const [i, bumps] of sets.entries()) {
      for (const weights of WEIGHTS) {
        const layers = layersOf(weights).map((layer, k) =>
          k < [4, 2, 1][i] ? { ...layer, bump: bytes(BUMPS[k]) } : layer,
        );
        const { color, bump } = blendLayers(layers, FLAT);
        const lit = bumpedLight(directionsOf(mapRgb(bump, (c) => c * 255)), BLOCKS.slice(1));
        const drawn = draw(`${BASES} ${NUMBERS} ${bumps}`, weights, { light });
        await expectDrawn(
          drawn,
          mapRgb(color, (c, k) => (c * lit[k]) / 255),
          `of ${weights}, set ${i}`,
        );
      }
    }
  });

  it("blends detail strength and envmap mask, and is translucent by the first alpha", async () => {
    for (const weights of WEIGHTS) {
      const { color, alpha, detailFactor } = blendLayers(layersOf(weights), FLAT);
      await expectDrawn(
        draw(`${BASES} ${NUMBERS} $detail detail`, weights),
        mapRgb(color, (c, k) => c * (1 - detailFactor + (2 * DETAIL[k] * detailFactor) / 255)),
      );
      await expectDrawn(
        draw(`${BASES} ${NUMBERS} $envmap around $basealphaenvmapmask 1`, weights),
        mapRgb(color, (c, k) => c + decodeSrgb(AROUND[k]) * (1 - alpha)),
      );
      await expectDrawn(
        draw(`${BASES} ${NUMBERS} $translucent 1`, weights),
        mapRgb(color, (c) => (c * ALPHAS[0]) / 255),
      );
    }
  });

  it("repeats each texture at its scale", async () => {
    // Position on the pane, in the middle of a quarter of the second texture.
    const place = (COLUMN + 0.5) / SIZE;
    for (const [quarter, color] of COLORS.entries()) {
      const [s, u] = [0.25 + (quarter & 1) * 0.5, 0.25 + (quarter >> 1) * 0.5];
      const scale = `$texture2_uvscale "[${s / place} ${u / place}]"`;
      const vmt = `$basetexture base1 $basetexture2 quarters ${scale}`;
      await expectDrawn(draw(vmt, [1, 0, 0]), linear(color), `quarter ${quarter}`);
    }
  });

  it("can be projected along world axes at each texture's scale", async () => {
    const off = ((COLUMN + 0.5) / SIZE - 0.5) * 100;
    // The wall faces along x, so the texture's s is the world's z and its t the world's y.
    const [along, down] = [-off, -off];
    for (const [quarter, color] of COLORS.entries()) {
      const [s, u] = [0.25 + (quarter & 1) * 0.5, 0.25 + (quarter >> 1) * 0.5];
      const scale = `$seamless_scale .01 $texture2_uvscale "[${s / (along * 0.01)} ${u / (down * 0.01)}]"`;
      const vmt = `$basetexture base1 $basetexture2 quarters ${scale}`;
      await expectDrawn(draw(vmt, [1, 0, 0]), linear(color), `quarter ${quarter}`);
    }
  });
});
