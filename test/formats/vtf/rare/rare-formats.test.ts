import { describe, expect, it } from "vitest";
import { FormatError } from "../../../../src/core/errors.ts";
import { buildGpuImage } from "../../../../src/formats/vtf/build-gpu-image.ts";
import { decodeVtfImage } from "../../../../src/formats/vtf/decode-vtf-image.ts";
import { openVtf } from "../../../../src/formats/vtf/open-vtf.ts";
import { parseVtf } from "../../../../src/formats/vtf/parse-vtf.ts";
import { RARE_FORMATS } from "../../../../src/formats/vtf/rare/parse-rare-vtf.ts";
import { bc6hTexel } from "../../../oracle/textures/vtf-bc6h.ts";
import { bc4Value, bitsOf, normalOf } from "../../../oracle/textures/vtf-blocks.ts";
import { makeVtf } from "../make-vtf.ts";
import { seededBc6h, seededBc7, seededBytes } from "./seeded-bytes.ts";

const LATE = { minorVersion: 5 };

/** Decodes the largest image of a generated file. */
async function decode(format: string, width: number, height: number, stored: Uint8Array) {
  const made = makeVtf({ ...LATE, format, width, height, texels: () => stored });
  return decodeVtfImage(await openVtf(made), 0);
}

function fnv(bytes: Uint8Array): number {
  let hash = 2166136261;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
  return hash;
}

/** Returns the texels of consecutive 4x4 blocks from an image that is one block high. */
function byBlock(rgba: Uint8Array, width: number): Uint8Array {
  const out = new Uint8Array(rgba.length);
  for (let i = 0; i < rgba.length / 4; i++) {
    const [block, texel] = [i >> 4, i & 15];
    const from = (texel >> 2) * width + block * 4 + (texel & 3);
    out.set(rgba.subarray(from * 4, from * 4 + 4), i * 4);
  }
  return out;
}

/** Returns the half floats of a row of blocks, block by block. */
async function decodeHalves(format: string, blocks: Uint8Array): Promise<Uint16Array> {
  const width = blocks.length / 4;
  const bytes = await decode(format, width, 4, blocks);
  const row = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  const out = new Uint16Array(row.length);
  for (let i = 0; i < row.length / 4; i++) {
    const from = ((i & 15) >> 2) * width + (i >> 4) * 4 + (i & 3);
    out.set(row.subarray(from * 4, from * 4 + 4), i * 4);
  }
  return out;
}

