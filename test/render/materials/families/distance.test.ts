/**
 * Tests distance-coded alpha from the VMT on: pixels against the engine's formulas
 * (`test/oracle/materials/distance.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import { PASS_OPAQUE, PASS_TRANSLUCENT } from "../../../../src/map/material.ts";
import { FAMILY } from "../../../../src/map/material-families.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../../oracle/light/color.ts";
import { type DistanceLook, distanceColor } from "../../../oracle/materials/distance.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeMap, type Quad } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 8;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const BASE = [230, 180, 140] as const;
const DETAIL = [160, 90, 120] as const;
const BEHIND = [60, 90, 120] as const;

function file(color: readonly number[], alphaAt: (x: number) => number) {
  return writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1 },
    ...{ mipCount: 1, flags: 0x2000, format: 0, reflectivity: [0, 0, 0] },
    ...{ bumpScale: 1, lowRes: null },
    image: () =>
      Uint8Array.from({ length: 64 }, (_, i) => [...color, alphaAt((i >> 2) & 3)][i & 3]),
  });
}

/** Alphas of textures with uniform alpha. */
const ALPHAS = [20, 90, 126, 130, 150, 185, 240];
/** Alphas left and right of the middle. */
const [LEFT, RIGHT] = [210, 30];
const FILES = {
  ...Object.fromEntries(ALPHAS.map((a) => [`materials/a${a}.vtf`, file(BASE, () => a)])),
  ...Object.fromEntries(ALPHAS.map((a) => [`materials/d${a}.vtf`, file(DETAIL, () => a)])),
  "materials/halves.vtf": file(BASE, (x) => (x < 2 ? LEFT : RIGHT)),
  "materials/behind.vmt": "UnlitGeneric { $basetexture behind }",
  "materials/behind.vtf": file(BEHIND, () => 255),
};

const PANE: Quad = { origin: [50, 50, -50], u: [0, -100, 0], v: [0, 0, 100], material: 1 };
const WALL: Quad = { origin: [90, 300, -300], u: [0, -600, 0], v: [0, 0, 600], material: 0 };

const SOFT = { start: 0.7, end: 0.4 };
const SOFTLY = "$softedges 1 $edgesoftnessstart .7 $edgesoftnessend .4";
const OUTLINE = {
  ...{ color: [0.9, 0.2, 0.4] as const, alpha: 0.8 },
  at: [0.3, 0.5, 0.62, 0.8] as const,
};
const OUTLINED =
  '$outline 1 $outlinecolor "[.9 .2 .4]" $outlinealpha .8 $outlinestart0 .3 $outlinestart1 .5 $outlineend0 .62 $outlineend1 .8';
const GLOW = { color: [0.1, 0.6, 0.9] as const, alpha: 0.7, start: 0.05, end: 0.6 };
const GLOWING = '$glow 1 $glowcolor "[.1 .6 .9]" $glowalpha .7 $glowstart .05 $glowend .6';

describe.skipIf(test === null)("distance-coded alpha", () => {
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

  async function open(vmt: string) {
    const written = `UnlitGeneric { $distancealpha 1 $translucent 1 ${vmt} }`;
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": written }));
    const names = ["behind", "m"];
    const { materials, textures } = await resolveMaterials(names, null, access, OPTIONS);
    expect(materials.family[1]).toBe(FAMILY.distance);
    t.renderer.setScene(makeMap([WALL, PANE], materials));
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    await t.renderer.settled();
    return materials;
  }

  async function expectLook(look: DistanceLook): Promise<void> {
    t.renderer.render(CAMERA, 0);
    const pixels = await t.renderer.readPixels();
    const at = ((SIZE / 2) * SIZE + SIZE / 2) * 4;
    const drawn = [...pixels.subarray(at, at + 3)];
    const [color, alpha] = distanceColor(look);
    const light = mapRgb(color, (c, k) => c * alpha + decodeSrgb(BEHIND[k]) * (1 - alpha));
    const shown = mapRgb(light as Rgb, encodeSrgb);
    const off = Math.max(...drawn.map((value, k) => Math.abs(value - shown[k])));
    expect(off, `${drawn}, not ${shown} of ${JSON.stringify(look)}`).toBeLessThanOrEqual(1);
  }

  const WAYS: readonly (readonly [string, string, Partial<DistanceLook>])[] = [
    ["cuts hard edges at half", "", {}],
    ["softens edges", SOFTLY, { soft: SOFT }],
    ["draws an outline between two bands", OUTLINED, { outline: OUTLINE }],
    [
      "draws an outline under soft edges",
      `${SOFTLY} ${OUTLINED}`,
      { soft: SOFT, outline: OUTLINE },
    ],
    ["glows outside of its edges", `${SOFTLY} ${GLOWING}`, { soft: SOFT, glow: GLOW }],
  ];
  for (const [name, vmt, look] of WAYS) {
    it(name, async () => {
      for (const alpha of ALPHAS) {
        await open(`$basetexture a${alpha} ${vmt}`);
        await expectLook({ base: BASE, distance: alpha / 255, ...look });
      }
    });
  }

  it("samples its glow at an offset", async () => {
    // The pixel mixes a quarter of the left and three quarters of the right alpha.
    const distance = (LEFT + 3 * RIGHT) / 4 / 255;
    await open(`$basetexture halves ${SOFTLY} ${GLOWING} $glowx -.25`);
    await expectLook({ base: BASE, distance, glowDistance: LEFT / 255, soft: SOFT, glow: GLOW });
    await open(`$basetexture halves ${SOFTLY} ${GLOWING} $glowx .2`);
    await expectLook({ base: BASE, distance, glowDistance: RIGHT / 255, soft: SOFT, glow: GLOW });
  });

  it("comes from the detail texture if the material says so", async () => {
    const detail = mapRgb(DETAIL, (c) => c / 255);
    for (const alpha of [90, 150, 240]) {
      const set = await open(
        `$basetexture a185 $detail d${alpha} $distancealphafromdetail 1 ${SOFTLY}`,
      );
      expect(set.pass[1]).toBe(PASS_TRANSLUCENT);
      const look = { base: BASE, baseAlpha: 185 / 255, detail, soft: SOFT };
      await expectLook({ ...look, distance: alpha / 255 });
      await open(`$basetexture a185 $detail d${alpha} $distancealphafromdetail 1`);
      await expectLook({ ...look, soft: undefined, distance: alpha / 255 });
    }
  });

  it("leaves opaque surfaces opaque, and is ignored by models with a normal map", async () => {
    const vmts = {
      solid: "VertexLitGeneric { $basetexture a90 $distancealpha 1 }",
      bumped:
        "VertexLitGeneric { $basetexture a90 $bumpmap a240 $distancealpha 1 $halflambert 1 $lightwarptexture a20 }",
    };
    const files = Object.entries(vmts).map(([name, vmt]) => [`materials/${name}.vmt`, vmt]);
    const access = accessTo(madeContent({ ...FILES, ...Object.fromEntries(files) }));
    const names = Object.keys(vmts);
    const { materials } = await resolveMaterials(names, null, access, OPTIONS);
    expect([...materials.family]).toEqual([FAMILY.distance, FAMILY.model]);
    expect(materials.pass[0]).toBe(PASS_OPAQUE);
  });
});
