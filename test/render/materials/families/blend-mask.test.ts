/**
 * Tests `$blendmodulatetexture`: pixels against the engine's formula
 * (`test/oracle/materials/blend-mask.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEXTUREFLAGS_ENVMAP } from "../../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../../oracle/light/color.ts";
import { type BlendMask, maskedBlend } from "../../../oracle/materials/blend-mask.ts";
import { bumpedLight, directionsOf, type Triple } from "../../../oracle/materials/bump.ts";
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
const FIRST = [200, 100, 60] as const;
const SECOND = [40, 160, 90] as const;
const FIRST_ALPHA = 140;
const NORMAL: Triple = [150, 190, 220];
const NORMAL2: Triple = [90, 100, 230];
const NORMAL_ALPHA = [40, 210] as const;
const AROUND = [120, 90, 180] as const;
const ALPHA_FLAG = 0x2000;
/** Red and green of a mask: soft, with a sharp edge, and clamped at either end. */
const MASKS: readonly BlendMask[] = [
  { red: 60, green: 120 },
  { red: 0, green: 70 },
  { red: 120, green: 40 },
  { red: 90, green: 230 },
];
const BLENDS = [0, 0.2, 0.4, 0.6, 1];
const storedBlend = (blend: number) => Math.round(blend * 255) / 255;

function file(texel: (x: number, y: number) => readonly number[], flags = ALPHA_FLAG) {
  return writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0 },
    ...{ faceCount: (flags & TEXTUREFLAGS_ENVMAP) !== 0 ? 6 : 1 },
    ...{ mipCount: 1, flags, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () => Uint8Array.from({ length: 64 }, (_, i) => texel((i >> 2) & 3, i >> 4)[i & 3]),
  });
}

const maskTexel = ({ red, green }: BlendMask) => [red, green, 7, 255];
const FILES = {
  "materials/first.vtf": file(() => [...FIRST, FIRST_ALPHA]),
  "materials/second.vtf": file(() => [...SECOND, 30]),
  "materials/normal.vtf": file(() => [...NORMAL, NORMAL_ALPHA[0]]),
  "materials/normal2.vtf": file(() => [...NORMAL2, NORMAL_ALPHA[1]]),
  "materials/around.vtf": file(() => [...AROUND, 255], TEXTUREFLAGS_ENVMAP),
  "materials/quarters.vtf": file((x, y) => maskTexel(MASKS[(x >> 1) + (y >> 1) * 2])),
  ...Object.fromEntries(MASKS.map((m, i) => [`materials/mask${i}.vtf`, file(() => maskTexel(m))])),
};
const BOTH = "$basetexture first $basetexture2 second";

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

