/**
 * Tests detail textures from the VMT on: pixels against the engine's formulas
 * (`test/oracle/materials/detail.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEXTUREFLAGS_SSBUMP } from "../../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import { PASS_OPAQUE, PASS_TRANSLUCENT } from "../../../../src/map/material.ts";
import { ROLE_COUNT, ROLE_DETAIL } from "../../../../src/map/texture-roles.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../../oracle/light/color.ts";
import { bumpedLight, directionsOf, type Triple } from "../../../oracle/materials/bump.ts";
import { type DetailLook, detailedBase, type Rgba } from "../../../oracle/materials/detail.ts";
import { animatedFrame, scrollProxy, sineProxy } from "../../../oracle/materials/proxies.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeMap, type Quad, type QuadLight } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 16;
/** Column and row of the tested pixel. */
const COLUMN = 10;
/** At a distance of 1 the picture is 2 wide and high. */
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26020470831196 };
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const BASE: Rgba = [150, 100, 60, 140];
const SECOND: Rgba = [40, 160, 90, 40];
const DETAIL: Rgba = [170, 90, 120, 90];
const BUMP: Triple = [150, 190, 220];
const BEHIND: Rgb = [60, 90, 120];
const ALPHA_FLAG = 0x2000;

/** Colours of a texture's quarters. */
const QUARTERS: readonly Rgb[] = [
  [250, 120, 60],
  [90, 240, 130],
  [110, 80, 220],
  [200, 200, 70],
];

function file(
  texel: (x: number, y: number, frame: number) => readonly number[],
  flags = ALPHA_FLAG,
  frameCount = 1,
) {
  return writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount, firstFrame: 0, faceCount: 1 },
    ...{ mipCount: 1, flags, format: 0, reflectivity: [0, 0, 0] },
    ...{ bumpScale: 1, lowRes: null },
    image: (_mip, frame = 0) =>
      Uint8Array.from({ length: 64 }, (_, i) => texel((i >> 2) & 3, i >> 4, frame)[i & 3]),
  });
}

const FILES = {
  "materials/base.vtf": file(() => BASE),
  "materials/solid.vtf": file(() => BASE, 0),
  "materials/second.vtf": file(() => SECOND),
  "materials/detail.vtf": file(() => DETAIL),
  "materials/shadow.vtf": file(() => DETAIL, ALPHA_FLAG | TEXTUREFLAGS_SSBUMP),
  "materials/normal.vtf": file(() => [...BUMP, 255]),
  "materials/quarters.vtf": file((x, y) => [...QUARTERS[(x >> 1) + (y >> 1) * 2], 255]),
  "materials/frames.vtf": file((_x, _y, frame) => [...QUARTERS[frame], 255], 0, 4),
  "materials/behind.vmt": "UnlitGeneric { $basetexture behind }",
  "materials/behind.vtf": file(() => [...BEHIND, 255]),
};

const BLOCKS: readonly Triple[] = [
  [100, 140, 80],
  [200, 40, 20],
  [20, 180, 60],
  [30, 50, 220],
];
const LIGHT = mapRgb(BLOCKS[0], (value) => value / 255);
const lit = (bumped: boolean): QuadLight => ({
  ...{ columns: 2, rows: 2, styles: [0], bumped },
  sample: (block) => [...BLOCKS[block], 0],
});
const PANE: Quad = {
  ...{ origin: [50, 50, -50], u: [0, -100, 0], v: [0, 0, 100], material: 1 },
  light: lit(false),
};
const WALL: Quad = { origin: [90, 300, -300], u: [0, -600, 0], v: [0, 0, 600], material: 0 };
/** Position of that pixel on the pane, in both directions. */
const PLACE = (COLUMN + 0.5) / SIZE;
const MODES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

