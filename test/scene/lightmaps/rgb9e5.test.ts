import { describe, expect, it } from "vitest";
import {
  decodeRgb9e5,
  encodeLdrRgb9e5,
  encodeRgb9e5,
  writeRgb9e5Row,
} from "../../../src/scene/lightmaps/rgb9e5.ts";

const sample = (r: number, g: number, b: number, exponent: number) =>
  (r | (g << 8) | (b << 16) | ((exponent & 255) << 24)) >>> 0;

describe("encodeRgb9e5", () => {
  it("keeps every mantissa exactly for exponents −24 to 8", () => {
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

  it("keeps small mantissas exactly above that while nine bits suffice", () => {
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

  it("saturates above the largest value of the format", () => {
    const greatest = 511 * 2 ** 7;
    expect(decodeRgb9e5(encodeRgb9e5(sample(255, 1, 0, 127)))).toEqual([greatest, greatest, 0]);
    expect(decodeRgb9e5(encodeRgb9e5(sample(255, 128, 0, 9)))).toEqual([greatest, greatest, 0]);
  });

  it("rounds below the smallest value, with an error of at most half a step", () => {
    for (let exponent = -128; exponent < -24; exponent++) {
      const decoded = decodeRgb9e5(encodeRgb9e5(sample(255, 6, 1, exponent)));
      for (const [i, c] of [255, 6, 1].entries()) {
        expect(Math.abs(decoded[i] - c * 2 ** exponent)).toBeLessThanOrEqual(2 ** -25);
      }
    }
    expect(decodeRgb9e5(encodeRgb9e5(sample(6, 2, 0, -25)))).toEqual([3 * 2 ** -24, 2 ** -24, 0]);
  });
});

describe("encodeLdrRgb9e5", () => {
  it("clamps each channel to four times full light and otherwise equals HDR encoding", () => {
    for (let exponent = -128; exponent < 128; exponent++) {
      for (const [r, g, b] of [
        [255, 128, 1],
        [127, 0, 255],
        [3, 2, 1],
      ]) {
        const stored = sample(r, g, b, exponent);
        const plain = decodeRgb9e5(encodeRgb9e5(stored));
        const held = decodeRgb9e5(encodeLdrRgb9e5(stored));
        for (const [channel, c] of [r, g, b].entries()) {
          const expected = exponent <= 2 ? plain[channel] : Math.min(c * 2 ** exponent, 4 * 255);
          expect(held[channel], `${stored}`).toBe(expected);
        }
      }
    }
  });

  it("is used for LDR rows only", () => {
    const samples = Uint32Array.of(0, sample(200, 100, 50, 4), sample(200, 100, 50, 0));
    const rows = Object.fromEntries(
      (["ldr", "hdr"] as const).map((side) => {
        const texels = new Uint32Array(4);
        writeRgb9e5Row(side, texels, 2, samples, 1, 2);
        return [side, [...texels].map(decodeRgb9e5)];
      }),
    );
    expect(rows.ldr).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [1020, 1020, 800],
      [200, 100, 50],
    ]);
    expect(rows.hdr).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [3200, 1600, 800],
      [200, 100, 50],
    ]);
  });
});
