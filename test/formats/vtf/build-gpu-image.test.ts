import { describe, expect, it } from "vitest";
import { buildGpuImage, planGpuImage } from "../../../src/formats/vtf/build-gpu-image.ts";
import { parseVtf } from "../../../src/formats/vtf/parse-vtf.ts";
import { imageMark, makeVtf } from "./make-vtf.ts";

const whole = { bc: true, srgb: false, maxDimension: 8192 };

describe("buildGpuImage", () => {
  it("keeps the BC blocks of all mips, largest first", () => {
    const vtf = parseVtf(makeVtf({ format: "DXT5", width: 16, height: 8, mipCount: 5 }));
    const image = buildGpuImage(vtf, { ...whole, srgb: true });
    expect(image).toMatchObject({
      format: "bc3-rgba-unorm-srgb",
      width: 16,
      height: 8,
      mipCount: 5,
    });
    expect([...image.mipOffset]).toEqual([0, 128, 160, 176, 192]);
    expect(image.data.length).toBe(208);
    for (let mip = 0; mip < 5; mip++) {
      expect(image.data[image.mipOffset[mip]]).toBe(imageMark(mip, 0, 0) & 255);
    }
  });

  it.each([
    ["DXT1", "bc1-rgba-unorm"],
    ["DXT1_ONEBITALPHA", "bc1-rgba-unorm"],
    ["DXT3", "bc2-rgba-unorm"],
    ["DXT5", "bc3-rgba-unorm"],
    ["BGR888", "rgba8unorm"],
    ["RGBA16161616F", "rgba16float"],
  ])("converts %s to %s", (format, expected) => {
    const vtf = parseVtf(makeVtf({ format, width: 8, height: 8 }));
    expect(buildGpuImage(vtf, whole).format).toBe(expected);
    const srgb = expected === "rgba16float" ? expected : `${expected}-srgb`;
    expect(buildGpuImage(vtf, { ...whole, srgb: true }).format).toBe(srgb);
  });

  it("decodes blocks if the device lacks BC or the size is no multiple of four", () => {
    const plain = parseVtf(makeVtf({ format: "DXT1", width: 8, height: 8, mipCount: 4 }));
    const decoded = buildGpuImage(plain, { ...whole, bc: false });
    expect(decoded.format).toBe("rgba8unorm");
    expect([...decoded.mipOffset]).toEqual([0, 256, 320, 336]);
    expect(decoded.data.length).toBe(340);
    const odd = parseVtf(makeVtf({ format: "DXT1", width: 6, height: 8, mipCount: 4 }));
    expect(buildGpuImage(odd, whole).format).toBe("rgba8unorm");
    // The size of the first kept mip decides: 12 is a multiple of four, its half is not.
    const halved = parseVtf(makeVtf({ format: "DXT1", width: 12, height: 8, mipCount: 4 }));
    expect(buildGpuImage(halved, whole).format).toBe("bc1-rgba-unorm");
    expect(buildGpuImage(halved, { ...whole, maxDimension: 6 })).toMatchObject({
      format: "rgba8unorm",
      width: 6,
      height: 4,
      mipCount: 3,
    });
  });

  it("skips mips above the maximum dimension, but never the last", () => {
    const vtf = parseVtf(makeVtf({ format: "I8", width: 32, height: 8, mipCount: 3 }));
    const image = buildGpuImage(vtf, { ...whole, maxDimension: 16 });
    expect(image).toMatchObject({ width: 16, height: 4, mipCount: 2 });
    expect(image.data[0]).toBe(imageMark(1, 0, 0));
    expect(buildGpuImage(vtf, { ...whole, maxDimension: 1 })).toMatchObject({
      width: 8,
      mipCount: 1,
    });
  });

  it("selects one frame and face, or one slice of a volume", () => {
    const flags = 0x4000;
    const cube = parseVtf(
      makeVtf({ minorVersion: 5, flags, faceCount: 6, frameCount: 2, format: "I8" }),
    );
    expect(buildGpuImage(cube, { ...whole, frame: 1, face: 4 }).data[0]).toBe(imageMark(0, 1, 4));
    expect(() => buildGpuImage(cube, { ...whole, frame: 2 })).toThrow(RangeError);
    const volume = parseVtf(makeVtf({ format: "I8", width: 4, height: 4, depth: 16, mipCount: 5 }));
    expect(buildGpuImage(volume, whole)).toMatchObject({ mipCount: 3, width: 4, height: 4 });
    expect(buildGpuImage(volume, whole).data.length).toBe(64 + 16 + 4);
  });

  it("has the format and size that are planned from the header alone", () => {
    const vtf = parseVtf(makeVtf({ format: "DXT3", width: 16, height: 16, mipCount: 5 }));
    for (const maxDimension of [1, 4, 7, 16]) {
      for (const bc of [true, false]) {
        const options = { ...whole, bc, maxDimension };
        const { format, width, height, mipCount } = planGpuImage(vtf, options);
        expect(buildGpuImage(vtf, options)).toMatchObject({ format, width, height, mipCount });
      }
    }
  });
});
