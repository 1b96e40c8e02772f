/** Compares the light of projected textures with the engine's formulas, texel by texel. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  LAMP,
  LAMP_TEXTURE_EDGE,
  type LampKeys,
  writeLamp,
} from "../../../src/map/motion/lamp-row.ts";
import type { LampSet } from "../../../src/map/motion/lamps.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { writeMatrix3x4 } from "../../../src/math/angles.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../oracle/light/color.ts";
import { type ProjectedLight, projectedLight } from "../../oracle/light/projected.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap, type Quad, type Vec3 } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 64;
const test = await openTestGpu();
/** Half the picture is as wide as the wall is far. */
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26020470831196 };
const WALL_X = 200;

const black = {
  ...{ columns: 2, rows: 2, styles: [0] },
  sample: () => [0, 0, 0, 0] as const,
};
const WALL: Quad = {
  ...{ origin: [WALL_X, 300, -300], u: [0, -600, 0], v: [0, 0, 600] },
  ...{ material: 0, light: black },
};
/** A post between the lamp and the wall. */
const POST: Quad = {
  ...{ origin: [100, 10, -300], u: [0, -20, 0], v: [0, 0, 600] },
  ...{ material: 0, light: black },
};
const ALBEDO: Rgb = [0.8, 0.5, 0.3];
const materials = makeMaterials([{ name: "wall", fallback: ALBEDO }]);

/** Upper left red, upper right green, lower left blue, lower right grey. */
const QUARTERS: readonly Rgb[] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [128, 128, 128],
];
const quarterAt = (u: number, v: number): Rgb => QUARTERS[(v >= 0.5 ? 2 : 0) + (u >= 0.5 ? 1 : 0)];

const LIGHT: ProjectedLight = {
  ...{ origin: [20, -30, 40], angles: [10, 5, 15], fov: 70, nearZ: 4, farZ: 400 },
  color: [200, 180, 160, 120],
  texture: (u, v) => mapRgb(quarterAt(u, v), decodeSrgb),
};

const KEYS: LampKeys = {
  ...{ color: LIGHT.color.join(" "), brightness: 1, fov: LIGHT.fov, horizontalFov: 0 },
  ...{ nearZ: LIGHT.nearZ, farZ: LIGHT.farZ, constant: -1, linear: -1, quadratic: -1 },
  ...{ shadowAttenuation: 0, hasLinearColor: false },
  ...{ isOn: true, hasShadows: false, lightsWorld: true },
};

function makeTexels(): Uint8Array {
  const texels: number[] = [];
  for (let size = LAMP_TEXTURE_EDGE; size >= 1; size >>= 1) {
    for (let i = 0; i < size * size; i++) {
      const u = ((i % size) + 0.5) / size;
      const v = (Math.floor(i / size) + 0.5) / size;
      texels.push(...quarterAt(u, v), 255);
    }
  }
  return Uint8Array.from(texels);
}
const texels = makeTexels();

function lampSet(keys: Partial<LampKeys> = {}, { origin, angles } = LIGHT): LampSet {
  const rows = new Float32Array(LAMP.strideFloats);
  writeLamp(rows, 0, { ...KEYS, ...keys });
  writeMatrix3x4(rows, LAMP.place, ...(angles as Vec3), ...(origin as Vec3));
  return {
    start: { version: 0, count: 1, rows, textures: ["quarters"] },
    ...{ entity: Int32Array.of(1), names: ["quarters"], texels: [texels] },
  };
}

/** Returns the place on the wall that a pixel shows. */
function placeOf(column: number, row: number): Vec3 {
  const across = (column + 0.5) / (SIZE / 2) - 1;
  const down = (row + 0.5) / (SIZE / 2) - 1;
  return [WALL_X, -across * WALL_X, -down * WALL_X];
}

describe.skipIf(test === null)("projected textures", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    t.renderer.settings.sky = false;
  });
  afterEach(() => expect(t.errors).toEqual([]));
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  async function draw(scene: MapScene, lamps: LampSet | null): Promise<Uint8Array> {
    t.renderer.setScene(scene);
    if (lamps !== null) t.renderer.setLamps(lamps);
    await t.renderer.settled();
    for (let frame = 0; frame < 3; frame++) t.renderer.render(CAMERA);
    return t.renderer.readPixels();
  }

  it("light a wall as the engine's formula says, upright and not mirrored", async () => {
    const pixels = await draw(makeMap([WALL], materials), lampSet());
    let lit = 0;
    for (let row = 2; row < SIZE; row += 5) {
      for (let column = 2; column < SIZE; column += 5) {
        const at = (row * SIZE + column) * 4;
        const corners = [-0.6, 0.6].flatMap((x) =>
          [-0.6, 0.6].map((y) => projectedLight(LIGHT, placeOf(column + x, row + y), [-1, 0, 0])),
        );
        const light = projectedLight(LIGHT, placeOf(column, row), [-1, 0, 0]);
        // Pixels at the border of two quarters are mixed.
        const isBorder = corners.some((c) =>
          c.some((v, k) => Math.abs(v - light[k]) > 0.15 * (v + light[k])),
        );
        if (isBorder) continue;
        const expected = mapRgb(light, (value, k) => encodeSrgb(value * ALBEDO[k]));
        expected.forEach((value, k) => {
          expect(Math.abs(pixels[at + k] - value), `${column} ${row} ${k}`).toBeLessThan(3);
        });
        if (light.some((value) => value > 0)) lit++;
      }
    }
    expect(lit).toBeGreaterThan(30);
  });

  for (const gpuCulling of [true, false]) {
    it(`cast shadows of what is before the wall, culled by the ${gpuCulling ? "GPU" : "CPU"}`, async () => {
      t.renderer.settings.gpuCulling = gpuCulling;
      const angles = [0, 0, 0] as const;
      const origin = [20, -30, 0] as const;
      const place = { ...LIGHT, origin, angles };
      const set = lampSet({ hasShadows: true }, place);
      const pixels = await draw(makeMap([WALL, POST], materials), set);
      const row = 20;
      const brightness = (column: number) => pixels[(row * SIZE + column) * 4];
      // The post spans y from -10 to 10 at x = 100; its shadow lies between y = 15 and 60 of the wall.
      const columnOf = (y: number) => Math.floor((1 - y / WALL_X) * (SIZE / 2));
      expect(brightness(columnOf(37))).toBe(0);
      expect(brightness(columnOf(22))).toBe(0);
      expect(brightness(columnOf(54))).toBe(0);
      for (const y of [70, -80]) {
        const light = projectedLight(
          place,
          [WALL_X, y, (1 - (row + 0.5) / (SIZE / 2)) * WALL_X],
          [-1, 0, 0],
        );
        expect(light[0] + light[1]).toBeGreaterThan(0);
        expect(
          pixels[(row * SIZE + columnOf(y)) * 4] + pixels[(row * SIZE + columnOf(y)) * 4 + 1],
        ).toBeGreaterThan(20);
      }
    });
  }
});