describe.skipIf(test === null)("a blend modulate texture", () => {
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

  async function draw(vmt: string, blend: number, pane: Partial<Quad> = {}, leaveOut = "nothing") {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const { materials, textures } = await resolveMaterials(["m"], null, access, OPTIONS);
    const corners = [blend, blend, blend, blend] as const;
    t.renderer.setScene(makeMap([{ ...PANE, blend: corners, ...pane }], materials));
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

  async function expectDrawn(drawn: Promise<number[]>, linear: Rgb, where = ""): Promise<void> {
    const shown = mapRgb(linear, encodeSrgb);
    const found = await drawn;
    const off = Math.max(...found.map((value, k) => Math.abs(value - shown[k])));
    expect(off, `${found}, not ${shown} ${where}`).toBeLessThanOrEqual(1);
  }

  const mixed = (share: number): Rgb =>
    mapRgb(FIRST, (c, k) => decodeSrgb(c) * (1 - share) + decodeSrgb(SECOND[k]) * share);

  it("shifts and sharpens the transition between two textures", async () => {
    const shares = new Set<number>();
    for (const [i, mask] of MASKS.entries()) {
      for (const blend of BLENDS) {
        const share = maskedBlend(storedBlend(blend), mask);
        shares.add(share);
        const vmt = `WorldVertexTransition { ${BOTH} $blendmodulatetexture mask${i} }`;
        await expectDrawn(draw(vmt, blend), mixed(share), `mask ${i}, blend ${blend}`);
      }
    }
    expect(shares.size).toBeGreaterThan(6);
  });

  it("replaces the vertex blend with $maskedblending", async () => {
    const vmt = `WorldVertexTransition { ${BOTH} $blendmodulatetexture mask2 $maskedblending 1 }`;
    await expectDrawn(draw(vmt, 0.9), mixed(maskedBlend(0.9, { ...MASKS[2], isItself: true })));
  });

  it("also blends translucent surfaces", async () => {
    const vmt = `WorldVertexTransition { ${BOTH} $blendmodulatetexture mask0 $translucent 1 }`;
    const share = maskedBlend(storedBlend(0.4), MASKS[0]);
    const alpha = FIRST_ALPHA / 255;
    await expectDrawn(
      draw(vmt, 0.4),
      mapRgb(mixed(share), (c) => c * alpha),
    );
  });

  it("is placed by its own transform", async () => {
    // Position on the pane, moved into each quarter of the mask.
    const place = (COLUMN + 0.5) / SIZE;
    for (const [quarter, mask] of MASKS.entries()) {
      const [s, u] = [0.25 + (quarter & 1) * 0.5 - place, 0.25 + (quarter >> 1) * 0.5 - place];
      const vmt = `WorldVertexTransition { ${BOTH} $blendmodulatetexture quarters
        $basetexturetransform "translate .3 .1" $blendmasktransform "translate ${s} ${u}" }`;
      const share = maskedBlend(storedBlend(0.4), mask);
      await expectDrawn(draw(vmt, 0.4), mixed(share), `quarter ${quarter}`);
      const seen = `${vmt.slice(0, -1)} $translucent 1 }`;
      const covered = mapRgb(mixed(share), (c) => (c * FIRST_ALPHA) / 255);
      await expectDrawn(draw(seen, 0.4), covered, `quarter ${quarter}, in a slot`);
    }
  });

  it("also blends two normal maps", async () => {
    const vmt = `WorldVertexTransition { ${BOTH} $bumpmap normal $bumpmap2 normal2
      $blendmodulatetexture mask0 }`;
    const share = maskedBlend(storedBlend(0.4), MASKS[0]);
    const texel = NORMAL.map((c, k) => c + (NORMAL2[k] - c) * share) as never as Triple;
    const lit = bumpedLight(directionsOf(texel), BLOCKS.slice(1));
    await expectDrawn(
      draw(vmt, 0.4, { light }),
      mapRgb(mixed(share), (c, k) => (c * lit[k]) / 255),
    );
  });

  it("also blends the envmap mask, without contrast and saturation", async () => {
    const mirror = `$bumpmap normal $bumpmap2 normal2 $normalmapalphaenvmapmask 1 $envmap around
      $envmapcontrast 1 $envmapsaturation 0 $fresnelreflection .999999`;
    const share = maskedBlend(storedBlend(0.4), MASKS[0]);
    const masked = `WorldVertexTransition { ${BOTH} ${mirror} $blendmodulatetexture mask0 }`;
    const part = (NORMAL_ALPHA[0] + (NORMAL_ALPHA[1] - NORMAL_ALPHA[0]) * share) / 255;
    await expectDrawn(
      draw(masked, 0.4),
      mapRgb(mixed(share), (c, k) => c + decodeSrgb(AROUND[k]) * part),
    );
  });

  it("has no effect if it is missing or the surface is self-illuminated", async () => {
    const plain = mixed(storedBlend(0.4));
    const vmt = `WorldVertexTransition { ${BOTH} $blendmodulatetexture mask1 }`;
    await expectDrawn(draw(vmt, 0.4, {}, "mask1"), plain);
    const glows = `WorldVertexTransition { ${BOTH} $blendmodulatetexture mask1 $selfillum 1 }`;
    await expectDrawn(draw(glows, 0.4), plain);
  });
});
