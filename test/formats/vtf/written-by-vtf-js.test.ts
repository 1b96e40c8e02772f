import { describe, expect, it } from "vitest";
import { VCollection, VFormats, VImageData, Vtf } from "vtf-js";
import { decodeVtfImage } from "../../../src/formats/vtf/decode-vtf-image.ts";
import { openVtf } from "../../../src/formats/vtf/open-vtf.ts";

/**
 * Formats that vtf-js decodes like srctools; it differs for RGB565, BGR565, ARGB8888 and BGRX8888.
 */
const BYTES = ["RGBA8888", "ABGR8888", "RGB888", "BGR888", "BGRA8888", "I8", "A8", "UV88"] as const;
const WIDE = ["RGBA16161616", "R32F", "RGB323232F", "RGBA32323232F"] as const;

interface Written {
  readonly format: (typeof BYTES | typeof WIDE)[number];
  readonly version: 1 | 2 | 3 | 4 | 5 | 6;
  readonly faces?: number;
  readonly slices?: number;
  readonly mips?: number;
}

/** Writes two frames of 16x16 in which all texels of all images differ. */
async function write({ format, version, faces = 1, slices = 1, mips = 1 }: Written) {
  const images = new VCollection({ width: 16, height: 16, mips, frames: 2, faces, slices });
  let seed = 1;
  for (let mip = 0; mip < mips; mip++) {
    for (let frame = 0; frame < 2; frame++) {
      for (let face = 0; face < faces; face++) {
        for (let slice = 0; slice < slices; slice++) {
          const size = 16 >> mip;
          const texels = Uint8Array.from({ length: size * size * 4 }, () => {
            seed = (seed * 69069 + 1) >>> 0;
            return seed >>> 24;
          });
          images.setImage(new VImageData(texels, size, size), mip, frame, face, slice);
        }
      }
    }
  }
  const flags = faces > 1 ? 0x4000 : 0;
  const file = await new Vtf(images, { version, format: VFormats[format], flags }).encode();
  return { vtf: await openVtf(new Uint8Array(file)), oracle: await Vtf.decode(file), mips, faces };
}

function halfToNumber(half: number): number {
  const [exponent, fraction] = [(half >> 10) & 31, half & 1023];
  return exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
}

describe("VTFs written by vtf-js", () => {
  it.each(
    ([1, 2, 3, 4, 5, 6] as const).flatMap((version) => [
      { version, mips: 5 },
      { version, mips: 5, faces: 6 },
      { version, slices: version > 1 ? 4 : 1 },
    ]),
  )("have the same image layout: %o", async (shape) => {
    const { vtf, oracle, mips, faces } = await write({ format: "RGBA8888", ...shape });
    for (let mip = 0; mip < mips; mip++) {
      for (let frame = 0; frame < 2; frame++) {
        for (let face = 0; face < faces; face++) {
          const image = oracle.body.getImage(mip, frame, face, 0).decode();
          expect(decodeVtfImage(vtf, mip, frame, face)).toEqual(new Uint8Array(image.data));
        }
      }
    }
  });

  it.each(BYTES)("decode to the same texels in %s", async (format) => {
    const { vtf, oracle } = await write({ format, version: 4 });
    const image = oracle.body.getImage(0, 1, 0, 0).decode();
    expect(decodeVtfImage(vtf, 0, 1)).toEqual(new Uint8Array(image.data));
  });

  it.each(WIDE)("decode to the same numbers in %s, within half-float precision", async (format) => {
    const { vtf, oracle } = await write({ format, version: 4 });
    const { data } = oracle.body.getImage(0, 1, 0, 0).decode();
    const bytes = decodeVtfImage(vtf, 0, 1);
    const halves = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    expect(halves).toHaveLength(data.length);
    // In 16-bit integers 1.0 is 4095.9, except in alpha.
    const unitOf = (i: number) => (format === "RGBA16161616" ? (i % 4 === 3 ? 1 : 16) / 65535 : 1);
    const most = halves.reduce((worst, half, i) => {
      const wanted = data[i] * unitOf(i);
      return Math.max(worst, Math.abs(halfToNumber(half) - wanted) / Math.max(wanted, 2 ** -14));
    }, 0);
    expect(most).toBeLessThan(2 ** -10);
  });
});