describe("image formats of later games", () => {
  it.each(RARE_FORMATS.map((rare) => [`${rare.number} of 7.${rare.minorVersion}`, rare] as const))(
    "%s has the right name and size",
    async (_, { number, minorVersion, format }) => {
      const bytes = makeVtf({
        minorVersion,
        format: format.name,
        width: 8,
        height: 8,
        mipCount: 4,
      });
      new DataView(bytes.buffer).setUint32(52, number, true);
      const vtf = await openVtf(bytes);
      expect(vtf.formatName).toBe(format.name);
      expect(vtf.image(0).length).toBe((64 / format.blockTexels ** 2) * format.blockBytes);
      await expect(openVtf(bytes.subarray(0, -1))).rejects.toThrow(FormatError);
      expect(() => parseVtf(bytes)).toThrow(FormatError);
    },
  );

  it("are numbered differently before 7.6", async () => {
    const bytes = makeVtf({ ...LATE, format: "BGRA1010102", width: 4, height: 4 });
    expect((await openVtf(bytes)).formatName).toBe("BGRA1010102");
    const early = makeVtf({ minorVersion: 4, format: "ATI2N", width: 4, height: 4 });
    expect(new DataView(early.buffer).getUint32(52, true)).toBe(34);
    new DataView(early.buffer).setUint32(52, 37, true);
    expect((await openVtf(early)).formatName).toBe("ATI2N");
  });

  it.each(["P8", "NV_DST16", "NV_DST24", "NV_INTZ", "NV_RAWZ", "NV_NULL"])(
    "without a decoder are refused by name: %s",
    async (format) => {
      const vtf = await openVtf(makeVtf({ minorVersion: 4, format, width: 4, height: 4 }));
      expect(() => decodeVtfImage(vtf, 0)).toThrow(format);
    },
  );

  it("with an unknown number are refused", async () => {
    const bytes = makeVtf({ format: "BC7", width: 4, height: 4 });
    new DataView(bytes.buffer).setUint32(52, 68, true);
    await expect(openVtf(bytes)).rejects.toThrow("image format");
  });

  it("decode one-channel blocks as specified, with both ramps", async () => {
    const blocks = seededBytes(64 * 8);
    for (const format of ["ATI1N", "BC4"]) {
      const rgba = byBlock(await decode(format, 256, 4, blocks), 256);
      for (let i = 0; i < 1024; i++) {
        const block = blocks.subarray((i >> 4) * 8, (i >> 4) * 8 + 8);
        const value = bc4Value(block, i & 15) * 255;
        expect(Math.abs(rgba[i * 4] - value), `${format} ${i}`).toBeLessThanOrEqual(0.5 + 1e-9);
        expect([...rgba.subarray(i * 4 + 1, i * 4 + 4)]).toEqual([0, 0, 255]);
      }
    }
  });

  it("decode two-channel normals, of which ATI2N stores Y first", async () => {
    const blocks = seededBytes(64 * 16);
    for (const [format, xAt, yAt] of [["ATI2N", 8, 0] as const, ["BC5", 0, 8] as const]) {
      const rgba = byBlock(await decode(format, 256, 4, blocks), 256);
      for (let i = 0; i < 1024; i++) {
        const at = (i >> 4) * 16;
        const value = (from: number) => bc4Value(blocks.subarray(at + from, at + from + 8), i & 15);
        const [x, y] = [Math.round(value(xAt) * 255), Math.round(value(yAt) * 255)];
        expect([...rgba.subarray(i * 4, i * 4 + 4)], `${format} ${i}`).toEqual(normalOf(x, y));
      }
    }
  });

  it("decode all modes of BC7 like bcdec", async () => {
    const blocks = seededBc7(4096);
    const rgba = byBlock(await decode("BC7", 16384, 4, blocks), 16384);
    expect([...rgba.subarray(0, 8)]).toEqual([24, 90, 107, 255, 87, 93, 109, 255]);
    expect([...rgba.subarray(64 * 4, 64 * 4 + 8)]).toEqual([125, 166, 149, 16, 189, 105, 255, 115]);
    expect(fnv(rgba)).toBe(3835625384);
    const reserved = await decode("BC7", 4, 4, new Uint8Array(16));
    expect([...reserved]).toEqual(new Array(64).fill(0));
  });

  it.each([
    ["BC6H_UF", 2207784157, [23358, 8013, 18677, 0x3c00]],
    ["BC6H_SF", 2243586708, [49601, 16027, 58963, 0x3c00]],
  ])("decode all modes of %s like bcdec", async (format, sum, first) => {
    const halves = await decodeHalves(format, seededBc6h(4096));
    expect([...halves.subarray(0, 4)]).toEqual(first);
    expect(fnv(new Uint8Array(halves.buffer))).toBe(sum);
    const reserved = await decodeHalves(format, new Uint8Array(16).fill(255));
    expect([...reserved]).toEqual(new Array(16).fill([0, 0, 0, 0x3c00]).flat());
  });

  it("decode one-subset BC6H as specified", async () => {
    const blocks = seededBc6h(512);
    // Endpoints with zero deltas, and the lowest 16-bit value.
    blocks.fill(255, 10 * 16 + 1, 10 * 16 + 9);
    blocks.fill(0, 26 * 16 + 1, 26 * 16 + 9);
    let compared = 0;
    for (const isSigned of [false, true]) {
      const halves = await decodeHalves(isSigned ? "BC6H_SF" : "BC6H_UF", blocks);
      for (let i = 0; i < 512 * 16; i++) {
        const block = blocks.subarray((i >> 4) * 16, (i >> 4) * 16 + 16);
        const expected = bc6hTexel(block, i & 15, isSigned);
        if (expected === null) continue;
        expect([...halves.subarray(i * 4, i * 4 + 3)], `block ${i >> 4}`).toEqual(expected);
        compared++;
      }
    }
    expect(compared).toBe(2 * 512 * 4);
  });

  it("crop blocks at the edge of an image whose size is no multiple of four", async () => {
    const blocks = seededBc7(2);
    const whole = await decode("BC7", 8, 4, blocks);
    const cut = await decode("BC7", 5, 3, blocks);
    expect(cut.length).toBe(5 * 3 * 4);
    for (let row = 0; row < 3; row++) {
      expect(cut.subarray(row * 20, row * 20 + 20)).toEqual(
        whole.subarray(row * 32, row * 32 + 20),
      );
    }
  });

  it("decode ten bits per channel in both channel orders", async () => {
    const stored = seededBytes(16 * 4);
    for (const [format, order] of [
      ["RGBA1010102", [0, 10, 20]] as const,
      ["BGRA1010102", [20, 10, 0]] as const,
    ]) {
      const rgba = await decode(format, 4, 4, stored);
      for (let i = 0; i < 16; i++) {
        const texel = stored.subarray(i * 4, i * 4 + 4);
        const colours = order.map((at) => Math.round((bitsOf(texel, at, 10) / 1023) * 255));
        const expected = [...colours, (bitsOf(texel, 30, 2) / 3) * 255];
        expect([...rgba.subarray(i * 4, i * 4 + 4)], format).toEqual(expected);
      }
    }
  });

  it("decode formats with fewer channels or without alpha", async () => {
    const one = async (format: string, stored: ArrayLike<number>) => [
      ...(await decode(format, 1, 1, Uint8Array.from(stored))),
    ];
    expect(await one("R8", [9])).toEqual([9, 0, 0, 255]);
    expect(await one("RGBX8888", [1, 2, 3, 4])).toEqual([1, 2, 3, 255]);
    const wide = async (format: string, stored: ArrayLike<number>) => [
      ...new Uint16Array(Uint8Array.from(await one(format, stored)).buffer),
    ];
    expect(await wide("R16F", [1, 2])).toEqual([0x201, 0, 0, 0x3c00]);
    expect(await wide("RG1616F", [1, 2, 3, 4])).toEqual([0x201, 0x403, 0, 0x3c00]);
    const singles = new Uint8Array(Float32Array.of(0.5, -2).buffer);
    expect(await wide("RG3232F", singles)).toEqual([0x3800, 0xc000, 0, 0x3c00]);
  });

  it.each([
    ["ATI2N", "rgba8unorm"],
    ["BC7", "rgba8unorm"],
    ["RGBA1010102", "rgba8unorm"],
    ["RG1616F", "rgba16float"],
  ])("are uploaded decoded: %s as %s", async (format, expected) => {
    const vtf = await openVtf(makeVtf({ ...LATE, format, width: 8, height: 8, mipCount: 4 }));
    const image = buildGpuImage(vtf, { bc: true, srgb: false, maxDimension: 4 });
    expect(image).toMatchObject({ format: expected, width: 4, height: 4, mipCount: 3 });
    expect(image.data.length).toBe((16 + 4 + 1) * (expected === "rgba8unorm" ? 4 : 8));
    expect(image.data.subarray(0, 64)).toEqual(decodeVtfImage(vtf, 1).subarray(0, 64));
  });
});
