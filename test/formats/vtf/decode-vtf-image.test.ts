import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { decodeVtfImage } from "../../../src/formats/vtf/decode-vtf-image.ts";
import { halfFromFloat } from "../../../src/formats/vtf/half-float.ts";
import { parseVtf } from "../../../src/formats/vtf/parse-vtf.ts";
import { makeVtf } from "./make-vtf.ts";

/** Decodes an image of one row with the given stored bytes. */
function decodeRow(format: string, width: number, ...stored: number[]): number[] {
  const texels = () => Uint8Array.from(stored);
  return [...decodeVtfImage(parseVtf(makeVtf({ format, width, height: 1, texels })), 0)];
}

/** Returns the half floats of a decoded image as numbers. */
function halves(bytes: number[]): number[] {
  const view = new DataView(Uint8Array.from(bytes).buffer);
  return Array.from({ length: bytes.length / 2 }, (_, i) => fromHalf(view.getUint16(i * 2, true)));
}

function fromHalf(half: number): number {
  const exponent = (half >> 10) & 31;
  const mantissa = half & 0x3ff;
  const sign = half & 0x8000 ? -1 : 1;
  if (exponent === 31) return mantissa ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  if (exponent === 0) return sign * mantissa * 2 ** -24;
  return sign * (1 + mantissa / 1024) * 2 ** (exponent - 15);
}

