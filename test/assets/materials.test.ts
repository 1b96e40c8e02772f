import { describe, expect, it } from "vitest";
import * as metal from "../../assets/materials/metal.ts";
import {
  SKY_SIDES,
  SUN_DIRECTION,
  sideDirection,
  skyColor,
  skySide,
} from "../../assets/materials/sky.ts";
import * as walls from "../../assets/materials/walls.ts";
import { waves } from "../../assets/materials/water.ts";
import { hex } from "../../assets/textures/color.ts";
import { cells, fbm, gradientNoise } from "../../assets/textures/noise.ts";
import { textDistance } from "../../assets/textures/stroke-font.ts";
import { paint, type Surface, toNormalMap } from "../../assets/textures/surface.ts";

/**
 * Returns the mean difference between horizontal neighbours, inside and across the texture's edge.
 */
function seam({ width, height, color }: Surface): { inside: number; edge: number } {
  const step = (x0: number, x1: number) => {
    let sum = 0;
    for (let y = 0; y < height; y++) {
      for (let k = 0; k < 3; k++) {
        sum += Math.abs(color[(y * width + x0) * 3 + k] - color[(y * width + x1) * 3 + k]);
      }
    }
    return sum / height;
  };
  let inside = 0;
  for (let x = 1; x < width; x++) inside = Math.max(inside, step(x - 1, x));
  return { inside, edge: step(width - 1, 0) };
}

/** Returns the surface with rows and columns swapped. */
function turned({ width, height, color, alpha, relief }: Surface): Surface {
  const out = new Float32Array(color.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let k = 0; k < 3; k++) out[(x * height + y) * 3 + k] = color[(y * width + x) * 3 + k];
    }
  }
  return { width: height, height: width, color: out, alpha, relief };
}

describe("the texture kit", () => {
  it("makes noise that repeats at its period", () => {
    for (let i = 0; i < 40; i++) {
      const [u, v] = [i / 40, ((i * 7) % 40) / 40];
      expect(gradientNoise(u + 1, v - 2, 5, 3, 9)).toBeCloseTo(gradientNoise(u, v, 5, 3, 9), 6);
      expect(fbm(u - 1, v + 1, 3, 4, 4, 9)).toBeCloseTo(fbm(u, v, 3, 4, 4, 9), 6);
      const [a, b] = [cells(u, v, 4, 6, 9), cells(u + 1, v + 1, 4, 6, 9)];
      expect(b.near).toBeCloseTo(a.near, 6);
      expect(b.id).toBe(a.id);
      expect(a.near).toBeLessThanOrEqual(a.next);
    }
  });

  it("makes noise that fills its range without bias", () => {
    let [low, high, sum] = [9, -9, 0];
    for (let i = 0; i < 4096; i++) {
      const value = fbm((i % 64) / 64, Math.floor(i / 64) / 64, 8, 8, 4, 3);
      low = Math.min(low, value);
      high = Math.max(high, value);
      sum += value;
    }
    expect(low).toBeLessThan(-0.6);
    expect(high).toBeGreaterThan(0.6);
    expect(Math.abs(sum / 4096)).toBeLessThan(0.08);
  });

  it("turns a slope into its normal, x right and y down", () => {
    const slope = paint(8, 8, (u, v) => ({ color: [0, 0, 0], height: (u + v * 2) / 8 }));
    // Away from the edges, where the slope jumps back, it is 1/64 and 2/64 per texel, times 16.
    const at = (4 * 8 + 4) * 4;
    const normal = [...toNormalMap(slope, 16).subarray(at, at + 3)].map((c) => c / 127.5 - 1);
    const length = Math.hypot(-0.25, -0.5, 1);
    for (const [k, c] of [-0.25, -0.5, 1].entries()) expect(normal[k]).toBeCloseTo(c / length, 1);
  });

  it("draws known letters, and refuses unknown ones", () => {
    // The upright of a T is in its middle, below its bar.
    expect(textDistance("T", 0, 0.2, 0.1)).toBeLessThan(0);
    expect(textDistance("T", 0.25, 0.2, 0.1)).toBeGreaterThan(0.1);
    expect(() => textDistance("é", 0, 0, 0.1)).toThrow(RangeError);
  });

  it("parses hex colours", () => expect(hex("#ff8000")).toEqual([1, 128 / 255, 0]));
});

describe("the demo's surfaces", () => {
  it.each([
    ["brick", walls.brickWall],
    ["roof tiles", walls.roofTiles],
    ["stone", walls.stoneBlocks],
    ["metal", metal.metalPlate],
    ["water", waves],
  ] as const)("%s tile without a seam", (_, make) => {
    const surface = make();
    for (const side of [surface, turned(surface)]) {
      const { inside, edge } = seam(side);
      expect(edge).toBeLessThanOrEqual(inside * 1.05);
    }
  });
});

describe("the dusk sky", () => {
  it("has sides whose shared edges have the same colours", () => {
    const size = 16;
    const images = SKY_SIDES.map((_, side) => skySide(side, size));
    const byPlace = new Map<string, number[]>();
    let shared = 0;
    for (const [side, image] of images.entries()) {
      for (let y = 0; y < size; y++) {
        for (let x = 0; x < size; x++) {
          if (x % (size - 1) !== 0 && y % (size - 1) !== 0) continue;
          const direction = sideDirection(side, (x / (size - 1)) * 2 - 1, 1 - (y / (size - 1)) * 2);
          const key = direction.map((c) => Math.round(c * 1e6)).join();
          const color = [...image.subarray((y * size + x) * 4, (y * size + x) * 4 + 3)];
          const other = byPlace.get(key);
          byPlace.set(key, color);
          if (!other) continue;
          shared++;
          for (const [k, value] of other.entries()) expect(color[k]).toBeCloseTo(value, 5);
        }
      }
    }
    // 12 edges of 14 texels without their ends, and 8 corners of three.
    expect(shared).toBe(12 * 14 + 8 * 2);
  });

  it("is brightest at the sun, and warmer there than on the opposite side", () => {
    const sun = skyColor(SUN_DIRECTION);
    expect(Math.min(...sun)).toBeGreaterThan(1);
    const [x, y] = SUN_DIRECTION;
    const length = Math.hypot(x, y);
    const warmth = (sign: number) => {
      const [r, , b] = skyColor([(sign * x) / length, (sign * y) / length, 0.02]);
      return r / b;
    };
    expect(warmth(1)).toBeGreaterThan(warmth(-1) * 1.5);
  });

  it("repeats the horizon row below the horizon, where the sides' lower halves are left out", () => {
    const side = skySide(2, 32);
    const row = (y: number) => [...side.subarray(y * 128, y * 128 + 128)];
    for (let y = 17; y < 32; y++) expect(row(y)).toEqual(row(16));
    for (const [i, value] of row(15).entries())
      expect(Math.abs(value - row(16)[i])).toBeLessThan(0.08);
  });
});
