/**
 * Tests lightmapped surfaces with rare parameters: pixels against their formulas
 * (`test/oracle/materials/wall.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseEntities } from "../../../../src/formats/bsp/read/parse-entities.ts";
import { TEXTUREFLAGS_ENVMAP } from "../../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import { FAMILY } from "../../../../src/map/material-families.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { shineOnWalls } from "../../../../src/scene/materials/resolve-world.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../../oracle/light/color.ts";
import { bumpedLight, directionsOf, normalOf } from "../../../oracle/materials/bump.ts";
import {
  blendNewLayers,
  edgeNormal,
  type LayerBorder,
  maskedNormal,
  mirroredInLight,
  rampPlace,
  type Triple,
  type WallHighlight,
  wallHighlight,
} from "../../../oracle/materials/wall.ts";
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
const FIRST: Triple = [200, 100, 60];
const SECOND: Triple = [40, 160, 90];
const NORMAL: Triple = [150, 190, 220];
const NORMAL_ALPHA = 150;
const NORMAL2: Triple = [90, 100, 230];
const NORMAL2_ALPHA = 70;
/** Normal map texel of an almost flat surface turned towards the sun. */
const SOFT: Triple = [116, 106, 245];
const SOFT_ALPHA = 200;
const NORMALS: readonly Triple[] = [NORMAL, NORMAL2, [120, 60, 200], [210, 140, 170]];
const OVER: Triple = [120, 160, 200];
const OVER_ALPHA = 180;
const AROUND: Triple = [120, 90, 180];
const rampTexel = (x: number) => [30 + x * 60, 20 + x * x * 20, 250 - x * 40, 255] as const;
const MASK = { red: 30, green: 120 };
/** Edge of a generated texture, in texels. */
const EDGE = 4;
/** Green of a mask, different for each texel. */
const greenOf = (x: number, y: number) => 60 + x * 20 + y * 35;

