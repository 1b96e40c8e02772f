/** Tests models with tint masks and decals: pixels against `test/oracle/materials/painted.ts`. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import { FAMILY } from "../../../../src/map/material-families.ts";
import { PROP_VERTEX } from "../../../../src/map/props.ts";
import { propSource } from "../../../../src/render/props/prop-source.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { writeSecondCoord } from "../../../../src/scene/props/prop-geometry.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../../oracle/light/color.ts";
import { decaled, maskedTint } from "../../../oracle/materials/painted.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeMaterials } from "../../make-materials.ts";
import { IDENTITY_BONE, makeProps } from "../../make-props.ts";
import { makeMap } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

type Triple = readonly [number, number, number];
const test = await openTestGpu();
const SIZE = 16;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26020470831196 };
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const BASE: Triple = [200, 120, 90];
const GREEN = 170;
const DECAL_ALPHA = 90;
/** Colours of a decal's quarters. */
const QUARTERS: readonly Triple[] = [
  [250, 60, 40],
  [30, 200, 90],
  [90, 40, 220],
  [180, 190, 20],
];
const COLOR: Triple = [0.7, 0.9, 0.4];
const WALL = 100;

function file(texel: (x: number, y: number) => readonly number[]) {
  return writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1, mipCount: 1 },
    ...{ flags: 0x2000, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () => Uint8Array.from({ length: 64 }, (_, i) => texel((i >> 2) & 3, i >> 4)[i & 3]),
  });
}

const FILES = {
  "materials/base.vtf": file(() => [...BASE, 255]),
  "materials/mask.vtf": file(() => [20, GREEN, 230, 255]),
  "materials/decal.vtf": file((x, y) => [...QUARTERS[(x >> 1) + (y >> 1) * 2], DECAL_ALPHA]),
  "materials/flat.vtf": file(() => [128, 128, 255, 255]),
};

describe.skipIf(test === null)("painted models", () => {
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

  /** Draws a wall whose second texture coordinates are the same at all corners. */
  async function draw(params: string, family: number, second: readonly [number, number] = [0, 0]) {
    const vmt = `VertexLitGeneric { $basetexture base $color2 "[.5 1 .8]" ${params} }`;
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const { materials, textures } = await resolveMaterials(["m"], null, access, OPTIONS);
    expect([...materials.family]).toEqual([family]);
    t.renderer.setScene(makeMap([], makeMaterials([])));
    const vertex = (y: number, z: number, texCoord: [number, number]) => ({
      position: [WALL, y, z] as const,
      ...{ texCoord, normal: [-1, 0, 0] as const, tangent: [0, 1, 0, 1] as const },
    });
    const vertices = [
      vertex(WALL, WALL, [0, 0]),
      vertex(-WALL, WALL, [1, 0]),
      vertex(-WALL, -WALL, [1, 1]),
      vertex(WALL, -WALL, [0, 1]),
    ];
    const lods = [{ switchPoint: 0, material: 0, vertices, indices: [0, 2, 1, 0, 3, 2] }];
    const worldFromModel = [...IDENTITY_BONE];
    const box = [0, -WALL, -WALL, WALL, WALL, WALL];
    const instance = { variant: 0, worldFromModel, box, color: [...COLOR, 1] as const };
    const props = makeProps([{ bones: [IDENTITY_BONE], lods }], [instance], materials);
    const view = new DataView(props.vertices.buffer, props.vertices.byteOffset);
    for (let i = 0; i < vertices.length; i++) {
      writeSecondCoord(view, i * PROP_VERTEX.strideBytes, ...second);
    }
    t.renderer.setSource(propSource(props));
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("props", texture, image);
    }
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    const at = (10 * SIZE + 6) * 4;
    return [...pixels.subarray(at, at + 3)];
  }

  async function expectDrawn(drawn: Promise<number[]>, linear: Rgb, where = ""): Promise<void> {
    const shown = mapRgb(linear, encodeSrgb);
    const found = await drawn;
    const off = Math.max(...found.map((value, k) => Math.abs(value - shown[k])));
    expect(off, `${found}, not ${shown} ${where}`).toBeLessThanOrEqual(1);
  }

  const linear = (color: Triple): Triple => mapRgb(color, (c) => decodeSrgb(c)) as never;
  const times = (a: Triple, b: Triple): Triple => a.map((c, k) => c * b[k]) as never;
  const TINT = times(COLOR, [0.5 ** 2.2, 1, 0.8 ** 2.2]);

  it("tint by the mask's green channel, with material and prop colour", async () => {
    await expectDrawn(draw("", FAMILY.lit), times(linear(BASE), TINT));
    const masked = times(linear(BASE), maskedTint(TINT, GREEN));
    for (const more of ["", "$bumpmap flat"]) {
      await expectDrawn(draw(`$tintmasktexture mask ${more}`, FAMILY.draped), masked, more);
    }
  });

  it("show a decal at second texture coordinates, in each mode", async () => {
    for (const [quarter, decal] of QUARTERS.entries()) {
      // Includes positions before and after the texture, which repeats.
      const at = [0.25 + (quarter & 1) * 0.5 - (quarter >> 1), 1.25 + (quarter >> 1) * 0.5 - 2];
      for (const mode of [0, 1, 2, 3]) {
        const vmt = `$tintmasktexture mask $decaltexture decal $decalblendmode ${mode}`;
        const tinted = times(linear(BASE), maskedTint(TINT, GREEN));
        await expectDrawn(
          draw(vmt, FAMILY.draped, at as never),
          decaled(tinted, linear(decal), DECAL_ALPHA / 255, mode),
          `mode ${mode}, quarter ${quarter}`,
        );
      }
    }
  });

  it("keep full precision of second texture coordinates", async () => {
    // 15 bits for −2 to 2, the lower 7 of them set: without those it would be 0.484, a sixteenth
    // nearer to the upper texels.
    const t = (20479 / 32768) * 4 - 2;
    const share = (t - 0.375) / 0.25;
    const [upper, lower] = [linear(QUARTERS[0]), linear(QUARTERS[2])];
    const decal = upper.map((value, k) => value + (lower[k] - value) * share) as never;
    const tinted = times(linear(BASE), maskedTint(TINT, GREEN));
    await expectDrawn(
      draw("$tintmasktexture mask $decaltexture decal $decalblendmode 3", FAMILY.draped, [0.25, t]),
      decaled(tinted, decal, DECAL_ALPHA / 255, 3),
    );
  });

  it("show no decal without a known mode", async () => {
    await draw("$decaltexture decal", FAMILY.lit);
    await draw("$decaltexture decal $decalblendmode 4", FAMILY.lit);
  });
});
