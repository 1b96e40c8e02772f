/**
 * Tests area portal windows at several distances: pixels against the engine's formulas
 * (`test/oracle/light/area-windows.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { writeVtf } from "../../../src/formats/vtf/write-vtf.ts";
import { MAX_MOTION_OPS } from "../../../src/map/motion/material-motion.ts";
import { fadeWindows } from "../../../src/scene/brushes/area-windows.ts";
import { addVariants, MaterialVariants } from "../../../src/scene/brushes/material-variants.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import { type OracleWindow, windowBlend } from "../../oracle/light/area-windows.ts";
import { encodeSrgb } from "../../oracle/light/color.ts";
import { linearOf, sineProxy } from "../../oracle/materials/proxies.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMap, type Quad } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 8;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const WHITE = writeVtf({
  ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1, mipCount: 1 },
  ...{ flags: 0, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
  image: () => new Uint8Array(64).fill(255),
});

/** A pane in front of a wall; the window's box is elsewhere, with eyes on all its sides. */
const quad = (x: number, material: number): Quad => ({
  ...{ origin: [x, 4000, -4000], u: [0, -8000, 0], v: [0, 0, 8000], material },
});
const WINDOW: OracleWindow = {
  ...{ mins: [-10, -20, -30], maxs: [40, 50, 60] },
  ...{ start: 120, end: 400, least: 0.2 },
};
const BEHIND = [0.8, 0.1, 0.4] as const;
const TINT = [0.25, 0.5, 1] as const;

type Eye = readonly [number, number, number];
const EYES: readonly Eye[] = [
  [0, 0, 0],
  [-160, 0, 0],
  [330, 0, 0],
  [0, -280, 0],
  [0, 250, 0],
  [0, 0, -300],
  [0, 0, 370],
  [-150, -170, 210],
  [230, 260, -110],
  [-390, -210, 330],
];