function file(texel: (x: number, y: number) => readonly number[], flags = 0x2000) {
  return writeVtf({
    ...{ width: EDGE, height: EDGE, depth: 1, frameCount: 1, firstFrame: 0 },
    ...{ faceCount: (flags & TEXTUREFLAGS_ENVMAP) !== 0 ? 6 : 1 },
    ...{ mipCount: 1, flags, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () => Uint8Array.from({ length: 64 }, (_, i) => texel((i >> 2) & 3, i >> 4)[i & 3]),
  });
}

const FILES = {
  "materials/first.vtf": file(() => [...FIRST, 140]),
  "materials/second.vtf": file(() => [...SECOND, 30]),
  "materials/normal.vtf": file(() => [...NORMAL, NORMAL_ALPHA]),
  "materials/normal2.vtf": file(() => [...NORMAL2, NORMAL2_ALPHA]),
  "materials/soft.vtf": file(() => [...SOFT, SOFT_ALPHA]),
  "materials/over.vtf": file(() => [...OVER, OVER_ALPHA]),
  // Four quarters.
  "materials/normals.vtf": file((x, y) => [...NORMALS[(x >> 1) + (y >> 1) * 2], NORMAL_ALPHA]),
  "materials/around.vtf": file(() => [...AROUND, 255], TEXTUREFLAGS_ENVMAP),
  // Clamped, so that its end is not filtered with its start.
  "materials/ramp.vtf": file((x) => rampTexel(x), 0x2000 | 0x4 | 0x8),
  "materials/mask.vtf": file(() => [MASK.red, MASK.green, 7, 255]),
  "materials/slope.vtf": file((x, y) => [MASK.red, greenOf(x, y), 7, 255]),
};

const BLOCKS: readonly Triple[] = [
  [100, 140, 80],
  [200, 40, 20],
  [20, 180, 60],
  [30, 50, 220],
];
const bumped: QuadLight = {
  ...{ columns: 2, rows: 2, styles: [0], bumped: true },
  sample: (block) => [...BLOCKS[block], 0],
};
const plain: QuadLight = {
  ...{ columns: 2, rows: 2, styles: [0] },
  sample: () => [...BLOCKS[0], 0],
};
const PANE: Quad = { origin: [50, 50, -50], u: [0, -100, 0], v: [0, 0, 100], material: 0 };

describe.skipIf(test === null)("the wall family", () => {
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

  async function draw(
    vmt: string,
    pane: Partial<Quad> = {},
    family: number = FAMILY.wall,
    entities = "",
  ) {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const { materials, textures } = await resolveMaterials(["m"], null, access, OPTIONS);
    expect([...materials.family]).toEqual([family]);
    expect(access.diagnostics.warnings).toEqual([]);
    shineOnWalls(materials, parseEntities(entities));
    t.renderer.setScene(makeMap([{ ...PANE, ...pane }], materials));
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    const at = (COLUMN * SIZE + COLUMN) * 4;
    return [...pixels.subarray(at, at + 3)];
  }

  async function expectDrawn(drawn: Promise<number[]>, linear: Rgb, where = ""): Promise<void> {
    const shown = mapRgb(linear, encodeSrgb);
    const found = await drawn;
    const off = Math.max(...found.map((value, k) => Math.abs(value - shown[k])));
    expect(off, `${found}, not ${shown} ${where}`).toBeLessThanOrEqual(1);
  }

  const linear = (color: Triple): Rgb => mapRgb(color, (c) => decodeSrgb(c));
  const allOver = (blend: number) => ({ blend: [blend, blend, blend, blend] as const });
  const stored = (blend: number) => Math.round(blend * 255) / 255;
  const BLENDS = [0, 0.2, 0.4, 0.45, 0.5, 1];
  const LAYERS = `WorldVertexTransition { $basetexture first $basetexture2 second
    $blendmodulatetexture mask $newlayerblending 1`;

  describe("with $newlayerblending", () => {
    const border: LayerBorder = {
      ...{ blendSoftness: 0.1, strength: 0.8, offset: 0.15, softness: 0.3 },
      tint: [150, 200, 1].map((c) => (c / 255) ** 2.2) as never,
    };
    const written = `$blendsoftness .1 $layerborderstrength .8 $layerborderoffset .15
      $layerbordersoftness .3 $layerbordertint "{150 200 1}"`;
    const blended = (blend: number, how: LayerBorder, tints: readonly Triple[] = []): Rgb => {
      const { share, border } = blendNewLayers(stored(blend), MASK.green, how);
      const [first = [1, 1, 1], second = [1, 1, 1]] = tints;
      const under = linear(FIRST).map((c, k) => c * border[k] * first[k]);
      return mapRgb(linear(SECOND), (c, k) => under[k] * (1 - share) + c * second[k] * share);
    };

    it("blends by its own softness, and tints the first layer along the border", async () => {
      const seen = new Set<string>();
      for (const blend of BLENDS) {
        const expected = blended(blend, border);
        seen.add(String(expected));
        await expectDrawn(draw(`${LAYERS} ${written} }`, allOver(blend)), expected, `at ${blend}`);
      }
      expect(seen.size).toBe(BLENDS.length);
    });

    it("has default softness and strength 0.5 and no tint", async () => {
      const rest: LayerBorder = {
        ...{ blendSoftness: 0.5, strength: 0.5, offset: 0, softness: 0.5, tint: [1, 1, 1] },
      };
      for (const blend of BLENDS) {
        await expectDrawn(draw(`${LAYERS} }`, allOver(blend)), blended(blend, rest));
        const tinted = { ...rest, tint: border.tint };
        const vmt = `${LAYERS} $layerbordertint "{150 200 1}" }`;
        await expectDrawn(draw(vmt, allOver(blend)), blended(blend, tinted));
      }
    });

    it("tints each layer, with or without the border", async () => {
      const tints = `$layertint1 "[.5 1 .8]" $layertint2 "{255 100 40}"`;
      const values: Triple[] = [
        [0.5 ** 2.2, 1, 0.8 ** 2.2],
        [1, (100 / 255) ** 2.2, (40 / 255) ** 2.2],
      ];
      await expectDrawn(
        draw(`${LAYERS} ${written} ${tints} }`, allOver(0.5)),
        blended(0.5, border, values),
      );
      const plain = `WorldVertexTransition { $basetexture first $basetexture2 second ${tints} }`;
      const share = stored(0.4);
      await expectDrawn(
        draw(plain, allOver(0.4)),
        mapRgb(
          linear(FIRST),
          (c, k) => c * values[0][k] * (1 - share) + linear(SECOND)[k] * values[1][k] * share,
        ),
      );
    });

    it("tilts the normal map along the border, outwards or inwards", async () => {
      const edge = { strength: 0.9, offset: 0.05, softness: 0.4 };
      // The pixel's position in the mask, between four texels.
      const at = ((COLUMN + 0.5) / SIZE) * EDGE - 0.5;
      const green = (s: number, u: number) => {
        const [left, top] = [Math.floor(s), Math.floor(u)];
        const wrap = (x: number) => ((x % EDGE) + EDGE) % EDGE;
        const [fs, fu] = [s - left, u - top];
        const row = (y: number) =>
          greenOf(wrap(left), wrap(y)) * (1 - fs) + greenOf(wrap(left + 1), wrap(y)) * fs;
        return row(top) * (1 - fu) + row(top + 1) * fu;
      };
      const beside = {
        s: [green(at - 1, at), green(at + 1, at)] as const,
        t: [green(at, at - 1), green(at, at + 1)] as const,
      };
      const vmt = `${LAYERS.replace("texture mask", "texture slope")} ${written} $bumpmap normal
        $layeredgenormal 1 $layeredgestrength .9 $layeredgeoffset .05 $layeredgesoftness .4`;
      for (const [more, strength] of [
        ["", 0.9],
        ["$layeredgepunchin 1", -0.9],
        ["$layeredgenormal 0", 0],
      ] as const) {
        const turn = edgeNormal(stored(0.5), beside, { ...edge, strength });
        expect(turn[0] !== 0 && turn[1] !== 0).toBe(strength !== 0);
        const texel = NORMAL.map((c, k) => c + (turn[k] / 2) * 255) as never as Triple;
        const lit = bumpedLight(directionsOf(texel), BLOCKS.slice(1));
        const { share, border: tint } = blendNewLayers(stored(0.5), green(at, at), border);
        const color = mapRgb(
          linear(FIRST),
          (c, k) => c * tint[k] * (1 - share) + linear(SECOND)[k] * share,
        );
        await expectDrawn(
          draw(`${vmt} ${more} }`, { ...allOver(0.5), light: bumped }),
          mapRgb(color, (c, k) => (c * lit[k]) / 255),
          more,
        );
      }
    });

    it("has no effect without a blend modulate texture", async () => {
      const vmt = `${LAYERS.replace("$blendmodulatetexture mask", "")} ${written} }`;
      const share = stored(0.4);
      const mixed = mapRgb(linear(FIRST), (c, k) => c * (1 - share) + linear(SECOND)[k] * share);
      await expectDrawn(draw(vmt, allOver(0.4), FAMILY.blend), mixed);
    });
  });

  const inLight = (color: Rgb, light: Triple) => mapRgb(color, (c, k) => (c * light[k]) / 255);

  it("is lit through a ramp by half the light's length", async () => {
    const color = [0.8 ** 2.2, 0.6 ** 2.2, 1] as const;
    const warped = (light: Triple): Rgb => {
      const at = rampPlace(light.map((c, k) => (c / 255) * color[k]) as never) * EDGE - 0.5;
      const left = Math.min(Math.max(Math.floor(at), 0), EDGE - 2);
      const part = Math.min(Math.max(at - left, 0), 1);
      const [low, high] = [rampTexel(left), rampTexel(left + 1)];
      return mapRgb(linear(FIRST), (c, k) => {
        const ramp = (low[k] * (1 - part) + high[k] * part) / 255;
        return (c * color[k] * light[k] * 2 * ramp) / 255;
      });
    };
    const vmt = `LightmappedGeneric { $basetexture first $lightwarptexture ramp $color "[.8 .6 1]"`;
    await expectDrawn(draw(`${vmt} }`, { light: plain }), warped(BLOCKS[0]));
    const lit = bumpedLight(directionsOf(NORMAL), BLOCKS.slice(1));
    await expectDrawn(draw(`${vmt} $bumpmap normal }`, { light: bumped }), warped(lit));
    // The ramp is off in settings without light.
    t.renderer.settings.fullbright = true;
    await expectDrawn(
      draw(`${vmt} }`, { light: plain }),
      mapRgb(linear(FIRST), (c, k) => c * color[k]),
    );
    t.renderer.settings.fullbright = false;
  });

  it("adds two normal maps below a third, each with its own transform", async () => {
    const vmt = `LightmappedGeneric { $basetexture first $bumpmap normals $bumpmap2 normals
      $bumpmask over $basetexturetransform "translate .3 .1"`;
    const place = (COLUMN + 0.5) / SIZE;
    const move = (quarter: number) =>
      `"translate ${0.25 + (quarter & 1) * 0.5 - place} ${0.25 + (quarter >> 1) * 0.5 - place}"`;
    for (const [one, two] of [
      [0, 3],
      [2, 1],
    ]) {
      const texel = maskedNormal(NORMALS[one], NORMALS[two], OVER, OVER_ALPHA);
      const lit = bumpedLight(directionsOf(texel), BLOCKS.slice(1));
      const moved = `${vmt} $bumptransform ${move(one)} $bumptransform2 ${move(two)}`;
      await expectDrawn(draw(`${moved} }`, { light: bumped }), inLight(linear(FIRST), lit));
      for (const [mask, share] of [
        ["", 1],
        ["$normalmapalphaenvmapmask 1", NORMAL_ALPHA / 255],
      ] as const) {
        const mirrored = mapRgb(AROUND, (c) => (decodeSrgb(c) * share * OVER_ALPHA) / 255);
        await expectDrawn(
          draw(`${moved} $envmap around ${mask} }`, { light: bumped }),
          mapRgb(inLight(linear(FIRST), lit), (c, k) => c + mirrored[k]),
          mask,
        );
      }
    }
    // The engine's shader cannot combine it with these.
    const light = bumpedLight(directionsOf(NORMALS[3]), BLOCKS.slice(1));
    const beside = vmt
      .replace("translate .3 .1", "translate 0 0")
      .replace(/2 normals/, "2 normal2");
    await expectDrawn(
      draw(`${beside} $basetexturenoenvmap 1 }`, { light: bumped }, FAMILY.lit),
      inLight(linear(FIRST), light),
    );
  });

  it("reflects less in the dark by $envmaplightscale", async () => {
    for (const [written, scale, range] of [
      ["$envmaplightscale 1", 1, [0, 1]],
      [`$envmaplightscale .6 $envmaplightscaleminmax "[.2 .7]"`, 0.6, [0.2, 0.7]],
      [`$envmaplightscale 1 $envmaplightscaleminmax "[.7 .9]"`, 1, [0.7, 0.9]],
    ] as const) {
      const light = BLOCKS[0].map((c) => c / 255) as never as Triple;
      const share = mirroredInLight(light, scale, range);
      await expectDrawn(
        draw(`LightmappedGeneric { $basetexture first $envmap around ${written} }`, {
          light: plain,
        }),
        mapRgb(inLight(linear(FIRST), BLOCKS[0]), (c, k) => c + decodeSrgb(AROUND[k]) * share[k]),
        written,
      );
    }
  });

  it("can exclude one layer from reflections", async () => {
    const vmt = `WorldVertexTransition { $basetexture first $basetexture2 second $bumpmap normal
      $bumpmap2 normal2 $envmap around $normalmapalphaenvmapmask 1`;
    const mixed = (share: number): Rgb =>
      mapRgb(linear(FIRST), (c, k) => c * (1 - share) + linear(SECOND)[k] * share);
    const softly = "$blendmodulatetexture mask $newlayerblending 1";
    const blended = blendNewLayers(stored(0.4), MASK.green, {
      ...{ blendSoftness: 0.5, strength: 0.5, offset: 0, softness: 0.5, tint: [1, 1, 1] },
    }).share;
    for (const [written, share, alpha] of [
      ["$basetexturenoenvmap 1", stored(0.4), 0],
      // Without a blend mask only the first normal map masks the reflection.
      ["$basetexture2noenvmap 1", stored(0.4), NORMAL_ALPHA],
      [`${softly} $basetexturenoenvmap 1`, blended, NORMAL2_ALPHA * blended],
      [`${softly} $basetexture2noenvmap 1`, blended, NORMAL_ALPHA * (1 - blended)],
    ] as const) {
      await expectDrawn(
        draw(`${vmt} ${written} }`, allOver(0.4)),
        mapRgb(mixed(share), (c, k) => c + (decodeSrgb(AROUND[k]) * alpha) / 255),
        written,
      );
    }
  });

  it("has a self-illumination tint that ignores $color", async () => {
    const color = [0.8 ** 2.2, 0.6 ** 2.2, 1];
    const vmt = `LightmappedGeneric { $basetexture first $selfillum 1 $color "[.8 .6 1]"
      $selfillumtint "[.2 1.4 .7]" }`;
    const glow = 140 / 255;
    await expectDrawn(
      draw(vmt, { light: plain }),
      mapRgb(linear(FIRST), (c, k) => {
        const lit = (c * color[k] * BLOCKS[0][k]) / 255;
        return lit * (1 - glow) + c * [0.2, 1.4, 0.7][k] * glow;
      }),
    );
  });

  describe("with sun highlights", () => {
    /** Direction of the light; its pitch is negative downwards, as for lights. */
    const SUN = `{ "classname" "light_environment" "pitch" "-12" "angles" "0 23 0" }
      { "classname" "env_cascade_light" "angles" "50 10 0" }`;
    const toSun = (pitch: number, yaw: number): Triple => {
      const [p, y] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
      return [-Math.cos(p) * Math.cos(y), -Math.cos(p) * Math.sin(y), Math.sin(p)];
    };
    const off = ((COLUMN + 0.5) / SIZE - 0.5) * 100;
    const place: Triple = [50, -off, -off];
    const toEye = place.map((c) => -c / Math.hypot(...place)) as never as Triple;
    const light = BLOCKS[0].map((c) => c / 255) as never as Triple;
    const first: WallHighlight = {
      ...{ exponent: 3, amount: [0.9, 0.7, 0.5, 0.8], mask: [0.5, 1.2], baseTint: 0 },
    };
    const written = `$phong 1 $phongexponent 3 $phongamount "[.9 .7 .5 .8]"
      $phongmaskcontrastbrightness "[.5 1.2]"`;
    const shown = (sun: Triple, how: WallHighlight, mask = 1): Rgb => {
      const at = { normal: [-1, 0, 0] as const, toEye, toSun: sun };
      const shine = wallHighlight(at, linear(FIRST) as never, light, mask, how);
      expect(Math.max(...shine)).toBeGreaterThan(0.02);
      return mapRgb(inLight(linear(FIRST), BLOCKS[0]), (c, k) => c + shine[k]);
    };
    const drawLit = (more: string, entities: string) =>
      draw(
        `LightmappedGeneric { $basetexture first ${written} ${more} }`,
        { light: plain },
        FAMILY.wall,
        entities,
      );

    it("draws highlights by exponent, amount and mask from light_environment", async () => {
      await expectDrawn(drawLit("", SUN), shown(toSun(12, 23), first));
      const tinted = { ...first, baseTint: 0.6 };
      await expectDrawn(drawLit("$phongbasetint .6", SUN), shown(toSun(12, 23), tinted));
      const base = drawLit("$basealphaenvmapmask 1", SUN);
      await expectDrawn(base, shown(toSun(12, 23), first, 1 - 140 / 255));
    });

    it("uses the angles of env_cascade_light if they are enabled", async () => {
      const own = SUN.replace('"50 10 0"', '"20 -15 0" "uselightenvangles" "0"');
      await expectDrawn(drawLit("", own), shown(toSun(20, -15), first));
    });

    it("draws none without an enabled env_cascade_light, or with phong off", async () => {
      const none = inLight(linear(FIRST), BLOCKS[0]);
      await expectDrawn(drawLit("", SUN.split("\n")[0]), none);
      const isOff = SUN.replace('"50 10 0"', '"50 10 0" "StartDisabled" "1"');
      await expectDrawn(drawLit("", isOff), none);
      t.renderer.settings.phong = false;
      await expectDrawn(drawLit("", SUN), none);
      t.renderer.settings.phong = true;
    });

    it("uses the normal map, its alpha mask, and separate values per layer", async () => {
      const vmt = `WorldVertexTransition { $basetexture first $basetexture2 second $bumpmap soft
        $normalmapalphaenvmapmask 1 ${written} $phongexponent2 6 $phongamount2 "[.2 .9 .4 1]"
        $phongmaskcontrastbrightness2 "[1 2]" }`;
      const share = stored(0.4);
      const mixed = (a: number, b: number) => a * (1 - share) + b * share;
      const base = mapRgb(linear(FIRST), (c, k) => mixed(c, linear(SECOND)[k])) as never as Triple;
      const lit = bumpedLight(directionsOf(SOFT), BLOCKS.slice(1));
      const [x, y, z] = normalOf(SOFT);
      const at = { normal: [-z, -x, -y] as const, toEye, toSun: toSun(12, 23) };
      const shine = wallHighlight(at, base, lit.map((c) => c / 255) as never, SOFT_ALPHA / 255, {
        ...{ exponent: mixed(3, 6), mask: [mixed(0.5, 1), mixed(1.2, 2)], baseTint: 0 },
        amount: [mixed(0.9, 0.2), mixed(0.7, 0.9), mixed(0.5, 0.4), mixed(0.8, 1)],
      });
      expect(Math.max(...shine)).toBeGreaterThan(0.01);
      await expectDrawn(
        draw(vmt, { ...allOver(0.4), light: bumped }, FAMILY.wall, SUN),
        mapRgb(base, (c, k) => (c * lit[k]) / 255 + shine[k]),
      );
    });
  });

  it("is not chosen for materials without its parameters", async () => {
    const vmt = `LightmappedGeneric { $basetexture first $envmap around $selfillum 1
      $envmaplightscale 0 $selfillumtint "[1 1 1]" $layertint1 "[.5 .5 .5]" }`;
    await draw(vmt, {}, FAMILY.lit);
  });

  describe("is not chosen for LightmappedGeneric with", () => {
    const mixed = (share: number): Rgb =>
      mapRgb(linear(FIRST), (c, k) => c * (1 - share) + linear(SECOND)[k] * share);

    it("a second base texture, blended by vertices or by a mask alone", async () => {
      const vmt = "LightmappedGeneric { $basetexture first $basetexture2 second";
      await expectDrawn(draw(`${vmt} }`, allOver(0.4), FAMILY.blend), mixed(stored(0.4)));
      const masked = `${vmt} $blendmodulatetexture mask $maskedblending 1 }`;
      await expectDrawn(draw(masked, {}, FAMILY.blend), mixed(MASK.green / 255));
    });

    it("$albedo, used where a normal map is lit by directions", async () => {
      const vmt = "LightmappedGeneric { $basetexture first $albedo second";
      const lit = bumpedLight(directionsOf(NORMAL), BLOCKS.slice(1));
      const under = (more: string) => draw(`${vmt} ${more} }`, { light: bumped }, FAMILY.lit);
      await expectDrawn(under("$bumpmap normal"), inLight(linear(SECOND), lit));
      await expectDrawn(under(""), inLight(linear(FIRST), BLOCKS[0]));
    });

    it("$alpha2, multiplied with $alpha", async () => {
      const vmt = `LightmappedGeneric { $basetexture first $translucent 1 $alpha .9 $alpha2 .5 }`;
      const alpha = (140 / 255) * 0.9 * 0.5;
      await expectDrawn(
        draw(vmt, {}, FAMILY.lit),
        mapRgb(linear(FIRST), (c) => c * alpha),
      );
    });
  });
});