describe("decodeVtfImage", () => {
  it.each<[string, number[], number[]]>([
    ["RGBA8888", [1, 2, 3, 4], [1, 2, 3, 4]],
    ["ABGR8888", [4, 3, 2, 1], [1, 2, 3, 4]],
    ["ARGB8888", [2, 3, 4, 1], [1, 2, 3, 4]],
    ["BGRA8888", [3, 2, 1, 4], [1, 2, 3, 4]],
    ["BGRX8888", [3, 2, 1, 4], [1, 2, 3, 255]],
    ["RGB888", [1, 2, 3], [1, 2, 3, 255]],
    ["BGR888", [3, 2, 1], [1, 2, 3, 255]],
    ["RGB888_BLUESCREEN", [0, 0, 255], [0, 0, 0, 0]],
    ["RGB888_BLUESCREEN", [0, 1, 255], [0, 1, 255, 255]],
    ["BGR888_BLUESCREEN", [255, 0, 0], [0, 0, 0, 0]],
    ["BGR888_BLUESCREEN", [255, 0, 9], [9, 0, 255, 255]],
    ["I8", [7], [7, 7, 7, 255]],
    ["IA88", [7, 9], [7, 7, 7, 9]],
    ["A8", [9], [0, 0, 0, 9]],
    ["RGB565", [0x1f, 0], [255, 0, 0, 255]],
    ["BGR565", [0x1f, 0], [0, 0, 255, 255]],
    ["BGR565", [0xe0, 0x07], [0, 255, 0, 255]],
    ["BGRX5551", [0x00, 0x7c], [255, 0, 0, 255]],
    ["BGRA5551", [0x00, 0x7c], [255, 0, 0, 0]],
    ["BGRA5551", [0xe0, 0x83], [0, 255, 0, 255]],
    ["BGRA4444", [0x21, 0x43], [0x33, 0x22, 0x11, 0x44]],
    ["UV88", [200, 100], [200, 100, 0, 255]],
    ["UVWQ8888", [1, 2, 3, 4], [1, 2, 3, 4]],
    ["UVLX8888", [1, 2, 3, 4], [1, 2, 3, 4]],
  ])("decodes %s %j as %j", (format, stored, rgba) => {
    expect(decodeRow(format, 1, ...stored)).toEqual(rgba);
    const white = stored.map(() => 255);
    expect(decodeRow(format, 2, ...white, ...stored).slice(4)).toEqual(rgba);
  });

  it("returns half floats for formats with a larger range", () => {
    const singles = new Uint8Array(Float32Array.of(0.5, -2, 70000, 1).buffer);
    const wide = (format: string, ...stored: number[]) => halves(decodeRow(format, 1, ...stored));
    expect(wide("RGBA32323232F", ...singles)).toEqual([0.5, -2, Number.POSITIVE_INFINITY, 1]);
    expect(wide("RGB323232F", ...singles.slice(0, 12)).at(-1)).toBe(1);
    expect(wide("R32F", ...singles.slice(0, 4))).toEqual([0.5, 0, 0, 1]);
    expect(wide("RGBA16161616F", 0, 0x3c, 0, 0x40, 0, 0, 0, 0x3c)).toEqual([1, 2, 0, 1]);
    expect(wide("RGBA16161616", 255, 255, 0, 0, 0, 16, 255, 255)).toEqual([16, 0, 1, 1]);
  });

  it("rounds single floats to the nearest half float", () => {
    for (const value of [0, 1, -1, 65504, 2 ** -14, 2 ** -24, 1.5 * 2 ** -20, -0.333251953125]) {
      expect(fromHalf(halfFromFloat(value))).toBe(value);
    }
    expect(fromHalf(halfFromFloat(1 + 2 ** -12))).toBe(1);
    expect(fromHalf(halfFromFloat(1 + 2 ** -11))).toBe(1 + 2 ** -10);
    expect(fromHalf(halfFromFloat(65520))).toBe(Number.POSITIVE_INFINITY);
    expect(fromHalf(halfFromFloat(2 ** -26))).toBe(0);
    expect(fromHalf(halfFromFloat(Number.NaN))).toBeNaN();
  });

  it("decodes both modes of BC1", () => {
    const block = (c0: number, c1: number) => [c0 & 255, c0 >> 8, c1 & 255, c1 >> 8];
    const red = 0xf800;
    const blue = 0x001f;
    const four = decodeRow("DXT1", 4, ...block(red, blue), 0b11100100, 0, 0, 0);
    expect(four).toEqual([255, 0, 0, 255, 0, 0, 255, 255, 170, 0, 85, 255, 85, 0, 170, 255]);
    const three = decodeRow("DXT1", 4, ...block(blue, red), 0b11100100, 0, 0, 0);
    expect(three).toEqual([0, 0, 255, 255, 255, 0, 0, 255, 127, 0, 127, 255, 0, 0, 0, 0]);
    // Colours of BC2 and BC3 never use the transparent mode.
    const alpha = [0x21, 0x43, 0, 0, 0, 0, 0, 0];
    const bc2 = decodeRow("DXT3", 4, ...alpha, ...block(blue, red), 0b11100100, 0, 0, 0);
    expect(bc2.slice(12)).toEqual([170, 0, 85, 0x44]);
    expect(bc2[3]).toBe(0x11);
  });

  it("decodes both alpha ramps of BC3", () => {
    const colours = [255, 255, 255, 255, 0, 0, 0, 0];
    // Indices 0, 1, 2, 7 in the first row.
    const indices = 0 | (1 << 3) | (2 << 6) | (7 << 9);
    const alphas = (a0: number, a1: number) =>
      decodeRow("DXT5", 4, a0, a1, indices & 255, indices >> 8, 0, 0, 0, 0, ...colours).filter(
        (_, i) => i % 4 === 3,
      );
    expect(alphas(140, 0)).toEqual([140, 0, 120, 20]);
    expect(alphas(0, 100)).toEqual([0, 100, 20, 255]);
  });

  it("crops blocks at the edge of an image whose size is no multiple of four", () => {
    const solid = (colour: number) => [colour & 255, colour >> 8, 0, 0, 0, 0, 0, 0];
    const texels = () => Uint8Array.from([...solid(0xf800), ...solid(0x07e0)]);
    const made = makeVtf({ format: "DXT1", width: 5, height: 3, texels });
    const rgba = decodeVtfImage(parseVtf(made), 0);
    expect(rgba.length).toBe(5 * 3 * 4);
    for (let row = 0; row < 3; row++) {
      expect([...rgba.subarray(row * 20 + 12, row * 20 + 20)]).toEqual([
        255, 0, 0, 255, 0, 255, 0, 255,
      ]);
    }
  });

  it("refuses formats without a decoder", () => {
    const vtf = parseVtf(makeVtf({ format: "P8" }));
    expect(() => decodeVtfImage(vtf, 0)).toThrow(FormatError);
    expect(() => decodeVtfImage(vtf, 0)).toThrow("P8");
  });
});
