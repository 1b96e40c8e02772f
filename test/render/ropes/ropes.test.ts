/**
 * Tests ropes from entities to pixels, against the engine's formulas
 * (`test/oracle/placed/ropes.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BspWorld } from "../../../src/formats/bsp/types.ts";
import { ropeSource } from "../../../src/render/sources/rope-source.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { buildRopes } from "../../../src/scene/placed/ropes.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb } from "../../oracle/light/color.ts";
import { hangNodes, lineCoverage, type Vector } from "../../oracle/placed/ropes.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMap, twoClusterTree } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { entitiesOf, solid } from "../sprites/make-sprites.ts";

const test = await openTestGpu();
const SIZE = 64;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const PER_INCH = SIZE / 2 / 0.75;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const FILES = {
  "materials/wall.vmt": "UnlitGeneric { $basetexture wall }",
  "materials/wall.vtf": solid([0, 0, 0, 255]),
  "materials/cable/white.vmt": "Cable { $basetexture white }",
  "materials/cable/half.vmt": "Cable { $basetexture half $translucent 1 }",
  "materials/white.vtf": solid([255, 255, 255, 255]),
  "materials/half.vtf": solid([255, 255, 255, 128]),
};
const WALL = { origin: [400, 900, -900], u: [0, -1800, 0], v: [0, 0, 1800], material: 0 } as const;

describe.skipIf(test === null)("ropes", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  async function show(from: Vector, to: Vector, keys: Readonly<Record<string, string | number>>) {
    const access = accessTo(madeContent(FILES));
    const world = await resolveMaterials(["wall"], null, access, OPTIONS);
    t.renderer.setScene(makeMap([WALL], world.materials));
    for (const { texture, image } of streamTextures(world.textures, [0], access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    const entities = entitiesOf([
      {
        ...{ classname: "move_rope", origin: from.join(" "), nextkey: "end", type: 0, slack: 0 },
        ...{ ropematerial: "cable/white", ...keys },
      },
      { classname: "keyframe_rope", targetname: "end", origin: to.join(" ") },
    ]);
    const bsp = { entities, ldr: null, hdr: null } as unknown as BspWorld;
    const built = await buildRopes(bsp, twoClusterTree(), null, access, OPTIONS);
    t.renderer.setSource(ropeSource(built!.ropes));
    const rows = built!.textures.files.keys();
    for (const { texture, image } of streamTextures(built!.textures, rows, access, OPTIONS)) {
      t.renderer.setTexture("ropes", texture, image);
    }
    return access.diagnostics.warnings;
  }

  async function see(camera: Partial<typeof CAMERA> = {}, settings: Partial<RenderSettings> = {}) {
    const { renderer } = t;
    Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, { sky: false }, settings);
    await renderer.settled();
    for (let i = 0; i < 2; i++) renderer.render({ ...CAMERA, ...camera });
    const pixels = await renderer.readPixels();
    const { ropeSegments } = await renderer.readStats();
    const column = (x: number) =>
      Array.from({ length: SIZE }, (_, y) => pixels[(y * SIZE + x) * 4]);
    return { pixels, ropeSegments, column };
  }

  it.each([0.5, 1, 4, 17])(
    "cover pixels in proportion to their width: %d inches",
    async (width) => {
      // Horizontal and taut: it sags far less than a pixel.
      const from: Vector = [200, 120, 3];
      const to: Vector = [200, -120, 3];
      await show(from, to, { width, type: 2 });
      const { column, ropeSegments } = await see();
      expect(ropeSegments).toBe(3);
      const middle = SIZE / 2 - (3 * PER_INCH) / 200;
      const pixels = (width * PER_INCH) / 200;
      for (const [y, value] of column(20).entries()) {
        const expected = lineCoverage(y + 0.5 - middle, pixels);
        // The view is rotated by a hundredth of a pixel.
        expect(Math.abs(decodeSrgb(value) - expected), `row ${y} of ${expected}`).toBeLessThan(
          0.025,
        );
      }
    },
  );

  it("hang like the engine's", async () => {
    const from: Vector = [200, 110, 60];
    const to: Vector = [200, -110, 40];
    await show(from, to, { slack: 130, width: 3 });
    const { column } = await see();
    for (const [x, y, z] of hangNodes(from, to, 10, 130).slice(1, -1)) {
      const at = SIZE / 2 - (y * PER_INCH) / x;
      const expected = SIZE / 2 - (z * PER_INCH) / x;
      const rows = column(Math.floor(at));
      const sum = rows.reduce((all, value) => all + value, 0);
      const found = rows.reduce((all, value, row) => all + value * (row + 0.5), 0) / sum;
      expect(Math.abs(found - expected), `column ${at}`).toBeLessThan(1);
    }
  });

  it("are translucent with a translucent material", async () => {
    await show([200, 120, 3], [200, -120, 3], { width: 17, type: 2, ropematerial: "cable/half" });
    const { column } = await see();
    expect(Math.abs(Math.max(...column(32)) - encodeSrgb(128 / 255))).toBeLessThan(2);
  });

  it("with a missing material are dark, with one warning", async () => {
    const missing = { width: 17, type: 2, ropematerial: "cable/none" };
    const warnings = await show([200, 120, 3], [200, -120, 3], missing);
    expect(warnings.map(({ code, subject }) => [code, subject])).toEqual([
      ["missing-material", "materials/cable/none.vmt"],
    ]);
    const { column } = await see();
    expect(Math.abs(Math.max(...column(32)) - encodeSrgb(0.03))).toBeLessThan(2);
  });

  const views: [string, Partial<typeof CAMERA>, Partial<RenderSettings>, boolean][] = [
    ["before it", {}, {}, true],
    ["with the back to it", { yaw: 180 }, {}, false],
    ["switched off", {}, { ropes: false }, false],
  ];
  it.each(views)(
    "are culled the same on the GPU and the CPU: %s",
    async (_, camera, set, isSeen) => {
      await show([200, 120, 30], [200, -120, 3], { width: 3, slack: 120 });
      const onGpu = await see(camera, { ...set, occlusion: false });
      const onCpu = await see(camera, { ...set, gpuCulling: false });
      const hiding = await see(camera, { ...set, occlusionByCost: false });
      expect(onGpu.ropeSegments > 0).toBe(isSeen);
      expect(onCpu.ropeSegments).toBe(onGpu.ropeSegments);
      expect(onCpu.pixels).toEqual(onGpu.pixels);
      expect(hiding.pixels).toEqual(onGpu.pixels);
    },
  );
});
