/** Tests Modulate against the engine's formulas (`test/oracle/materials/modulate.ts`). */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import type { MaterialSet, TextureOwner } from "../../../../src/map/types.ts";
import { propSource } from "../../../../src/render/props/prop-source.ts";
import { resolveMaterials } from "../../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import {
  type Modulation,
  modulatedLight,
  modulatedOnDisplay,
} from "../../../oracle/materials/modulate.ts";
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
const BEHIND = [200, 150, 90] as const;
const TEXEL = [90, 160, 40, 204] as const;

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
  "materials/own.vtf": solidFile(TEXEL),
  "materials/grey.vtf": solidFile([128, 128, 128, 255]),
  "materials/hole.vtf": solidFile([90, 160, 40, 0]),
};

/** A wall, and a pane in front of it. */
const WALL: Quad = { origin: [90, 300, -300], u: [0, -600, 0], v: [0, 0, 600], material: 0 };
const PANE: Quad = { origin: [50, 300, -300], u: [0, -600, 0], v: [0, 0, 600], material: 1 };

describe.skipIf(test === null)("a modulating surface", () => {
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

  async function open(vmt: string, owner: TextureOwner, names: string[]) {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const { materials, textures } = await resolveMaterials(names, null, access, OPTIONS);
    const show = (isShown: (path: string) => boolean = () => true) => {
      const all = [...textures.files.keys()].filter((row) => isShown(textures.table.name[row]));
      for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
        t.renderer.setTexture(owner, texture, image);
      }
    };
    return { materials, show };
  }

  async function pixel(): Promise<number[]> {
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    return [...pixels.subarray((4 * SIZE + 4) * 4, (4 * SIZE + 4) * 4 + 3)];
  }

  async function draw(vmt: string): Promise<number[]> {
    const { materials, show } = await open(vmt, "world", ["behind", "m"]);
    t.renderer.setScene(makeMap([WALL, PANE], materials));
    show();
    return pixel();
  }

  /** Draws a model's pane in front of the world's wall. */
  async function drawProp(vmt: string, fade: { fadeMin: number; fadeMax: number } | null) {
    const wall = await open(vmt, "world", ["behind"]);
    const prop = await open(vmt, "props", ["m"]);
    t.renderer.setScene(makeMap([WALL], wall.materials as MaterialSet));
    wall.show();
    const corner = (y: number, z: number) => ({ position: [0, y, z] as const });
    const vertices = [corner(-300, -300), corner(-300, 300), corner(300, 300), corner(300, -300)];
    const lods = [{ switchPoint: 0, material: 0, vertices, indices: [0, 1, 2, 0, 2, 3] }];
    const instance = { variant: 0, worldFromModel: angleMatrix(0, 0, 0, [50, 0, 0]), ...fade };
    const variants = [{ bones: [IDENTITY_BONE], lods }];
    t.renderer.setSource(propSource(makeProps(variants, [instance], prop.materials)));
    prop.show();
    return pixel();
  }

  function expectNear(drawn: readonly number[], expected: readonly number[], most: number): void {
    const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
    expect(off, `${drawn}, not ${expected}`).toBeLessThanOrEqual(most);
  }

  const CASES: readonly (readonly [name: string, vmt: string, look: Modulation])[] = [
    ["darkens by its texture", "Modulate { $basetexture own }", { texel: TEXEL }],
    [
      "brightens too by twice its texture",
      "Modulate { $basetexture own $mod2x 1 }",
      { texel: TEXEL, isTwice: true },
    ],
    [
      "is coloured, and less where it is transparent",
      'Modulate { $basetexture own $mod2x 1 $color "[.8 .5 1]" $alpha .5 }',
      { texel: TEXEL, isTwice: true, color: [0.8, 0.5, 1], alpha: 0.5 },
    ],
    [
      "leaves out its alpha on decals",
      "DecalModulate { $basetexture own $alpha .5 }",
      { texel: TEXEL, isDecal: true },
    ],
    [
      "has holes on decals",
      "DecalModulate { $basetexture hole }",
      { texel: [90, 160, 40, 0], isDecal: true },
    ],
    [
      "changes nothing where it is grey and counts twice",
      "Modulate { $basetexture grey $mod2x 1 }",
      { texel: [128, 128, 128, 255], isTwice: true },
    ],
  ];
  for (const [name, vmt, look] of CASES) {
    it(name, async () => {
      const drawn = await draw(vmt);
      expectNear(drawn, modulatedLight(BEHIND, look), 1);
      // Multiplying linear light approximates the engine's multiplication of display values.
      expectNear(drawn, modulatedOnDisplay(BEHIND, look), 8);
      expectNear(await drawProp(vmt, null), modulatedLight(BEHIND, look), 1);
    });
  }

  it("vanishes when its model has faded", async () => {
    const vmt = "Modulate { $basetexture own }";
    const half = modulatedLight(BEHIND, { texel: TEXEL });
    const drawn = await drawProp(vmt, { fadeMin: 0, fadeMax: 100 });
    for (let k = 0; k < 3; k++) {
      expect(drawn[k]).toBeGreaterThan(half[k] + 5);
      expect(drawn[k]).toBeLessThan(BEHIND[k] - 5);
    }
    expectNear(await drawProp(vmt, { fadeMin: 0, fadeMax: 50 }), BEHIND, 0);
  });

  it("is not drawn without its texture or before that is loaded", async () => {
    expect(await draw("Modulate { $basetexture nowhere }")).toEqual([...BEHIND]);
    expect(await draw("Modulate { $mod2x 1 }")).toEqual([...BEHIND]);
    const names = ["behind", "m"];
    const { materials, show } = await open("Modulate { $basetexture own }", "world", names);
    t.renderer.setScene(makeMap([WALL, PANE], materials));
    show((path) => path.includes("behind"));
    expect(await pixel()).toEqual([...BEHIND]);
  });
});