describe.skipIf(test === null)("a detail texture", () => {
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

  async function open(vmt: string, pane: Partial<Quad> = {}, leaveOut = "nothing") {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const names = ["behind", "m"];
    const { materials, textures } = await resolveMaterials(names, null, access, OPTIONS);
    t.renderer.setScene(makeMap([WALL, { ...PANE, ...pane }], materials));
    const all = [...textures.files.keys()].filter(
      (texture) => !textures.files[texture].path.includes(leaveOut),
    );
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    await t.renderer.settled();
    return { ...materials, warnings: access.diagnostics.warnings };
  }

  async function expectLight(expected: Rgb, time = 0): Promise<void> {
    t.renderer.render(CAMERA, time);
    const pixels = await t.renderer.readPixels();
    const at = (COLUMN * SIZE + COLUMN) * 4;
    const drawn = [...pixels.subarray(at, at + 3)];
    const shown = mapRgb(expected, encodeSrgb);
    const off = Math.max(...drawn.map((value, k) => Math.abs(value - shown[k])));
    expect(off, `${drawn}, not ${shown} at ${time}`).toBeLessThanOrEqual(1);
  }

  const texel = { base: BASE, detail: DETAIL };
  /** Returns the colour of an opaque surface in a light. */
  const shaded = (look: DetailLook, light: Rgb = LIGHT): Rgb => {
    const { albedo, added } = detailedBase(look);
    return mapRgb(albedo, (value, k) => value * light[k] + added[k]);
  };
  const over = (color: Rgb, alpha: number): Rgb =>
    mapRgb(color, (value, k) => value * alpha + decodeSrgb(BEHIND[k]) * (1 - alpha));

  for (const mode of MODES) {
    const params = `$basetexture base $detail detail $detailblendmode ${mode}
      $detailblendfactor .7 $detailtint "[.9 .6 .8]"`;
    const look = { ...texel, mode, factor: 0.7, tint: [0.9, 0.6, 0.8] as const };

    it(`in mode ${mode} combines with a lightmapped texture and keeps its alpha`, async () => {
      const world = { ...look, isOfWorld: true };
      await open(`LightmappedGeneric { ${params} }`);
      await expectLight(shaded(world));
      await open(`LightmappedGeneric { ${params} $translucent 1 }`);
      await expectLight(over(shaded(world), detailedBase(world).alpha));
    });

    it(`in mode ${mode} combines with an unlit or vertex-lit texture including alpha`, async () => {
      const model = { ...look, isOfWorld: false };
      const { alpha } = detailedBase(model);
      await open(`VertexLitGeneric { ${params} }`);
      await expectLight(shaded(model));
      await open(`VertexLitGeneric { ${params} $translucent 1 }`);
      await expectLight(over(shaded(model), alpha));
      await open(`UnlitGeneric { ${params} $translucent 1 }`);
      await expectLight(over(shaded(model, [1, 1, 1]), alpha));
    });
  }

  it("has the default blend factor 1", async () => {
    await open("LightmappedGeneric { $basetexture base $detail detail }");
    await expectLight(shaded({ ...texel, isOfWorld: true }));
  });

  it("in an additive mode is scaled by self-illumination", async () => {
    for (const [mode, factor] of [
      [5, 0.6],
      [6, 0.3],
      [6, 0.8],
    ]) {
      await open(`VertexLitGeneric { $basetexture base $detail detail $selfillum 1
        $detailblendmode ${mode} $detailblendfactor ${factor} }`);
      const { albedo, alpha, added } = detailedBase({ ...texel, mode, factor, isOfWorld: false });
      await expectLight(
        mapRgb(albedo, (c, k) => (c * LIGHT[k] + added[k]) * (1 - alpha) + c * alpha),
      );
    }
  });

  it("on models with a normal map ignores its tint and additive modes", async () => {
    for (const mode of [1, 5]) {
      await open(`VertexLitGeneric { $basetexture base $detail detail $bumpmap normal
        $detailblendmode ${mode} $detailtint "[.2 .2 .2]" }`);
      const own = detailedBase({ ...texel, mode, isOfWorld: false });
      await expectLight(mapRgb(own.albedo, (c, k) => c * LIGHT[k]));
    }
  });

  it("that is a self-shadowed bump map weighs the light of a normal map", async () => {
    const tint = [0.9, 0.7, 0.8] as const;
    await open(
      `LightmappedGeneric { $basetexture base $detail shadow $bumpmap normal $detailtint "[.9 .7 .8]" }`,
      { light: lit(true) },
    );
    const dp = directionsOf(BUMP).map((d, k) => (d * 2 * DETAIL[k] * tint[k]) / 255);
    const sum = dp[0] + dp[1] + dp[2];
    const light = bumpedLight(dp.map((d) => d / sum) as never, BLOCKS.slice(1));
    await expectLight(
      mapRgb([BASE[0], BASE[1], BASE[2]], (c, k) => (decodeSrgb(c) * light[k]) / 255),
    );
  });

  it("that is a self-shadowed bump map shades without a normal map", async () => {
    await open("LightmappedGeneric { $basetexture base $detail shadow }");
    await expectLight(shaded({ ...texel, mode: 11, isOfWorld: true }));
  });

  it("covers both textures of a blend, whose first alpha counts", async () => {
    await open(
      `WorldVertexTransition { $basetexture base $basetexture2 second $detail detail $detailblendmode 4
        $translucent 1 }`,
      { blend: [0.3, 0.3, 0.3, 0.3] },
    );
    const share = Math.round(0.3 * 255) / 255;
    const [d] = [mapRgb([DETAIL[0], DETAIL[1], DETAIL[2]], (c) => c / 255)];
    const alpha = BASE[3] / 255;
    const lightOf = (k: number) => {
      const both = decodeSrgb(BASE[k]) * (1 - share) + decodeSrgb(SECOND[k]) * share;
      return (both * alpha + d[k] * (1 - alpha)) * LIGHT[k];
    };
    await expectLight(over([lightOf(0), lightOf(1), lightOf(2)], alpha));
  });

  /** Returns the colour at a position of the quartered texture, or `null` near a border. */
  function quarterAt(s: number, t: number): Rgb | null {
    const at = [s, t].map((c) => (c - Math.floor(c)) * 4);
    if (at.some((c) => [0, 2, 4].some((border) => Math.abs(c - border) < 0.49))) return null;
    return QUARTERS[(at[0] > 2 ? 1 : 0) + (at[1] > 2 ? 2 : 0)];
  }
  const quarter = (s: number, t: number, isOfWorld: boolean, light = LIGHT) => {
    const found = quarterAt(s, t);
    expect(found, `${s}, ${t}`).not.toBe(null);
    return shaded({ base: BASE, detail: [...found!, 255], isOfWorld }, light);
  };

  it("repeats at its scale of the base texture", async () => {
    await open("LightmappedGeneric { $basetexture base $detail quarters }");
    await expectLight(quarter(PLACE * 4, PLACE * 4, true));
    await open(
      `LightmappedGeneric { $basetexture base $detail quarters $detailscale "[2.7 1.2]" }`,
    );
    await expectLight(quarter(PLACE * 2.7, PLACE * 1.2, true));
    // Lightmapped surfaces have no separate detail transform.
    const moved = `$basetexturetransform "center 0 0 scale 2 1 rotate 90 translate .1 .25"
      $detailtexturetransform "translate .3 .4" $detailscale "[1.3 2.2]"`;
    const [s, t2] = [-PLACE * 2.2 + 0.1 * 1.3, PLACE * 2 * 1.3 + 0.25 * 2.2];
    await open(`LightmappedGeneric { $basetexture base $detail quarters ${moved} }`);
    await expectLight(quarter(s, t2, true));
    await open(`UnlitGeneric { $basetexture base $detail quarters ${moved} }`);
    await expectLight(quarter((PLACE + 0.3) * 1.3, (PLACE + 0.4) * 2.2, false, [1, 1, 1]));
  });

  it("follows the base transform, frames and proxies", async () => {
    await open(`UnlitGeneric { $basetexture base $detail quarters $detailscale 2 Proxies { TextureScroll {
      texturescrollvar $basetexturetransform texturescrollrate .35 texturescrollangle 60 } } }`);
    const seen = new Set<Rgb>();
    for (let time = 0; time < 12; time += 0.7) {
      const [s, t2] = scrollProxy(time, 0.35, 60);
      const found = quarterAt((PLACE + s) * 2, (PLACE + t2) * 2);
      if (found === null) continue;
      seen.add(found);
      await expectLight(quarter((PLACE + s) * 2, (PLACE + t2) * 2, false, [1, 1, 1]), time);
    }
    expect(seen.size).toBe(4);
    await open(`UnlitGeneric { $basetexture base $detail frames Proxies { AnimatedTexture {
      animatedtexturevar $detail animatedtextureframenumvar $detailframe animatedtextureframerate 4 }
      Sine { resultvar $detailblendfactor sinemin .2 sineperiod 3 } } }`);
    for (const time of [0, 0.4, 0.9, 1.6]) {
      const detail: Rgba = [...QUARTERS[animatedFrame(time, 4, 4)], 255];
      const factor = sineProxy(time, 0.2, 1, 3);
      await expectLight(shaded({ base: BASE, detail, factor, isOfWorld: false }, [1, 1, 1]), time);
    }
  });

  it("has no effect if it is missing or its mode is unsupported", async () => {
    const plain = mapRgb([BASE[0], BASE[1], BASE[2]], (c, k) => decodeSrgb(c) * LIGHT[k]);
    await open("LightmappedGeneric { $basetexture base $detail detail }", {}, "detail");
    await expectLight(plain);
    const missing = await open("LightmappedGeneric { $basetexture base $detail gone }");
    expect(missing.warnings.map(({ code }) => code)).toEqual(["missing-texture"]);
    await expectLight(plain);
    for (const vmt of [
      "LightmappedGeneric { $basetexture base $detail detail $detailblendmode 5 }",
      "LightmappedGeneric { $basetexture base $detail detail $detailblendmode 77 }",
      "VertexLitGeneric { $basetexture base $detail detail $treesway 1 }",
      "Sprite { $basetexture base $detail detail }",
    ]) {
      const set = await open(vmt);
      expect(set.roleTexture[ROLE_COUNT + ROLE_DETAIL], vmt).toBe(-1);
    }
  });

  it("makes a surface translucent by its alpha in modes that use it", async () => {
    const vmt = "VertexLitGeneric { $basetexture solid $detail detail $translucent 1";
    expect((await open(`${vmt} $detailblendmode 9 }`)).pass[1]).toBe(PASS_TRANSLUCENT);
    expect((await open(`${vmt} }`)).pass[1]).toBe(PASS_OPAQUE);
  });
});
