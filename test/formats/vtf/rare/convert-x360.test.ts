import { describe, expect, it } from "vitest";
import { FormatError } from "../../../../src/core/errors.ts";
import { decodeVtfImage } from "../../../../src/formats/vtf/decode-vtf-image.ts";
import { imageByteLength } from "../../../../src/formats/vtf/image-format.ts";
import { openVtf } from "../../../../src/formats/vtf/open-vtf.ts";
import { summarizeVtf } from "../../../../src/formats/vtf/summarize-vtf.ts";
import { hasCorpus, readCorpus } from "../../../support/corpus.ts";
import { packValveLzma } from "../../bsp/make-bsp.ts";
import { formatSize } from "../make-vtf.ts";
import { type MadeX360, makeX360 } from "./make-x360.ts";

const one = async (options: MadeX360, ...stored: number[]) => {
  const made = makeX360({ width: 1, height: 1, stored: Uint8Array.from(stored), ...options });
  return [...decodeVtfImage(await openVtf(made), 0)];
};

/** Returns the byte length of `count` images with all mips. */
function imageLength(format: string, width: number, height: number, count: number): number {
  let sum = 0;
  for (let mip = 0; Math.max(width, height) >> mip > 0; mip++) {
    const [w, h] = [width, height].map((edge) => Math.max(1, edge >> mip));
    sum += imageByteLength(formatSize(format), w, h) * count;
  }
  return sum;
}

async function faultOf(bytes: Uint8Array): Promise<FormatError> {
  const error = await openVtf(bytes).catch((caught: unknown) => caught);
  if (error instanceof FormatError) return error;
  throw new Error(`no FormatError: ${error}`);
}

function changed(options: MadeX360, change: (view: DataView) => void): Uint8Array {
  const bytes = makeX360(options);
  change(new DataView(bytes.buffer));
  return bytes;
}

