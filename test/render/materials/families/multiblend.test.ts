/** Tests MultiBlend: pixels against its formulas (`test/oracle/materials/multiblend.ts`). */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import { FAMILY } from "../../../../src/map/material-families.ts";
import { WORLD_VERTEX } from "../../../../src/map/world.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { packMultiBlend } from "../../../../src/scene/world/multiblend-vertices.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../../oracle/light/color.ts";
import { type MultiLayer, multiBlend, turnedPlace } from "../../../oracle/materials/multiblend.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeMap, type Quad, type QuadLight } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

type Triple = readonly [number, number, number];

const test = await openTestGpu();
const SIZE = 16;
const COLUMN = 10;
/** At a distance of 1 the picture is 2 wide and high. */
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26020470831196 };
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const ALPHA_FLAG = 0x2000;
const TEXELS: readonly Triple[] = [
  [200, 100, 60],
  [40, 160, 90],
  [180, 190, 230],
  [90, 20, 150],
];
const ALPHAS = [100, 140, 60, 200];
const SPEC_ALPHAS = [60, 30, 90];
const VERTEX_COLORS: readonly Triple[] = [
  [1, 0.6, 0.8],
  [0.4, 0.9, 0.7],
  [0.5, 0.3, 1],
  [0.9, 0.2, 0.35],
];
/** Weights, and then their limits. */
const BLENDS: readonly (readonly [Triple, Triple])[] = [
  [
    [1, 0, 0],
    [0, 0, 0],
  ],
  [
    [0.35, 0.55, 0.2],
    [0, 0, 0],
  ],
  [
    [0.4, 0.6, 0.3],
    [0.9, 1, 0.8],
  ],
  [
    [0.25, 0.5, 0.9],
    [1, 0.2, 1],
  ],
  [
    [0.3, 0.2, 0.1],
    [0.5, 0.7, 0.95],
  ],
  [
    [0, 0, 0],
    [1, 1, 1],
  ],
  [
    [0.5, 1, 1],
    [0, 0, 0],
  ],
];

function file(texel: (x: number, y: number) => readonly number[]) {
  return writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1 },
    ...{ mipCount: 1, flags: ALPHA_FLAG, format: 0 },
    ...{ reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () => Uint8Array.from({ length: 64 }, (_, i) => texel((i >> 2) & 3, i >> 4)[i & 3]),
  });
}

const FILES = {
  ...Object.fromEntries(
    TEXELS.map((texel, i) => [`materials/base${i + 1}.vtf`, file(() => [...texel, ALPHAS[i]])]),
  ),
  ...Object.fromEntries(
    SPEC_ALPHAS.map((alpha, i) => [
      `materials/spec${i + 1}.vtf`,
      file(() => [250, 250, 250, alpha]),
    ]),
  ),
  // Four quarters, all visible from the smallest weight on.
  "materials/quarters.vtf": file((x, y) => [...TEXELS[(x >> 1) + (y >> 1) * 2], 0]),
};
const BASES = "$basetexture base1 $basetexture2 base2 $basetexture3 base3 $basetexture4 base4";
const SPECS = "$spectexture spec1 $spectexture2 spec2 $spectexture3 spec3";

const stored = (value: number) => Math.round(value * 255) / 255;
const storedSigned = (value: number) => Math.round(value * 254) / 254;
const linear = (texel: Triple): Triple => mapRgb(texel, (c) => decodeSrgb(c));

function layersOf([weights, limits]: readonly [Triple, Triple], hasSpec = true): MultiLayer[] {
  return TEXELS.map((texel, i) => ({
    texel: linear(texel),
    alpha: ALPHAS[i] / 255,
    specAlpha: hasSpec ? (SPEC_ALPHAS[i] ?? 0) / 255 : 1,
    weight: stored(weights[i] ?? 0),
    alphaBlend: storedSigned(limits[i] ?? 0),
    color: mapRgb(VERTEX_COLORS[i], stored),
  }));
}

/** Values as stored in the lump. */
const valuesOf = ([weights, limits]: readonly [Triple, Triple], colors = VERTEX_COLORS) => [
  ...[...weights, 0.6],
  ...[...limits, 0.4],
  ...colors.flat(),
];

const PANE: Quad = { origin: [50, 50, -50], u: [0, -100, 0], v: [0, 0, 100], material: 0 };
/** Light that must not be visible. */
const light: QuadLight = {
  ...{ columns: 2, rows: 2, styles: [0] },
  sample: () => [20, 90, 40, 0],
};