describe.skipIf(test === null)("an area portal window", () => {
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

  async function open(window: OracleWindow, pane: string) {
    const behind = `UnlitGeneric { $basetexture white $color "[${BEHIND.join(" ")}]" }`;
    const files = { "materials/m.vmt": pane, "materials/b.vmt": behind };
    const access = accessTo(madeContent({ ...files, "materials/white.vtf": WHITE }));
    const resolved = await resolveMaterials(["b", "m"], null, access, OPTIONS);
    const { mins, maxs, start, end, least } = window;
    const variants = new MaterialVariants(2);
    const fade = [...mins, ...maxs, start, end, least];
    variants.add(1, { tint: TINT, alpha: least, fade });
    const set = addVariants(resolved.materials, variants);
    const diagnostics = new Diagnostics();
    const materials = fadeWindows(set, variants, diagnostics);
    t.renderer.setScene(makeMap([quad(1000, 0), quad(900, 2)], materials));
    const { textures } = resolved;
    for (const { texture, image } of streamTextures(
      textures,
      [...textures.files.keys()],
      access,
      OPTIONS,
    )) {
      t.renderer.setTexture("world", texture, image);
    }
    await t.renderer.settled();
    return { materials, diagnostics, plain: set };
  }

  async function expectMix(eye: Eye, opacity: number, pane: readonly number[], time = 0) {
    const [x, y, z] = eye;
    t.renderer.render({ x, y, z, pitch: 0, yaw: 0, fov: 90 }, time);
    const pixels = await t.renderer.readPixels();
    const drawn = [...pixels.subarray(144, 147)];
    const expected = BEHIND.map((color, k) =>
      encodeSrgb(linearOf(color) * (1 - opacity) + pane[k] * opacity),
    );
    const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
    expect(off, `${drawn}, not ${expected}, from ${eye}`).toBeLessThanOrEqual(1);
  }

  it("is as opaque as the camera is far from its box, on each side", async () => {
    await open(WINDOW, "UnlitGeneric { $basetexture white }");
    const blends = EYES.map((eye) => windowBlend(WINDOW, eye));
    expect(new Set(blends.map((blend) => blend.toFixed(3))).size).toBe(EYES.length);
    expect([Math.min(...blends), Math.max(...blends)]).toEqual([0.2, 1]);
    for (const [i, eye] of EYES.entries()) await expectMix(eye, blends[i], TINT);
  });

  it("can be fully clear nearby, and can switch at once", async () => {
    const windows = [
      { ...WINDOW, least: 0 },
      { ...WINDOW, start: 200, end: 200 },
      { ...WINDOW, start: 400, end: 120 },
    ];
    for (const window of windows) {
      await open(window, "UnlitGeneric { $basetexture white }");
      for (const eye of EYES) await expectMix(eye, windowBlend(window, eye), TINT);
    }
  });

  it("keeps its proxies and its material's opacity", async () => {
    const sine = "sinemin .3 sinemax .9 sineperiod 3";
    const wave = (time: number) => sineProxy(time, 0.3, 0.9, 3);
    const pane = (proxy: string, more: string) =>
      `UnlitGeneric { $basetexture white $translucent 1 ${more} Proxies { Sine { ${sine} resultvar ${proxy} } } }`;
    await open(WINDOW, pane("$alpha", ""));
    for (const time of [0, 1.2]) {
      for (const eye of EYES)
        await expectMix(eye, windowBlend(WINDOW, eye) * wave(time), TINT, time);
    }
    await open(WINDOW, pane("$color[1]", "$alpha .6"));
    for (const eye of EYES) {
      const color = [0.25, 0.5 * linearOf(wave(1.2)), 1];
      await expectMix(eye, windowBlend(WINDOW, eye) * 0.6, color, 1.2);
    }
  });

  it("leaves other materials unchanged, and shares programs between equal windows", async () => {
    const { materials, plain } = await open(
      WINDOW,
      "UnlitGeneric { $basetexture white Proxies { Sine { resultvar $color } } }",
    );
    const [before, after] = [plain.motion!, materials.motion!];
    expect([before.count, after.count]).toEqual([2, 2]);
    expect([...after.ops.subarray(0, before.ops.length)]).toEqual([...before.ops]);
    expect([after.firstOp[0], after.opCount[0]]).toEqual([before.firstOp[0], before.opCount[0]]);
    expect(after.opCount[1]).toBeLessThanOrEqual(MAX_MOTION_OPS);
    const variants = new MaterialVariants(2);
    const fade = [0, 0, 0, 1, 1, 1, 10, 20, 0.5];
    const look = { tint: TINT, alpha: 0.5, fade };
    variants.add(0, look);
    variants.add(1, look);
    const still = { ...plain, count: 2, motion: null };
    const { motion } = fadeWindows(addVariants(still, variants), variants, new Diagnostics());
    expect([...motion!.firstOp]).toEqual([0, 0]);
    expect([...motion!.material]).toEqual([2, 3]);
  });

  it("uses its near opacity if there are too many windows", async () => {
    const { plain } = await open(WINDOW, "UnlitGeneric { $basetexture white }");
    const variants = new MaterialVariants(1);
    for (let i = 0; i < 20_000; i++) {
      const fade = [0, 0, 0, 1, 1, 1, i, 2 ** 20, 0.5];
      variants.add(0, { tint: TINT, alpha: 0.5, fade });
    }
    const still = { ...plain, count: 1, motion: null, name: ["b"] };
    const diagnostics = new Diagnostics();
    const { motion } = fadeWindows({ ...still, alpha: Float32Array.of(1) }, variants, diagnostics);
    expect(motion!.ops.length / 4).toBeLessThanOrEqual(2 ** 18);
    expect(motion!.count).toBeGreaterThan(1024);
    const left = 20_000 - motion!.count;
    expect(diagnostics.warnings[0].message).toMatch(new RegExp(`^${left} materials`));
  });

  it("with too long a proxy program stands still but fades", async () => {
    const many = Array.from(
      { length: 60 },
      (_, i) =>
        `Sine { sineperiod ${i + 2} resultvar $s${i} } Add { srcvar1 $color srcvar2 $s${i} resultvar $color }`,
    );
    const { diagnostics, plain, materials } = await open(
      WINDOW,
      `UnlitGeneric { $basetexture white Proxies { ${many.slice(0, 11).join(" ")} } }`,
    );
    expect(plain.motion!.opCount[0]).toBeGreaterThan(80);
    expect(diagnostics.subjects("over-budget")).toEqual(["LUMP_ENTITIES"]);
    const rest = [...materials.tint.subarray(6)].map((value) => Math.min(value, 1));
    await expectMix(EYES[9], 1, rest, 7);
  });
});
