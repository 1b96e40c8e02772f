import { describe, expect, it } from "vitest";
import {
  blockSize,
  type GpuImage,
  type GpuImageFormat,
  mipByteLength,
} from "../../../src/core/image.ts";
import { decodeBc } from "../../../src/formats/vtf/decode-bc.ts";
import { enlargeImage } from "../../../src/scene/textures/enlarge-image.ts";

function imageOf(
  format: GpuImageFormat,
  [width, height, mipCount]: readonly [number, number, number],
  more: Partial<GpuImage> = {},
): GpuImage {
  const layers = (more.dimension === "cube" ? 6 : 1) * (more.frames ?? 1);
  const mipOffset = new Uint32Array(mipCount);
  let byteLength = 0;
  for (let mip = 0; mip < mipCount; mip++) {
    mipOffset[mip] = byteLength;
    byteLength +=
      mipByteLength(format, Math.max(1, width >> mip), Math.max(1, height >> mip)) * layers;
  }
  const data = Uint8Array.from({ length: byteLength }, (_, i) => (i * 73 + (i >> 3) * 29) & 255);
  return { dimension: "2d", format, width, height, mipCount, mipOffset, data, ...more };
}

/** Returns RGBA8 texels of one layer of a mip. */
function texelsOf(image: GpuImage, mip: number, layer = 0): Uint8Array {
  const width = Math.max(1, image.width >> mip);
  const height = Math.max(1, image.height >> mip);
  const bytes = mipByteLength(image.format, width, height);
  const start = image.mipOffset[mip] + layer * bytes;
  const stored = image.data.subarray(start, start + bytes);
  if (blockSize(image.format).texels === 1) return stored;
  return decodeBc(Number(image.format[2]) as 1 | 2 | 3, stored, width, height);
}

const FORMATS = ["bc1-rgba-unorm", "bc2-rgba-unorm", "bc3-rgba-unorm-srgb", "rgba8unorm"] as const;

describe("enlargeImage", () => {
  it.each(FORMATS)("repeats each texel of %s four times a mip", (format) => {
    const small = imageOf(format, [16, 8, 5]);
    const whole = enlargeImage(small, { width: 64, height: 32, mipCount: 7 });
    expect(whole).toMatchObject({ width: 64, height: 32, mipCount: 7, format });
    expect(whole.data.subarray(whole.mipOffset[2])).toEqual(small.data);
    const source = texelsOf(small, 0);
    for (const [mip, width] of [64, 32].entries()) {
      const texels = texelsOf(whole, mip);
      const scale = width / 16;
      for (let i = 0; i < texels.length / 4; i++) {
        const x = Math.floor((i % width) / scale);
        const y = Math.floor(Math.floor(i / width) / scale);
        const from = (y * 16 + x) * 4;
        expect([...texels.subarray(i * 4, i * 4 + 4)]).toEqual([
          ...source.subarray(from, from + 4),
        ]);
      }
    }
  });

  it("keeps faces and frames apart, at any size", () => {
    const more = { dimension: "cube", frames: 2 } as const;
    const small = imageOf("bc1-rgba-unorm", [2, 2, 2], more);
    const whole = enlargeImage(small, { width: 8, height: 8, mipCount: 4 });
    expect(whole.data.length).toBe(imageOf("bc1-rgba-unorm", [8, 8, 4], more).data.length);
    for (let layer = 0; layer < 12; layer++) {
      const [first] = texelsOf(small, 0, layer);
      expect(texelsOf(whole, 0, layer)[0]).toBe(first);
    }
    const odd = enlargeImage(imageOf("rgba8unorm", [3, 1, 2]), {
      width: 7,
      height: 2,
      mipCount: 3,
    });
    expect([...odd.data.subarray(24, 28)]).toEqual([...odd.data.subarray(56 + 8, 56 + 12)]);
  });
});
