/**
 * Tests water reflections: pixels against the engine's formula
 * (`test/oracle/materials/refraction.ts`) and rays of a mirrored eye. A wall stands behind a pond;
 * geometry above the pond's middle is only visible in the reflection.
 */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { TEXTUREFLAGS_EIGHTBITALPHA } from "../../../src/formats/vtf/texture-flags.ts";
import { CHUNK_BRUSH_MODEL } from "../../../src/map/world.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../oracle/light/color.ts";
import {
  type NormalTexel,
  type Pond,
  type ReadBehind,
  water,
} from "../../oracle/materials/refraction.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMap, type Quad, type Vec3 } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { makeVtf } from "./make-vtf.ts";

const test = await openTestGpu();
const SIZE = 96;
/** Field of view for a picture as wide and high as far. */
const FOV = 106.26020470831196;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const NORMAL: NormalTexel = [150, 110, 240, 200];
const FLAT: NormalTexel = [127.5, 127.5, 255, 255];
const TEXELS = 64;
const ramp = (x: number, y: number) => [30 + x * 3, 220 - y * 3, 60 + x + y, 255] as const;

const FILES = {
  "materials/normal.vtf": makeVtf(TEXTUREFLAGS_EIGHTBITALPHA, 4, () => NORMAL),
  "materials/ramp.vtf": makeVtf(0, TEXELS, ramp),
  "materials/floor.vtf": makeVtf(0, 4, () => [30, 160, 30, 255]),
  "materials/ramp.vmt": "UnlitGeneric { $basetexture ramp }",
  "materials/floor.vmt": "UnlitGeneric { $basetexture floor }",
};
const FLOOR_LIGHT = mapRgb([30, 160, 30], decodeSrgb);
const [RAMP, POND, FLOOR] = [0, 1, 2];

/** Looks along x, down at the water, which is at z = 0 and 120 inches deep. */
const EYE = { at: [0, 0, 100] as Vec3, pitch: 20 };
const DEPTH = 120;
const WALL_X = 400;
const WALL_SIZE = 1600;

const rayOf = (u: number, v: number): Vec3 => {
  const p = (EYE.pitch * Math.PI) / 180;
  const [across, down] = [u * 2 - 1, v * 2 - 1];
  return [Math.cos(p) - down * Math.sin(p), -across, -Math.sin(p) - down * Math.cos(p)];
};

const wall = (x: number, material: number, bottom = -WALL_SIZE / 2): Quad => ({
  origin: [x, WALL_SIZE / 2, bottom],
  u: [0, -WALL_SIZE, 0],
  v: [0, 0, WALL_SIZE],
  material,
});
const level = (z: number, material: number, x0 = -1000, x1 = WALL_X): Quad => ({
  origin: [x0, -1000, z],
  u: [x1 - x0, 0, 0],
  v: [0, 2000, 0],
  material,
});

/** Returns the wall's light at a position. */
function wallAt(y: number, z: number): Rgb {
  const s = ((WALL_SIZE / 2 - y) / WALL_SIZE) * TEXELS - 0.5;
  const t = ((WALL_SIZE / 2 - z) / WALL_SIZE) * TEXELS - 0.5;
  // Between texels light changes almost linearly.
  return mapRgb([0, 0, 0], (_, k) => decodeSrgb(ramp(s, t)[k]));
}

/** Returns the wall's light seen from an eye at a height. */
function rayToWall(height: number, [x, y, z]: Vec3): Rgb {
  return wallAt((y / x) * WALL_X, height + (z / x) * WALL_X);
}

/** Samples the mirrored picture of water at a height, along the reflected ray. */
const mirroredAt =
  (height: number): ReadBehind =>
  (s, t) => {
    // Clamped to the centres of its outermost pixels, of which there are half as many.
    const [inS, inT] = [s, t].map((c) => Math.min(Math.max(c, 1 / SIZE), 1 - 1 / SIZE));
    const [x, y, z] = rayOf(inS, 1 - inT);
    return rayToWall(2 * height - EYE.at[2], [x, y, -z]);
  };