describe("Xbox 360 textures", () => {
  it("have the size, frames and flags of their header", async () => {
    const made = makeX360({ format: "DXT5", width: 16, height: 8, frameCount: 2, flags: 0x2000 });
    const vtf = await openVtf(made);
    expect(vtf).toMatchObject({
      ...{ width: 16, height: 8, depth: 1, frameCount: 2, mipCount: 5, faceCount: 1 },
      ...{ flags: 0x2000, formatName: "DXT5", bumpScale: 1.5, byteLength: made.length },
      reflectivity: [0.25, 0.5, 0.75],
      console: { mipSkipCount: 2, preloadByteLength: 77, lowResSample: [10, 20, 30, 40] },
    });
    // Smallest mip first, frame after frame: mip 4 is bytes 0 to 31, with swapped words.
    expect([...vtf.image(4, 1).subarray(0, 4)]).toEqual([18, 17, 20, 19]);
    expect([...vtf.image(0, 0).subarray(0, 2)]).toEqual([162, 161]);
  });

  it("have one mip if the flag says so, and six faces if they are cubemaps", async () => {
    const cube = await openVtf(makeX360({ flags: 0x4100, width: 8, height: 8 }));
    expect(cube).toMatchObject({ mipCount: 1, faceCount: 6 });
    const volume = await openVtf(makeX360({ flags: 0, width: 4, height: 4, depth: 8 }));
    expect(volume).toMatchObject({ mipCount: 4, depth: 8 });
  });

  it.each<[string, MadeX360, number[], number[]]>([
    ["words of 32 bits", { format: "BGRA8888" }, [4, 1, 2, 3], [1, 2, 3, 4]],
    ["BGRX", { format: "BGRX8888" }, [4, 1, 2, 3], [1, 2, 3, 255]],
    ["UVWQ", { format: "UVWQ8888" }, [4, 3, 2, 1], [1, 2, 3, 4]],
    ["words of 16 bits", { format: "UV88" }, [200, 100], [100, 200, 0, 255]],
    ["bytes", { format: "RGB888" }, [1, 2, 3], [1, 2, 3, 255]],
    ["the console's own BGRA", { number: 46 }, [4, 1, 2, 3], [1, 2, 3, 4]],
    ["the console's own, as on a PC", { number: 53 }, [3, 2, 1, 4], [1, 2, 3, 4]],
    ["I8", { format: "I8", number: 50 }, [7], [7, 7, 7, 255]],
  ])("swap the bytes of %s", async (_, options, stored, rgba) => {
    expect(await one(options, ...stored)).toEqual(rgba);
  });

  it("swap the words of BC blocks", async () => {
    const stored = [0xf8, 0x00, 0x00, 0x1f, 0, 0b11100100, 0, 0];
    expect((await one({ format: "DXT1", width: 4 }, ...stored)).slice(0, 8)).toEqual([
      255, 0, 0, 255, 0, 0, 255, 255,
    ]);
    const rows = await one({ format: "DXT1", width: 4, height: 2 }, ...stored);
    expect(rows.slice(0, 4)).toEqual([255, 0, 0, 255]);
    expect(rows.length).toBe(32);
  });

  it("list their resources by name", async () => {
    const sheet = new Uint8Array(8 + 16 + 20);
    new DataView(sheet.buffer).setUint32(4, 1, true);
    new DataView(sheet.buffer).setUint32(16, 1, true);
    const summary = summarizeVtf(await openVtf(makeX360({ lod: [5, 6, 7, 8], sheet })));
    expect(summary).toMatchObject({
      version: "0x360.8",
      resources: [
        { name: "LOD", value: { clampX: 5, clampY: 6, clampX360: 7, clampY360: 8 } },
        { name: "sheet", value: { version: 0, sequences: 1, frames: 1 } },
        { name: "image", value: null },
      ],
      console: { platform: "Xbox 360", mipSkipCount: 2 },
    });
  });

  it.each(["DXT5", "RGBA16161616F"])("decode the same packed and unpacked: %s", async (format) => {
    const options = { format, width: 16, height: 8, frameCount: 2, flags: 0x4000 };
    const plain = makeX360(options);
    const packed = packValveLzma(plain.subarray(plain.length - imageLength(format, 16, 8, 12)));
    const [a, b] = [
      await openVtf(plain),
      await openVtf(makeX360({ ...options, stored: packed, compressedSize: packed.length })),
    ];
    expect(b).toMatchObject({ mipCount: 5, faceCount: 6, minorVersion: 5, formatName: format });
    for (let mip = 0; mip < 5; mip++) {
      for (let i = 0; i < 12; i++) {
        expect(b.image(mip, i >> 3, i % 6)).toEqual(a.image(mip, i >> 3, i % 6));
      }
    }
  });

  it("that are packed and truncated, or of the wrong size, are refused on opening", async () => {
    const packed = packValveLzma(new Uint8Array(64));
    const made = makeX360({ stored: packed, compressedSize: packed.length });
    expect((await openVtf(made)).image(0)).toEqual(new Uint8Array(64));
    expect((await faultOf(made.subarray(0, -1))).code).toBe("truncated");
    const larger = makeX360({ width: 8, stored: packed, compressedSize: packed.length });
    expect((await faultOf(larger)).code).toBe("mismatch");
    const broken = makeX360({ stored: packed.map((byte, i) => (i === 17 ? 1 : byte)) });
    const vtf = await openVtf(broken);
    expect(() => vtf.image(0)).toThrow(FormatError);
  });

  it.skipIf(!hasCorpus)("of a real map unpack to black with 16 bits per channel", async () => {
    const map = readCorpus("bsp_tool/tests/maps/Xbox360/The Orange Box/shack.360.bsp");
    // The last one; the first is only a part that the game keeps in memory.
    const at = Buffer.from(map.buffer, map.byteOffset, map.length).lastIndexOf("VTFX");
    expect(at).toBeGreaterThan(0);
    const vtf = await openVtf(map.subarray(at, at + 157));
    expect(vtf).toMatchObject({ width: 32, height: 32, faceCount: 6, formatName: "RGBA16161616" });
    for (let face = 0; face < 6; face++) {
      expect(vtf.image(0, 0, face)).toEqual(new Uint8Array(32 * 32 * 8));
    }
  });

  it.each<[string, string, string, Uint8Array]>([
    ["truncated", "half a header", "", makeX360().subarray(0, 59)],
    ["bad-version", "another console", "0x333.8", changed({}, (v) => v.setUint32(4, 0x333))],
    ["bad-version", "another version", "0x360.7", changed({}, (v) => v.setUint32(8, 7))],
    ["bad-count", "five resources", "5", changed({}, (v) => v.setUint8(31, 5))],
    ["bad-count", "no image", "none", changed({}, (v) => v.setUint8(60, 0x31))],
    ["bad-offset", "an image past the end", "", changed({}, (v) => v.setUint32(64, 0xffffff))],
    ["truncated", "half an image", "", makeX360().subarray(0, -1)],
    ["unsupported", "LZX", "LZX", makeX360({ compressedSize: 99 })],
    ["bad-value", "an unknown format", "200", makeX360({ number: 200 })],
  ])("throw %s for %s", async (code, _, found, bytes) => {
    const fault = await faultOf(bytes);
    expect(fault.code).toBe(code);
    expect(fault.found).toContain(found);
  });
});
