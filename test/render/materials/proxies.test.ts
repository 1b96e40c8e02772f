/**
 * Tests material proxies from the VMT to pixels, against the engine's results
 * (`test/oracle/materials/proxies.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeVtf } from "../../../src/formats/vtf/write-vtf.ts";
import { addVariants, MaterialVariants } from "../../../src/scene/brushes/material-variants.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb } from "../../oracle/light/color.ts";
import {
  animatedFrame,
  linearOf,
  scrollProxy,
  sineProxy,
  transformProxy,
  wrapMinMaxProxy,
} from "../../oracle/materials/proxies.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMap, type Quad } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 8;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const TIMES = [0, 0.3, 1.37, 12.9, 1234.56];

/** Builds a texture of one colour per frame; `texel` may vary by position. */
function file(frames: number, texel: (frame: number, x: number, y: number) => readonly number[]) {
  return writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: frames, firstFrame: 0, faceCount: 1 },
    ...{ mipCount: 1, flags: 0, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: (_mip, frame = 0) =>
      Uint8Array.from({ length: 64 }, (_, i) => {
        return [...texel(frame, (i >> 2) & 3, i >> 4), 255][i & 3];
      }),
  });
}

const FRAME_COLORS = [
  [250, 20, 30],
  [40, 240, 50],
  [60, 70, 230],
  [200, 210, 90],
  [15, 120, 220],
] as const;

const FILES = {
  "materials/white.vtf": file(1, () => [255, 255, 255]),
  "materials/frames.vtf": file(5, (frame) => FRAME_COLORS[frame]),
  // Red across, green down: linear in light between texel centers.
  "materials/ramp.vtf": file(1, (_, x, y) => [100 + x * 50, 100 + y * 50, 128]),
  // Of the same size, so that frames share an array with other textures.
  "materials/other.vmt": "UnlitGeneric { $basetexture other }",
  "materials/other.vtf": file(1, () => [1, 2, 3]),
};

const WALL: Quad = { origin: [50, 50, -50], u: [0, -100, 0], v: [0, 0, 100], material: 1 };