const POND_VMT = `$fogcolor "{40 120 160}" $fogstart 0 $fogend 400 $refracttexture _rt_WaterRefraction $refractamount 0 $reflecttexture _rt_WaterReflection $abovewater 1`;
const LOOK: Pond = {
  normal: FLAT,
  refractAmount: 0,
  fogColor: mapRgb([40, 120, 160], (value) => (value / 255) ** 2.2),
  fogRange: 400,
  mirror: { amount: 0, tint: [1, 1, 1], read: mirroredAt(0) },
};
const TINT = mapRgb([0.5, 0.75, 0.25], (value) => value ** 2.2);

describe.skipIf(test === null)("water reflection", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    t.renderer.settings.sky = false;
  });
  afterEach(async () => {
    expect(t.errors).toEqual([]);
    t.renderer.settings.samples = 1;
    t.renderer.settings.gpuCulling = true;
    await t.renderer.settled();
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  async function draw(vmt: string, quads: readonly Quad[], isOn = true): Promise<Uint8Array> {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const { materials, textures } = await resolveMaterials(
      ["ramp", "m", "floor"],
      null,
      access,
      OPTIONS,
    );
    expect(access.diagnostics.warnings).toEqual([]);
    t.renderer.settings.waterReflection = isOn;
    t.renderer.setScene(makeMap(quads, materials));
    const rows = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, rows, access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    await t.renderer.settled();
    const [x, y, z] = EYE.at;
    for (let frame = 0; frame < 2; frame++) {
      t.renderer.render({ x, y, z, pitch: EYE.pitch, yaw: 0, fov: FOV });
    }
    return t.renderer.readPixels();
  }

  /** Compares the pond's pixels with the formula and returns their count. */
  function compare(drawn: Uint8Array, pond: Pond, height = 0, end = WALL_X - 30): number {
    let compared = 0;
    for (let row = 40; row < SIZE; row += 5) {
      for (let column = 2; column < SIZE; column += 7) {
        const [u, v] = [(column + 0.5) / SIZE, (row + 0.5) / SIZE];
        const ray = rayOf(u, v);
        const inches = (height - EYE.at[2]) / ray[2];
        if (!(inches > 0) || inches * ray[0] > end) continue;
        const floor = (-DEPTH - EYE.at[2]) / ray[2];
        if (floor * ray[0] > WALL_X - 30) continue;
        // s runs along x and t against y.
        const [x, y, z] = ray.map((c) => -c * inches);
        const toEye: Vec3 = [x, -y, z];
        const throughAt = (s: number, down: number) => {
          const other = -rayOf(
            (Math.floor(s * SIZE) + 0.5) / SIZE,
            (Math.floor(down * SIZE) + 0.5) / SIZE,
          )[2];
          return (DEPTH + height) / other;
        };
        const light = water(pond, { u, v, toEye, throughAt }, () => FLOOR_LIGHT);
        const at = (row * SIZE + column) * 4;
        const [is, should] = [[...drawn.subarray(at, at + 3)], light.map(encodeSrgb)];
        const off = Math.max(...is.map((value, k) => Math.abs(value - should[k])));
        expect(off, `${is} at ${column}, ${row}, not ${should}`).toBeLessThanOrEqual(2);
        compared++;
      }
    }
    return compared;
  }

  const SCENE = [wall(WALL_X, RAMP), level(0, POND), level(-DEPTH, FLOOR)];

  const CASES: readonly (readonly [name: string, params: string, look: Partial<Pond>])[] = [
    ["what is above it, more at the rim", POND_VMT, {}],
    [
      "in a tint",
      `${POND_VMT} $reflecttint "[.5 .75 .25]"`,
      { mirror: { ...LOOK.mirror!, tint: TINT } },
    ],
    [
      "bent by its waves, as far as it is deep",
      `${POND_VMT} $normalmap normal $reflectamount 1.5`,
      { normal: NORMAL, mirror: { ...LOOK.mirror!, amount: 1.5 } },
    ],
    ["less at its shore", POND_VMT.replace("$fogend 400", "$fogend 2500"), { fogRange: 2500 }],
    [
      "nothing else where nothing is seen through it",
      `$fogcolor "{9 9 9}" $reflecttexture _rt_WaterReflection $normalmap normal $reflectamount .1 $reflecttint "[.5 .75 .25]"`,
      { normal: NORMAL, mirror: { ...LOOK.mirror!, amount: 0.1, tint: TINT, isAll: true } },
    ],
    ["nothing if it is cheap", `${POND_VMT} $forceexpensive 0`, { mirror: undefined }],
  ];
  for (const [name, params, look] of CASES) {
    it(name, async () => {
      expect(
        compare(await draw(`Water { ${params} }`, SCENE), { ...LOOK, ...look }),
      ).toBeGreaterThan(60);
    });
  }

  it("is as smooth with multisampling, and with CPU culling", async () => {
    t.renderer.settings.samples = 4;
    t.renderer.settings.gpuCulling = false;
    const drawn = await draw(`Water { ${POND_VMT} }`, SCENE);
    expect((await t.renderer.readStats()).samples).toBe(4);
    expect(compare(drawn, LOOK)).toBeGreaterThan(60);
  });

  const ALL_VMT = `$fogcolor "{9 9 9}" $reflecttexture _rt_WaterReflection`;

  it("uses the nearest of several water heights", async () => {
    const ponds = [level(-30, POND, -1000, 250), level(-90, POND, 250, WALL_X)];
    const mirror = { ...LOOK.mirror!, read: mirroredAt(-30), isAll: true };
    const drawn = await draw(`Water { ${ALL_VMT} }`, [SCENE[0], ...ponds, SCENE[2]]);
    expect(compare(drawn, { ...LOOK, mirror }, -30, 240)).toBeGreaterThan(40);
  });

  it("excludes geometry below, and brush entities by default", async () => {
    const cover: Quad = { ...wall(WALL_X - 50, FLOOR, 20), kind: CHUNK_BRUSH_MODEL };
    const pond = { ...LOOK, mirror: { ...LOOK.mirror!, isAll: true } };
    // A wall below the water would cover everything for the mirrored eye.
    const below = wall(40, FLOOR, -WALL_SIZE - 20);
    const quads = [SCENE[0], SCENE[1], SCENE[2], cover, below];
    expect(compare(await draw(`Water { ${ALL_VMT} }`, quads), pond)).toBeGreaterThan(60);
    const all = await draw(`Water { ${ALL_VMT} $reflectentities 1 }`, quads);
    const at = ((SIZE - 4) * SIZE + 40) * 4;
    expect([...all.subarray(at, at + 3)]).toEqual([30, 160, 30]);
  });

  it("draws nothing and allocates nothing when off", async () => {
    const vmt = `Water { ${POND_VMT} }`;
    const { gpu, renderer } = t;
    const held = () => [gpu.memory.bufferBytes, gpu.memory.textureBytes, gpu.memory.count];
    const plain = await draw(vmt, SCENE, false);
    expect(compare(plain, { ...LOOK, mirror: undefined })).toBeGreaterThan(60);
    const [before, draws] = [held(), (await renderer.readStats()).draws];
    await draw(vmt, SCENE, true);
    expect((await renderer.readStats()).draws).toBeGreaterThan(draws);
    expect(held()[2]).toBeGreaterThan(before[2]);
    await draw(vmt, SCENE, false);
    expect(held()).toEqual(before);
    // Nothing is allocated either if no water is in view.
    renderer.settings.waterReflection = true;
    renderer.render({ x: 0, y: 0, z: 100, pitch: -60, yaw: 180, fov: 60 });
    expect(held()).toEqual(before);
  });
});
