import { describe, expect, it } from "vitest";
import { decodeRgb9e5, encodeRgb9e5 } from "../../../src/scene/lightmaps/rgb9e5.ts";

const sample = (r: number, g: number, b: number, exponent: number) =>
  (r | (g << 8) | (b << 16) | ((exponent & 255) << 24)) >>> 0;

describe("encodeRgb9e5", () => {
  it("holds every mantissa exactly at every exponent from -24 to 8", () => {
    for (let exponent = -24; exponent <= 8; exponent++) {
      for (let c = 0; c < 256; c++) {
        const other = 255 - c;
        const decoded = decodeRgb9e5(encodeRgb9e5(sample(c, other, c ^ 85, exponent)));
        const scale = 2 ** exponent;
        if (decoded[0] !== c * scale || decoded[1] !== other * scale) {
          expect({ exponent, c, decoded }).toBeNull();
        }
        expect(decoded[2]).toBe((c ^ 85) * scale);
      }
    }
  });

  it("holds small mantissas exactly above that, as long as nine bits are enough", () => {
    for (const [c, exponent] of [
      [127, 9],
      [1, 15],
      [63, 10],
      [3, 14],
    ]) {
      expect(decodeRgb9e5(encodeRgb9e5(sample(c, 0, 0, exponent)))).toEqual([
        c * 2 ** exponent,
        0,
        0,
      ]);
    }
  });

  it("saturates what is brighter than the format's greatest value", () => {
    const greatest = 511 * 2 ** 7;
    expect(decodeRgb9e5(encodeRgb9e5(sample(255, 1, 0, 127)))).toEqual([greatest, greatest, 0]);
    expect(decodeRgb9e5(encodeRgb9e5(sample(255, 128, 0, 9)))).toEqual([greatest, greatest, 0]);
  });

  it("rounds what is darker than the format's least value, and loses less than half of it", () => {
    for (let exponent = -128; exponent < -24; exponent++) {
      const decoded = decodeRgb9e5(encodeRgb9e5(sample(255, 6, 1, exponent)));
      for (const [i, c] of [255, 6, 1].entries()) {
        expect(Math.abs(decoded[i] - c * 2 ** exponent)).toBeLessThanOrEqual(2 ** -25);
      }
    }
    expect(decodeRgb9e5(encodeRgb9e5(sample(6, 2, 0, -25)))).toEqual([3 * 2 ** -24, 2 ** -24, 0]);
  });
});
