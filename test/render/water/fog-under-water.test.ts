/**
 * Tests fog under water by the water material, and above it by the map: pixels against
 * `test/oracle/light/fog.ts`.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fog } from "../../../src/map/fog.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb } from "../../oracle/light/color.ts";
import {
  behindFog,
  type FogKeys,
  fogColor,
  fogShare,
  type Triple,
} from "../../oracle/light/fog.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMap, type Quad } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { makeVtf } from "./make-vtf.ts";

const test = await openTestGpu();
const [WIDTH, HEIGHT] = [48, 32];
/** At a distance of 1 the picture is 2 high. */
const FOV = 106.26020470831196;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const STONE: Triple = [150, 120, 60];
const FILES = {
  "materials/stone.vtf": makeVtf(0, 4, () => [...STONE, 255]),
  "materials/stone.vmt": "UnlitGeneric { $basetexture stone }",
};
const EYE = { x: 12, y: 3, z: 5, pitch: -20, yaw: 0 };
const SURFACE = 60;
const WALL_X = 600;

const WALL: Quad = {
  ...{ origin: [WALL_X, 4000, -4000], u: [0, -8000, 0], v: [0, 0, 8000], material: 0 },
};
/** Behind the eye: leaf waters are only loaded if a map has visible water. */
const POND: Quad = {
  ...{ origin: [-900, -50, SURFACE], u: [100, 0, 0], v: [0, 100, 0], material: 1 },
};
const WATER: FogKeys = { color: [40, 120, 160], start: 20, end: 1100 };
const AIR: FogKeys = { color: [200, 180, 90], start: 0, end: 2500 };
const POND_VMT = `$abovewater 1 $refracttexture _rt_WaterRefraction $fogcolor "{40 120 160}" $fogstart 20 $fogend 1100`;
const AIR_FOG: Fog = {
  ...{ isOn: true, isBlended: false, isRadial: false, farZ: 0, maxDensity: 1 },
  ...{ start: AIR.start, end: AIR.end, direction: new Float32Array(3) },
  ...{ color: Float32Array.from(AIR.color, (c) => c / 255), color2: new Float32Array(3) },
};

const PITCH = (EYE.pitch * Math.PI) / 180;
const FORWARD: Triple = [Math.cos(PITCH), 0, -Math.sin(PITCH)];
function rayOf(column: number, row: number): Triple {
  const across = (((column + 0.5) / WIDTH) * 2 - 1) * (WIDTH / HEIGHT);
  const up = 1 - ((row + 0.5) / HEIGHT) * 2;
  return [FORWARD[0] + up * Math.sin(PITCH), -across, FORWARD[2] + up * Math.cos(PITCH)];
}

