import { describe, expect, it } from "vitest";
import { buildLightmapImage } from "../../../src/export/map/lightmap-image.ts";
import { encodeRgb9e5 } from "../../../src/scene/lightmaps/rgb9e5.ts";

/** Returns c * 2^e of a stored sample. */
const sample = (r: number, g: number, b: number, e: number) =>
  encodeRgb9e5(r | (g << 8) | (b << 16) | (e << 24));

/** Three pages of 2x1 luxels. */
const atlas = {
  side: "ldr",
  width: 2,
  height: 1,
  pageCount: 3,
  texels: Uint32Array.of(
    ...[sample(255, 0, 64, 0), sample(255, 255, 255, 1)],
    ...[sample(255, 255, 255, -1), 0],
    ...[0, sample(128, 32, 0, 2)],
  ),
  usedLuxels: 6,
} as const;

/** Returns sRGB of half the light. */
const byteOf = (light: number) => {
  const half = Math.min(1, light / 2);
  const srgb = half <= 0.0031308 ? half * 12.92 : 1.055 * half ** (1 / 2.4) - 0.055;
  return Math.round(srgb * 255);
};

describe("buildLightmapImage", () => {
  const texelAt = (image: ReturnType<typeof buildLightmapImage>, [s, t]: readonly number[]) => {
    const at = (Math.floor(t * image.height) * image.width + Math.floor(s * image.width)) * 4;
    return Array.from(image.rgba.subarray(at, at + 3));
  };

  it("has each luxel of each page at its place, with twice white as white", () => {
    const image = buildLightmapImage(atlas, 1);
    const light = [
      [[0, 0.5, 0.5], 1, 0, 64 / 255],
      [[0, 1.5, 0.5], 2, 2, 2],
      [[1, 0.5, 0.5], 0.5, 0.5, 0.5],
      [[2, 0.5, 0.5], 0, 0, 0],
      [[2, 1.5, 0.5], 512 / 255, 128 / 255, 0],
    ] as const;
    for (const [[page, s, t], ...rgb] of light) {
      expect(texelAt(image, image.place(page, s, t))).toEqual(rgb.map(byteOf));
    }
    expect(texelAt(image, image.plain)).toEqual([1, 1, 1].map(byteOf));
  });

  it("multiplies light by the exposure", () => {
    const image = buildLightmapImage(atlas, 0.25);
    expect(texelAt(image, image.place(0, 0.5, 0.5))).toEqual([0.25, 0, 16 / 255].map(byteOf));
    expect(texelAt(image, image.plain)).toEqual([1, 1, 1].map(byteOf));
  });
});