describe.skipIf(test === null)("MultiBlend", () => {
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

  /** @param values of the pane's corners, as the lump has them; null: its vertices say how it is lit */
  async function draw(
    params: string,
    values: readonly (readonly number[])[] | null,
    options: object = {},
    family = FAMILY.multiblend,
  ): Promise<number[]> {
    const vmt = `MultiBlend { ${params} }`;
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const all = { ...OPTIONS, ...options };
    const { materials, textures } = await resolveMaterials(["m"], null, access, all);
    expect([...materials.family]).toEqual([family]);
    expect(access.diagnostics.warnings).toEqual([]);
    const scene = makeMap([{ ...PANE, light }], materials);
    const view = new DataView(scene.world.vertices.buffer);
    for (let corner = 0; values !== null && corner < 4; corner++) {
      // Placed after other vertices' values.
      const own = [...Array(20).fill(0.77), ...values[corner % values.length]];
      packMultiBlend(view, corner * WORLD_VERTEX.strideBytes, own, 20);
    }
    t.renderer.setScene(scene);
    for (const { texture, image } of streamTextures(
      ...([textures, [...textures.files.keys()], access, all] as const),
    )) {
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

  it("weighs its textures by vertex weights and alphas", async () => {
    for (const blend of BLENDS) {
      const drawn = draw(`${BASES} ${SPECS}`, [valuesOf(blend)]);
      await expectDrawn(drawn, multiBlend(layersOf(blend)), `of ${blend.join("; ")}`);
    }
  });

  it("is as soft as possible without spec textures", async () => {
    for (const blend of BLENDS) {
      const drawn = draw(BASES, [valuesOf(blend)]);
      await expectDrawn(drawn, multiBlend(layersOf(blend, false)), `of ${blend.join("; ")}`);
    }
  });

  it("interpolates the values of the corners", async () => {
    const [left, right] = [BLENDS[1], BLENDS[4]];
    const place = (COLUMN + 0.5) / SIZE;
    const others = VERTEX_COLORS.map(([r, g, b]) => [b, r, g] as const);
    const corners = [
      valuesOf(left),
      valuesOf(right, others),
      valuesOf(right, others),
      valuesOf(left),
    ];
    const ends = [layersOf(left), layersOf(right)] as const;
    const lerp = (a: number, b: number) => a + (b - a) * place;
    const layers = ends[0].map((layer, i) => ({
      ...layer,
      weight: lerp(layer.weight, ends[1][i].weight),
      alphaBlend: lerp(layer.alphaBlend, ends[1][i].alphaBlend),
      color: mapRgb(layer.color, (c, k) => lerp(c, stored(others[i][k]))),
    }));
    await expectDrawn(draw(`${BASES} ${SPECS}`, corners), multiBlend(layers));
  });

  it("rotates and scales each texture about the middle of a repeat", async () => {
    const place = (COLUMN + 0.5) / SIZE;
    const plain: Triple = [1, 1, 1];
    const colors = [plain, plain, plain, plain];
    const names = ["", "2", "3", "4"];
    const turns = [
      [0, 1],
      [90, 1],
      [180, 0.5],
      [270, 0.7],
      [-45, 0.9],
      [30, -3],
    ] as const;
    for (const [i, own] of names.entries()) {
      const weights = [0, 1, 2].map((k) => (k === i ? 1 : 0)) as never as Triple;
      for (const [degrees, scale] of turns) {
        const params = names.map((name, k) =>
          k === i
            ? `$basetexture${name} quarters $rotation${name} ${degrees} $scale${name} ${scale}`
            : `$basetexture${name} base${k + 1} $rotation${name} 17 $scale${name} 3`,
        );
        const [s, u] = turnedPlace([place, place], degrees, scale > 0 ? scale : 1);
        const color = quarterAt(s, u);
        const drawn = draw(params.join(" "), [valuesOf([weights, [0, 0, 0]], colors)]);
        await expectDrawn(drawn, color, `texture ${own || "1"}, ${degrees} degrees, ${scale}`);
      }
    }
  });

  it("shows its first texture if vertices have no multiblend data, ignoring transforms and alpha", async () => {
    const more = `$translucent 1 $alpha .5 $color "[.2 .3 .4]" $basetexturetransform "center .5 .5 scale 7 7 rotate 20 translate .2 .3"`;
    await expectDrawn(draw(`${BASES} ${SPECS} ${more}`, null), linear(TEXELS[0]));
  });

  it("shows its unlit first texture in low quality", async () => {
    const drawn = draw(BASES, [valuesOf(BLENDS[3])], { plainMaterials: true }, FAMILY.lit);
    await expectDrawn(drawn, linear(TEXELS[0]));
  });
});

/** Interpolates linear texel values between texel centers. */
function quarterAt(s: number, t: number): Triple {
  const wrap = (value: number) => ((value % 4) + 4) % 4;
  const axis = (value: number) => {
    const at = value * 4 - 0.5;
    const first = Math.floor(at);
    return [first, first + 1].map((texel, i) => ({
      quarter: wrap(texel) >> 1,
      share: i === 0 ? 1 - (at - first) : at - first,
    }));
  };
  const sum: [number, number, number] = [0, 0, 0];
  for (const x of axis(s)) {
    for (const y of axis(t)) {
      const texel = linear(TEXELS[x.quarter + y.quarter * 2]);
      for (let k = 0; k < 3; k++) sum[k] += texel[k] * x.share * y.share;
    }
  }
  return sum;
}
