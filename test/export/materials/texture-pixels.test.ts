import { describe, expect, it } from "vitest";
import {
  coverByBrightness,
  flipGreen,
  hasAlpha,
  maskByAlpha,
  readPixels,
} from "../../../src/export/materials/texture-pixels.ts";
import { parseVtf } from "../../../src/formats/vtf/parse-vtf.ts";
import { makeVtf } from "../../formats/vtf/make-vtf.ts";

const one = (...rgba: number[]) => ({ width: 1, height: 1, rgba: Uint8Array.from(rgba) });

describe("texture pixels", () => {
  it("flips only the green channel of normal maps", () => {
    expect([...flipGreen(one(10, 20, 30, 40)).rgba]).toEqual([10, 235, 30, 40]);
  });

  it("multiplies glow by alpha in linear light", () => {
    expect([...maskByAlpha(one(255, 128, 0, 255)).rgba]).toEqual([255, 128, 0, 255]);
    // A fifth of full light is 124 in sRGB.
    expect([...maskByAlpha(one(255, 0, 0, 51)).rgba]).toEqual([124, 0, 0, 255]);
  });

  it("uses the brightness of additive textures as alpha", () => {
    expect([...coverByBrightness(one(0, 0, 0, 255)).rgba]).toEqual([0, 0, 0, 0]);
    expect([...coverByBrightness(one(64, 128, 0, 255)).rgba]).toEqual([127, 255, 0, 128]);
  });

  it("uses the largest mip that fits", () => {
    const vtf = parseVtf(makeVtf());
    const size = Math.max(vtf.width, vtf.height);
    expect(readPixels(vtf, size)).toMatchObject({ width: vtf.width, height: vtf.height });
    if (vtf.mipCount > 1) expect(readPixels(vtf, size - 1).width).toBe(vtf.width >> 1);
    const smallest = readPixels(vtf, 0);
    expect(smallest.width).toBe(Math.max(1, vtf.width >> (vtf.mipCount - 1)));
    expect(hasAlpha(one(1, 2, 3, 254))).toBe(true);
    expect(hasAlpha(one(1, 2, 3, 255))).toBe(false);
  });
});