describe.skipIf(test === null)("a material with proxies", () => {
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

  async function open(vmt: string, change: Partial<{ tint: number; alpha: number }> | null = null) {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const names = ["other", "m"];
    const { materials, textures } = await resolveMaterials(names, null, access, OPTIONS);
    const variants = new MaterialVariants(2);
    const { tint = 1, alpha = 1 } = change ?? {};
    if (change !== null) variants.add(1, { tint: [tint, tint, tint], alpha });
    const material = change === null ? 1 : 2;
    t.renderer.setScene(makeMap([{ ...WALL, material }], addVariants(materials, variants)));
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    await t.renderer.settled();
    return { materials, warnings: access.diagnostics.warnings };
  }

  async function colorAt(time: number, camera = CAMERA): Promise<number[]> {
    t.renderer.render(camera, time);
    const pixels = await t.renderer.readPixels();
    const at = ((SIZE / 2) * SIZE + SIZE / 2) * 4;
    return [...pixels.subarray(at, at + 3)];
  }

  function expectNear(drawn: readonly number[], expected: readonly number[], of: string): void {
    const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
    expect(off, `${drawn}, not ${expected}, ${of}`).toBeLessThanOrEqual(1);
  }

  const color = (...gamma: number[]) => gamma.map((value) => encodeSrgb(linearOf(value)));
  const white = (proxies: string, more = "") =>
    `UnlitGeneric { $basetexture white ${more} Proxies { ${proxies} } }`;

  /** Proxy chains with the colour that the engine would compute. */
  const CHAINS: readonly (readonly [name: string, vmt: string, at: (t: number) => number[]])[] = [
    [
      "swings part by part",
      white(`Sine { resultvar "$color[0]" sinemin .2 sinemax .9 sineperiod 3 }
        Sine { resultvar "$color[1]" sineperiod .7 timeoffset .1 }
        Sine { resultvar "$color[2]" sineperiod 0 sinemax .5 sinemin .5 }`),
      (time) => color(sineProxy(time, 0.2, 0.9, 3), sineProxy(time, 0, 1, 0.7, 0.1), 0.5),
    ],
    [
      "reckons with vectors and numbers",
      white(
        `CurrentTime { resultvar $t } Multiply { srcvar1 $t srcvar2 $rate resultvar $x }
        WrapMinMax { srcvar1 $x minval -.5 maxval .75 resultvar $x } Abs { srcvar1 $x resultvar $y }
        Equals { srcvar1 $y resultvar $color } Multiply { srcvar1 $color srcvar2 $by resultvar $color }
        Add { srcvar1 $color srcvar2 $more resultvar $color }
        Clamp { srcvar1 $color min .6 max .1 resultvar $color }`,
        '$rate .4 $by "[1 .5 .25]" $more .05 $color "[1 1 1]"',
      ),
      (time) => {
        const y = Math.abs(wrapMinMaxProxy(time * 0.4, -0.5, 0.75));
        const parts = [1, 0.5, 0.25].map((by) => y * by + 0.05);
        return color(...parts.map((value) => Math.min(Math.max(value, 0.1), 0.6)));
      },
    ],
    [
      "chooses",
      white(
        `LinearRamp { rate .25 initialvalue .1 resultvar $r } Frac { srcvar1 $r resultvar $r }
        LessOrEqual { srcvar1 $r srcvar2 $half lessequalvar $low greatervar $high resultvar $color }
        Subtract { srcvar1 $r srcvar2 $r resultvar $zero } SelectFirstIfNonZero { srcvar1 $zero srcvar2 $r resultvar $s }
        Divide { srcvar1 $s srcvar2 $two resultvar "$color[2]" }`,
        '$half .5 $two 2 $low "[.9 .2 0]" $high "[.3 .7 0]"',
      ),
      (time) => {
        const r = (0.25 * time + 0.1) % 1;
        return color(...(r <= 0.5 ? [0.9, 0.2] : [0.3, 0.7]), r / 2);
      },
    ],
    [
      "decays",
      white(`LinearRamp { rate -1 resultvar $r } Exponential { srcvar1 $r offset .2 scale .7 maxval .8 minval .1 resultvar $e }
        Int { srcvar1 $r resultvar $i } Equals { srcvar1 $e resultvar $color }`),
      (time) => {
        const e = Math.min(Math.max(0.7 * Math.exp(0.2 - time), 0.1), 0.8);
        return color(e, e, e);
      },
    ],
    [
      "shows the frame of its time",
      `UnlitGeneric { $basetexture frames Proxies { AnimatedTexture {
        animatedtexturevar $basetexture animatedtextureframenumvar $frame animatedtextureframerate 7 } } }`,
      (time) => [...FRAME_COLORS[animatedFrame(time, 7, 5)]],
    ],
    [
      "shows its last frame for good",
      `UnlitGeneric { $basetexture frames Proxies { AnimatedTexture { animationnowrap 1
        animatedtexturevar $basetexture animatedtextureframenumvar $frame animatedtextureframerate 2 } } }`,
      (time) => [...FRAME_COLORS[animatedFrame(time, 2, 5, false)]],
    ],
    [
      "animates the texture that it names alone",
      `UnlitGeneric { $basetexture frames Proxies { AnimateSpecificTexture { onlyanimateontexture white
        animatedtexturevar $basetexture animatedtextureframenumvar $frame animatedtextureframerate 7 } } }`,
      () => [...FRAME_COLORS[0]],
    ],
    [
      "shows a frame that stands still",
      "UnlitGeneric { $basetexture frames $frame 3 Proxies { ToggleTexture { toggletexturevar $basetexture toggletextureframenumvar $frame } } }",
      () => [...FRAME_COLORS[3]],
    ],
    [
      "shows no frame that there is not",
      "UnlitGeneric { $basetexture frames $frame 9 }",
      () => [...FRAME_COLORS[4]],
    ],
  ];
  for (const [name, vmt, at] of CHAINS) {
    it(name, async () => {
      expect((await open(vmt)).warnings).toEqual([]);
      for (const time of TIMES) expectNear(await colorAt(time), at(time), `at ${time}`);
    });
  }

  it("animates alpha and colour, multiplied by the entity's", async () => {
    const vmt = white("Sine { resultvar $alpha sinemin .2 sinemax .8 sineperiod 2 }");
    for (const [change, factor] of [
      [null, 1],
      [{ tint: 0.5, alpha: 0.5 }, 0.25],
    ] as const) {
      await open(vmt, change);
      for (const time of TIMES) {
        const light = sineProxy(time, 0.2, 0.8, 2) * factor;
        // The tint of constant materials is not part of a program.
        expectNear(await colorAt(time), [light, light, light].map(encodeSrgb), `at ${time}`);
      }
    }
    await open(white("Sine { resultvar $color sineperiod 2 }"), { tint: 0.5 });
    for (const time of TIMES) {
      const light = linearOf(sineProxy(time, 0, 1, 2)) * 0.5;
      expectNear(await colorAt(time), [light, light, light].map(encodeSrgb), `at ${time}`);
    }
  });

  /** Returns the ramp's colour where it is bilinear in light. */
  function rampAt([s, t]: readonly [number, number]): number[] | null {
    const at = [s, t].map((c) => (c - Math.floor(c)) * 4 - 0.5);
    if (at.some((c) => c < 0 || c > 3)) return null;
    const texel = (column: number) => decodeSrgb(100 + column * 50);
    const mix = (c: number) => {
      const low = Math.min(Math.floor(c), 2);
      return texel(low) + (texel(low + 1) - texel(low)) * (c - low);
    };
    return [encodeSrgb(mix(at[0])), encodeSrgb(mix(at[1])), 128];
  }

  const MOVES: readonly (readonly [
    name: string,
    vmt: string,
    at: (time: number, place: [number, number]) => [number, number],
  ])[] = [
    [
      "scrolls, at a speed that swings",
      `Sine { resultvar $speed sinemin .2 sinemax .4 sineperiod 5 }
        TextureScroll { texturescrollvar $basetexturetransform texturescrollrate $speed texturescrollangle 30 texturescale .5 }`,
      (time, [s, t]) => {
        const [x, y] = scrollProxy(time, sineProxy(time, 0.2, 0.4, 5), 30);
        return [s * 0.5 + x, t * 0.5 + y];
      },
    ],
    [
      "turns and grows about a place",
      `LinearRamp { rate 40 resultvar $turn } Sine { resultvar "$size[0]" sinemin .4 sinemax .6 }
        TextureScroll { texturescrollvar $move texturescrollrate .1 texturescrollangle 200 }
        TextureTransform { centervar $center scalevar $size rotatevar $turn translatevar $move resultvar $basetexturetransform }`,
      (time, place) =>
        transformProxy(
          place,
          [0.25, 0.75],
          [sineProxy(time, 0.4, 0.6, 1), 0.3],
          40 * time,
          scrollProxy(time, 0.1, 200),
        ),
    ],
  ];
  for (const [name, proxies, at] of MOVES) {
    it(name, async () => {
      const vmt = `UnlitGeneric { $basetexture ramp $center "[.25 .75]" $size "[1 .3]" Proxies { ${proxies} } }`;
      await open(vmt);
      let compared = 0;
      for (const time of [0, 0.3, 1.37, 2.2, 3.1, 4.9, 7.7]) {
        // The pixel to the lower right of the middle.
        const place: [number, number] = [0.5 + 0.5 / SIZE, 0.5 + 0.5 / SIZE];
        const expected = rampAt(at(time, place));
        if (expected === null) continue;
        compared++;
        const drawn = await colorAt(time);
        const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
        expect(off, `${drawn}, not ${expected} at ${time}`).toBeLessThanOrEqual(2);
      }
      expect(compared).toBeGreaterThan(2);
    });
  }

  it("has different noise over time, within its bounds, and the same at the same time", async () => {
    const noise = (kind: string) => `UnlitGeneric { $basetexture white Proxies { ${kind} } }`;
    await open(
      noise(
        'UniformNoise { minval .3 maxval .6 resultvar "$color[0]" } UniformNoise { resultvar "$color[1]" }',
      ),
    );
    const reds: number[] = [];
    const greens: number[] = [];
    for (let frame = 0; frame < 64; frame++) {
      const [r, g] = await colorAt(5 + frame / 60);
      reds.push(r);
      greens.push(g);
    }
    const [low, high] = [0.3, 0.6].map((value) => encodeSrgb(linearOf(value)));
    expect(Math.min(...reds)).toBeGreaterThanOrEqual(low - 1);
    expect(Math.max(...reds)).toBeLessThanOrEqual(high + 1);
    expect(Math.max(...reds) - Math.min(...reds)).toBeGreaterThan((high - low) * 0.8);
    expect(new Set(greens).size).toBeGreaterThan(45);
    expect(Math.min(...greens)).toBeLessThan(60);
    expect(Math.max(...greens)).toBeGreaterThan(220);
    expect(await colorAt(5)).toEqual([reds[0], greens[0], 255]);
    await open(
      noise("GaussianNoise { mean .5 halfwidth .1 minval .35 maxval 2 resultvar $color }"),
    );
    const values: number[] = [];
    for (let frame = 0; frame < 200; frame++) values.push((await colorAt(9 + frame / 60))[0] / 255);
    const mean = values.reduce((sum, value) => sum + value) / values.length;
    expect(mean).toBeGreaterThan(0.47);
    expect(mean).toBeLessThan(0.55);
    const within = values.filter((value) => Math.abs(value - 0.5) < 0.1).length / values.length;
    expect(within).toBeGreaterThan(0.55);
    expect(within).toBeLessThan(0.8);
    expect(Math.min(...values)).toBeGreaterThan(0.34);
  });

  it("can follow the camera position", async () => {
    await open(
      white("PlayerPosition { scale .01 resultvar $p } Equals { srcvar1 $p resultvar $color }"),
    );
    const [r, g, b] = color(0.2, 0.1, 0.4);
    expectNear(await colorAt(0, { ...CAMERA, x: 20, y: 10, z: 40 }), [r, g, b], "of the camera");
  });

  it("reports unknown proxies once and keeps the values they would change", async () => {
    const vmt = white(
      "Warble { resultvar $color } Warble { resultvar $alpha }",
      '$color "[.5 .6 .7]"',
    );
    const { warnings, materials } = await open(vmt);
    expect(warnings.map(({ code, subject }) => [code, subject])).toEqual([
      ["unsupported-proxy", "warble"],
    ]);
    expect(materials.motion).toBe(null);
    expectNear(await colorAt(3), color(0.5, 0.6, 0.7), "as it is");
  });

  it("needs no program for constant results or linear motion", async () => {
    for (const proxies of [
      "Equals { srcvar1 $half resultvar $color } EntityRandom { resultvar $x }",
      "Sine { resultvar $color sinemin .5 sinemax .5 }",
      "TextureScroll { texturescrollvar $basetexturetransform texturescrollrate $half }",
    ]) {
      expect((await open(white(proxies, "$half .5"))).materials.motion, proxies).toBe(null);
    }
  });

  it("stands still with a warning if its program would be too long", async () => {
    const sines = Array.from({ length: 60 }, (_, i) => {
      return `Sine { sineperiod ${i + 1} resultvar $s } Add { srcvar1 $sum srcvar2 $s resultvar $sum }`;
    });
    const vmt = white(`${sines.join(" ")} Equals { srcvar1 $sum resultvar $color }`, "$sum 0");
    const { warnings, materials } = await open(vmt);
    expect(warnings.map(({ code }) => code)).toEqual(["over-budget"]);
    expect(materials.motion).toBe(null);
  });
});
