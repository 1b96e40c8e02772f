import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { IMAGE_FORMATS } from "../../../src/formats/vtf/image-format.ts";
import { parseVtf } from "../../../src/formats/vtf/parse-vtf.ts";
import { summarizeVtf } from "../../../src/formats/vtf/summarize-vtf.ts";
import { TEXTUREFLAGS_ENVMAP } from "../../../src/formats/vtf/texture-flags.ts";
import { imageMark, type MadeVtf, makeVtf } from "./make-vtf.ts";

function codeOf(bytes: Uint8Array): string {
  try {
    parseVtf(bytes);
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
  return "parsed";
}

function changed(options: MadeVtf, change: (view: DataView) => void): Uint8Array {
  const bytes = makeVtf(options);
  change(new DataView(bytes.buffer));
  return bytes;
}

/** Builds a 7.6 file whose compression resource states a strength. */
function withCompression(strength: number): Uint8Array {
  const made = makeVtf({ minorVersion: 6, extraResources: [0x435841] });
  const bytes = new Uint8Array([...made, 4, 0, 0, 0, strength, 0, 0, 0]);
  new DataView(bytes.buffer).setUint32(84, made.length, true);
  return bytes;
}

describe("parseVtf", () => {
  it.each([0, 1, 2, 3, 4, 5, 6])("finds every image of a version 7.%i file", (minorVersion) => {
    const made = { minorVersion, width: 8, height: 4, frameCount: 2, mipCount: 4, lowRes: true };
    const vtf = parseVtf(makeVtf(made));
    expect(vtf).toMatchObject({ minorVersion, width: 8, height: 4, frameCount: 2, mipCount: 4 });
    expect(vtf.reflectivity).toEqual([0.25, 0.5, 0.75]);
    for (let mip = 0; mip < 4; mip++) {
      for (let frame = 0; frame < 2; frame++) {
        const size = (8 >> mip || 1) * (4 >> mip || 1) * 4;
        const expected = new Uint8Array(size).fill(imageMark(mip, frame, 0));
        expect(vtf.image(mip, frame)).toEqual(expected);
      }
    }
    expect(vtf.lowRes).toMatchObject({ width: 4, height: 4, data: new Uint8Array(8).fill(0xaa) });
  });

  it.each(IMAGE_FORMATS.map(({ name }) => name))(
    "expects as many bytes for %s as its format needs",
    (format) => {
      const bytes = makeVtf({ format, width: 8, height: 8, mipCount: 4 });
      expect(parseVtf(bytes).formatName).toBe(format);
      expect(codeOf(bytes.subarray(0, -1))).toBe("truncated");
    },
  );

  it("reads seven cubemap faces before 7.5, and six from then on or if the header says so", () => {
    const cube = { flags: TEXTUREFLAGS_ENVMAP, faceCount: 7 };
    expect(parseVtf(makeVtf({ ...cube, minorVersion: 4 })).faceCount).toBe(7);
    expect(parseVtf(makeVtf({ ...cube, minorVersion: 4, firstFrame: 0xffff })).faceCount).toBe(6);
    expect(parseVtf(makeVtf({ ...cube, minorVersion: 5 })).faceCount).toBe(6);
    const six = parseVtf(makeVtf({ ...cube, minorVersion: 2, faceCount: 6, mipCount: 2 }));
    expect(six.faceCount).toBe(6);
    expect(six.image(0, 0, 5)[0]).toBe(imageMark(0, 0, 5));
    expect(codeOf(makeVtf({ ...cube, faceCount: 5 }))).toBe("truncated");
  });

  it("reads all slices of a volume together, fewer in each mip", () => {
    const vtf = parseVtf(makeVtf({ width: 4, height: 4, depth: 8, mipCount: 4 }));
    expect([0, 1, 2, 3].map((mip) => vtf.image(mip).length)).toEqual([512, 64, 8, 4]);
  });

  it("throws RangeError for a missing image", () => {
    const vtf = parseVtf(makeVtf());
    for (const args of [[1], [0, 1], [0, 0, 1], [-1], [0.5]] as [number, number?, number?][]) {
      expect(() => vtf.image(...args)).toThrow(RangeError);
    }
  });

  it("reads a view with an offset", () => {
    const bytes = makeVtf({ mipCount: 3 });
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    const vtf = parseVtf(shifted.subarray(3));
    expect(vtf.image(2)).toEqual(new Uint8Array(4).fill(imageMark(2, 0, 0)));
  });

  it.each<[string, string, Uint8Array]>([
    ["bad-magic", "nothing", new Uint8Array(0)],
    ["bad-magic", "text", new TextEncoder().encode("LightmappedGeneric { }")],
    ["unsupported", "a console's file", new TextEncoder().encode("VTFX............")],
    ["truncated", "half a header", makeVtf().subarray(0, 40)],
    ["truncated", "a 7.3 header without its end", makeVtf({ minorVersion: 3 }).subarray(0, 70)],
    ["bad-version", "major version 8", changed({}, (v) => v.setUint32(4, 8, true))],
    ["bad-version", "minor version 7", changed({}, (v) => v.setUint32(8, 7, true))],
    ["bad-value", "no width", changed({}, (v) => v.setUint16(16, 0, true))],
    ["bad-value", "an unknown image format", changed({}, (v) => v.setInt32(52, 99, true))],
    ["bad-value", "a negative image format", changed({}, (v) => v.setInt32(52, -1, true))],
    ["bad-value", "a header past the end", changed({}, (v) => v.setUint32(12, 5000, true))],
    ["bad-count", "no frames", changed({}, (v) => v.setUint16(24, 0, true))],
    ["bad-count", "no mips", changed({}, (v) => v.setUint8(56, 0))],
    ["bad-count", "more mips than halvings", changed({}, (v) => v.setUint8(56, 4))],
    ["truncated", "a lying size", changed({}, (v) => v.setUint32(16, 0xffffffff, true))],
    ["truncated", "a lying frame count", changed({}, (v) => v.setUint16(24, 0xffff, true))],
    ["truncated", "a lying depth", changed({}, (v) => v.setUint16(63, 0xffff, true))],
    [
      "bad-count",
      "too many resources",
      changed({ minorVersion: 4 }, (v) => v.setUint32(68, 0xffffffff, true)),
    ],
    [
      "bad-offset",
      "an image past the end",
      changed({ minorVersion: 4 }, (v) => v.setUint32(84, 0xfffffff0, true)),
    ],
    ["bad-value", "no image", changed({ minorVersion: 4 }, (v) => v.setUint32(80, 0x10, true))],
    ["unsupported", "7.6 compressed", withCompression(9)],
    [
      "bad-offset",
      "7.6 without its compression's strength",
      changed({ minorVersion: 6, extraResources: [0x435841] }, (v) =>
        v.setUint32(84, v.byteLength - 5, true),
      ),
    ],
    ["parsed", "7.6 that says it is not compressed", withCompression(0)],
    [
      "truncated",
      "a thumbnail past the end",
      changed({ minorVersion: 3, lowRes: true, mipCount: 1, width: 1, height: 1 }, (v) =>
        v.setUint32(84, v.byteLength - 4, true),
      ),
    ],
  ])("throws %s for %s", (code, _, bytes) => {
    expect(codeOf(bytes)).toBe(code);
  });
});

describe("summarizeVtf", () => {
  it("names formats, flags and resources, and is plain JSON", () => {
    const flags = 0x2000 | 0x4 | 0x00400000;
    const made = { minorVersion: 4, format: "DXT5", flags, lowRes: true };
    const bytes = makeVtf({ ...made, extraResources: [0x02435243] });
    const summary = summarizeVtf(parseVtf(bytes));
    expect(JSON.parse(JSON.stringify(summary))).toEqual({
      format: "VTF",
      version: "7.4",
      kind: "2D",
      byteLength: bytes.length,
      width: 4,
      height: 4,
      depth: 1,
      frames: 1,
      firstFrame: 0,
      faces: 1,
      hasSpheremap: false,
      mips: 1,
      pixelFormat: "DXT5",
      flags: ["CLAMPS", "EIGHTBITALPHA", "0x400000"],
      reflectivity: [0.25, 0.5, 0.75],
      bumpScale: 1,
      lowRes: { width: 4, height: 4, pixelFormat: "DXT1" },
      resources: [
        { name: "low-res image", value: null },
        { name: "CRC", value: "0x00000000" },
        { name: "image", value: null },
      ],
    });
  });
});