describe.skipIf(test === null)("under water", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, WIDTH, HEIGHT);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  /** @param leafWater of the leaf before the eye's, the eye's, and what is solid */
  async function draw(
    vmt: string,
    leafWater: readonly number[],
    fog: Fog | null = AIR_FOG,
    { surface = SURFACE, eye = EYE } = {},
  ) {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const names = ["stone", "m"];
    const { materials, textures } = await resolveMaterials(names, null, access, OPTIONS);
    const scene = makeMap([WALL, POND], materials, { fog });
    t.renderer.setScene(scene);
    t.renderer.setMaterials(materials, {
      leafWater: Int32Array.from(leafWater),
      surfaceZ: Float32Array.of(-999, surface),
      material: Int32Array.of(-1, 1),
    });
    for (const { texture, image } of streamTextures(textures, [0], access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    await t.renderer.settled();
    for (let i = 0; i < 2; i++) t.renderer.render({ ...eye, fov: FOV });
    return t.renderer.readPixels();
  }

  /** Compares pixels with one fog below a height and another above it; `null` for no fog. */
  function compare(pixels: Uint8Array, below: FogKeys | null, above: FogKeys | null): number[] {
    const counts = [0, 0];
    for (let row = 1; row < HEIGHT; row += 2) {
      for (let column = 1; column < WIDTH; column += 5) {
        const ray = rayOf(column, row);
        const toWall = ray.map((c) => (c * (WALL_X - EYE.x)) / ray[0]) as unknown as Triple;
        const height = EYE.z + toWall[2] - SURFACE;
        // The engine clips two inches above the surface.
        if (ray[0] <= 0.05 || Math.abs(height - 2) < 0.5) continue;
        const keys = height > 2 ? above : below;
        counts[height > 2 ? 1 : 0]++;
        const light = mapRgb(STONE, decodeSrgb);
        const seen =
          keys === null
            ? light
            : behindFog(light, fogColor(keys, FORWARD), fogShare(keys, toWall, FORWARD));
        const at = (row * WIDTH + column) * 4;
        const [is, should] = [[...pixels.subarray(at, at + 3)], seen.map(encodeSrgb)];
        const off = Math.max(...is.map((value, k) => Math.abs(value - should[k])));
        expect(off, `${is} at ${column}, ${row}, not ${should}`).toBeLessThanOrEqual(1);
      }
    }
    return counts;
  }

  it("water fog covers submerged objects, and map fog those above", async () => {
    const pixels = await draw(`Water { ${POND_VMT} $fogenable 1 }`, [-1, 1, -1]);
    const [below, above] = compare(pixels, WATER, AIR);
    expect(Math.min(below, above)).toBeGreaterThan(20);
  });

  it("objects above have no fog if the map has none", async () => {
    compare(await draw(`Water { ${POND_VMT} $fogenable 1 }`, [-1, 1, -1], null), WATER, null);
  });

  it("there is no fog without $fogenable, except map fog above", async () => {
    compare(await draw(`Water { ${POND_VMT} }`, [-1, 1, -1]), null, AIR);
  });

  it("map fog is used outside water and in water without fog", async () => {
    const vmt = `Water { ${POND_VMT} $fogenable 1 }`;
    compare(await draw(vmt, [1, -1, -1]), AIR, AIR);
    compare(await draw(vmt, [-1, 0, -1]), AIR, AIR);
  });

  it.each([
    [-499, 25],
    [-498.4, 50],
    [-494.5, 50],
  ])(
    "fog covers the part of the near plane below the surface, for an eye above it at %d",
    async (z, pitch) => {
      const surface = -500;
      const eye = { ...EYE, z, pitch };
      const turn = (pitch * Math.PI) / 180;
      const forward: Triple = [Math.cos(turn), 0, -Math.sin(turn)];
      const waters = { leafWater: [-1, -1, 1], surface, eye };
      const pixels = await draw(
        `Water { ${POND_VMT} $fogenable 1 }`,
        waters.leafWater,
        AIR_FOG,
        waters,
      );
      const counts = [0, 0];
      for (let row = 1; row < HEIGHT; row += 2) {
        for (let column = 1; column < WIDTH; column += 5) {
          const across = (((column + 0.5) / WIDTH) * 2 - 1) * (WIDTH / HEIGHT);
          const up = 1 - ((row + 0.5) / HEIGHT) * 2;
          const ray: Triple = [
            forward[0] + up * Math.sin(turn),
            -across,
            forward[2] + up * Math.cos(turn),
          ];
          // Two inches along the view axis.
          const above = z + 2 * ray[2] - surface;
          if (ray[0] <= 0.05 || Math.abs(above) < 0.02) continue;
          const toWall = ray.map((c) => (c * (WALL_X - EYE.x)) / ray[0]) as unknown as Triple;
          if (Math.abs(z + toWall[2]) > 3900) continue;
          const keys = above < 0 ? WATER : AIR;
          counts[above < 0 ? 1 : 0]++;
          const light = mapRgb(STONE, decodeSrgb);
          const share = fogShare(keys, toWall, forward);
          const seen = behindFog(light, fogColor(keys, forward), share).map(encodeSrgb);
          const is = [...pixels.subarray((row * WIDTH + column) * 4).subarray(0, 3)];
          const off = Math.max(...is.map((value, k) => Math.abs(value - seen[k])));
          expect(off, `${is} at ${column}, ${row}, not ${seen}`).toBeLessThanOrEqual(1);
        }
      }
      expect(counts[0]).toBeGreaterThan(10);
      if (z < -495) expect(counts[1]).toBeGreaterThan(5);
      else expect(counts[1]).toBe(0);
    },
  );

  it("there is no fog while fog is off", async () => {
    t.renderer.settings.fog = false;
    compare(await draw(`Water { ${POND_VMT} $fogenable 1 }`, [-1, 1, -1]), null, null);
    t.renderer.settings.fog = true;
  });
});
