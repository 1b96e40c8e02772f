import { describe, expect, it } from "vitest";
import {
  averageSamples,
  fillBehind,
  type Pixels,
} from "../../../src/viewer/overview/average-samples.ts";

const make = (width: number, height: number, rgb: (x: number, y: number) => number[]): Pixels => ({
  width,
  height,
  rgba: Uint8Array.from({ length: width * height * 4 }, (_, i) => {
    const pixel = i >> 2;
    return [...rgb(pixel % width, Math.floor(pixel / width)), 255][i & 3];
  }),
});
const pixel = ({ rgba, width }: Pixels, x: number, y: number) => [
  ...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

describe("averageSamples", () => {
  it("averages light, ignores uncovered samples and places the tile", () => {
    const out = make(4, 3, () => [9, 9, 9]);
    // Black and white columns; the last row of samples is uncovered.
    const drawn = make(4, 4, (x, y) =>
      y === 3 ? [0, 0, 0] : x % 2 === 0 ? [0, 0, 0] : [255, 255, 255],
    );
    const backed = make(4, 4, (x, y) => (y === 3 || x % 2 === 1 ? [255, 255, 255] : [0, 0, 0]));
    averageSamples(out, 1, 1, drawn, backed.rgba);
    // Half of the light is 188 of 255 in sRGB.
    expect(pixel(out, 1, 1)).toEqual([188, 188, 188, 255]);
    expect(pixel(out, 2, 2)).toEqual([188, 188, 188, 128]);
    expect(pixel(out, 0, 1)).toEqual([9, 9, 9, 255]);
    expect(pixel(out, 1, 0)).toEqual([9, 9, 9, 255]);
  });

  it("crops a tile at the picture's edge", () => {
    const out = make(3, 1, () => [0, 0, 0]);
    const drawn = make(4, 4, () => [50, 60, 70]);
    averageSamples(out, 2, 0, drawn, drawn.rgba);
    expect([...out.rgba]).toEqual([0, 0, 0, 255, 0, 0, 0, 255, 50, 60, 70, 255]);
  });

  it("leaves empty pixels transparent, or shows the backing", () => {
    const out = make(2, 1, () => [0, 0, 0]);
    const drawn = make(4, 2, () => [0, 0, 0]);
    const backed = make(4, 2, (x) => (x < 2 || x === 2 ? [255, 255, 255] : [0, 0, 0]));
    averageSamples(out, 0, 0, drawn, backed.rgba);
    expect([...out.rgba]).toEqual([0, 0, 0, 0, 0, 0, 0, 128]);
    fillBehind(out, [255, 0, 100]);
    expect([...out.rgba]).toEqual([255, 0, 100, 255, 187, 0, 71, 255]);
  });
});
