/** Tests `$depthblend` against the engine's formula (`test/oracle/materials/soft.ts`). */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import type { MaterialSet, TextureOwner } from "../../../../src/map/types.ts";
import { propSource } from "../../../../src/render/props/prop-source.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import type { Rgb } from "../../../oracle/light/color.ts";
import { type SoftLook, softLight } from "../../../oracle/materials/soft.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { IDENTITY_BONE, makeProps } from "../../make-props.ts";
import { makeMap, type Quad } from "../../make-world.ts";
import { angleMatrix } from "../../matrices.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 8;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const BEHIND: Rgb = [200, 150, 90];
const OWN: Rgb = [40, 60, 220];

function solidFile(texel: readonly number[]): Uint8Array {
  return writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1, mipCount: 1 },
    ...{ flags: 0x2000, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () => Uint8Array.from({ length: 64 }, (_, i) => texel[i & 3]),
  });
}

const FILES = {
  "materials/behind.vmt": "UnlitGeneric { $basetexture behind }",
  "materials/behind.vtf": solidFile([...BEHIND, 255]),
  "materials/own.vtf": solidFile([...OWN, 204]),
};

const WALL_X = 90;
const WALL: Quad = { origin: [WALL_X, 300, -300], u: [0, -600, 0], v: [0, 0, 600], material: 0 };
const paneAt = (x: number): Quad => ({ ...WALL, origin: [x, 300, -300], material: 1 });

describe.skipIf(test === null)("a surface with $depthblend", () => {
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

  let size = [SIZE, SIZE];
  function resize(width: number, height: number): void {
    size = [width, height];
    t.renderer.resize(width, height);
  }

  async function open(vmt: string, owner: TextureOwner, names: string[]) {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const { materials, textures } = await resolveMaterials(names, null, access, OPTIONS);
    const show = () => {
      for (const sent of streamTextures(textures, [...textures.files.keys()], access, OPTIONS)) {
        t.renderer.setTexture(owner, sent.texture, sent.image);
      }
    };
    return { materials, show };
  }

  async function pixel(): Promise<number[]> {
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    // The copy of the depth is compiled after the first frame that asks for it.
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    const at = ((size[1] >> 1) * size[0] + (size[0] >> 1)) * 4;
    return [...pixels.subarray(at, at + 3)];
  }

  async function draw(vmt: string, x: number, walls: Quad[] = [WALL]): Promise<number[]> {
    const { materials, show } = await open(vmt, "world", ["behind", "m"]);
    t.renderer.setScene(makeMap([...walls, paneAt(x)], materials));
    show();
    return pixel();
  }

  /** Draws a model's pane in front of the world's wall. */
  async function drawProp(vmt: string, x: number): Promise<number[]> {
    const wall = await open(vmt, "world", ["behind"]);
    const prop = await open(vmt, "props", ["m"]);
    t.renderer.setScene(makeMap([WALL], wall.materials as MaterialSet));
    wall.show();
    const corner = (y: number, z: number) => ({ position: [0, y, z] as const });
    const vertices = [corner(-300, -300), corner(-300, 300), corner(300, 300), corner(300, -300)];
    const lods = [{ switchPoint: 0, material: 0, vertices, indices: [0, 1, 2, 0, 2, 3] }];
    const instance = { variant: 0, worldFromModel: angleMatrix(0, 0, 0, [x, 0, 0]) };
    const variants = [{ bones: [IDENTITY_BONE], lods }];
    t.renderer.setSource(propSource(makeProps(variants, [instance], prop.materials)));
    prop.show();
    return pixel();
  }

  function expectNear(drawn: readonly number[], expected: readonly number[]): void {
    const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
    expect(off, `${drawn}, not ${expected}`).toBeLessThanOrEqual(1);
  }

  const SOFT = "UnlitGeneric { $basetexture own $translucent 1 $depthblend 1";
  const CASES: readonly (readonly [name: string, vmt: string, x: number, Partial<SoftLook>])[] = [
    ["fades by half at half its scale", `${SOFT} $depthblendscale 80 }`, 50, { scale: 80 }],
    ["fades over 50 inches if it names no scale", `${SOFT} }`, 70, { scale: 50 }],
    ["covers all farther in front", `${SOFT} $depthblendscale 20 }`, 50, { scale: 20 }],
    ["is faded beside its alpha", `${SOFT} $alpha .5 }`, 60, { scale: 50, alpha: 0.4 }],
    [
      "adds less near the surface behind",
      "UnlitGeneric { $basetexture own $additive 1 $depthblend 1 }",
      80,
      { scale: 50, isAdditive: true },
    ],
  ];
  for (const [name, vmt, x, look] of CASES) {
    it(name, async () => {
      const whole = { texel: OWN, alpha: 0.8, gap: WALL_X - x, scale: 50, ...look };
      expectNear(await draw(vmt, x), softLight(BEHIND, whole));
      expectNear(await drawProp(vmt, x), softLight(BEHIND, whole));
    });
  }

  it("is not faded without $depthblend, nor where nothing is behind it", async () => {
    const hard = "UnlitGeneric { $basetexture own $translucent 1 }";
    const look = { texel: OWN, alpha: 0.8, gap: 1, scale: 1 };
    expectNear(await draw(hard, 80), softLight(BEHIND, look));
    expectNear(await draw(`${SOFT} }`, 80, []), softLight([0, 0, 0], look));
  });

  it("is drawn in inspection views", async () => {
    t.renderer.settings.view = "shaders";
    const wall = await draw("UnlitGeneric { $basetexture own }", 400);
    expect(await draw(`${SOFT} }`, 50)).not.toEqual(wall);
    t.renderer.settings.view = "";
    expectNear(await pixel(), softLight(BEHIND, { texel: OWN, alpha: 0.8, gap: 40, scale: 50 }));
  });

  it("reads the new depth after the picture's size or samples change", async () => {
    const look = { texel: OWN, alpha: 0.8, gap: 40, scale: 80 };
    const vmt = `${SOFT} $depthblendscale 80 }`;
    expectNear(await draw(vmt, 50), softLight(BEHIND, look));
    resize(SIZE * 2, SIZE * 3);
    expectNear(await pixel(), softLight(BEHIND, look));
    t.renderer.settings.samples = 4;
    expectNear(await pixel(), softLight(BEHIND, look));
    expect(t.renderer.stats.samples).toBe(4);
    t.renderer.settings.samples = 1;
    t.renderer.settings.bundles = false;
    expectNear(await pixel(), softLight(BEHIND, look));
    t.renderer.settings.bundles = true;
    resize(SIZE, SIZE);
    expectNear(await pixel(), softLight(BEHIND, look));
  });
});
