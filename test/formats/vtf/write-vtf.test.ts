import { describe, expect, it } from "vitest";
import { decodeVtfImage } from "../../../src/formats/vtf/decode-vtf-image.ts";
import { encodeBgra8888, encodeRgba16161616f } from "../../../src/formats/vtf/encode-texels.ts";
import { parseVtf } from "../../../src/formats/vtf/parse-vtf.ts";
import type { Vtf } from "../../../src/formats/vtf/types.ts";
import { type VtfContent, writeVtf } from "../../../src/formats/vtf/write-vtf.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../support/corpus.ts";
import { formatNumber, makeVtf } from "./make-vtf.ts";

function content(changes: Partial<VtfContent> = {}): VtfContent {
  return {
    width: 8,
    height: 4,
    depth: 1,
    frameCount: 1,
    firstFrame: 0,
    faceCount: 1,
    mipCount: 4,
    flags: 0,
    format: formatNumber("RGBA8888"),
    reflectivity: [0.25, 0.5, 0.75],
    bumpScale: 1,
    lowRes: null,
    image: (mip) => new Uint8Array(Math.max(1, 8 >> mip) * Math.max(1, 4 >> mip) * 4).fill(mip),
    ...changes,
  };
}

/** Returns everything except the version and resources. */
function contentOf(vtf: Vtf) {
  const { minorVersion, resources, byteLength, firstFrame, image, ...rest } = vtf;
  const images: Uint8Array[] = [];
  for (let mip = 0; mip < vtf.mipCount; mip++) {
    for (let frame = 0; frame < vtf.frameCount; frame++) {
      for (let face = 0; face < vtf.faceCount; face++) images.push(image(mip, frame, face));
    }
  }
  return { rest, images };
}

function expectSame(a: Vtf, b: Vtf, name: string): void {
  const [x, y] = [contentOf(a), contentOf(b)];
  expect(x.rest, name).toEqual(y.rest);
  expect(x.images.length, name).toBe(y.images.length);
  for (const [i, image] of x.images.entries()) {
    expect(Buffer.compare(image, y.images[i]), `${name}, image ${i}`).toBe(0);
  }
}

describe("writeVtf", () => {
  it("writes header, table, thumbnail, then mips from the smallest", () => {
    const lowRes = {
      width: 4,
      height: 4,
      format: formatNumber("DXT1"),
      data: new Uint8Array(8).fill(9),
    };
    const bytes = writeVtf(content({ lowRes }));
    const view = new DataView(bytes.buffer);
    expect(String.fromCharCode(...bytes.subarray(0, 3))).toBe("VTF");
    expect([view.getUint32(4, true), view.getUint32(8, true)]).toEqual([7, 4]);
    // 80 header bytes and two resources of 8.
    expect(view.getUint32(12, true)).toBe(96);
    expect(view.getUint32(68, true)).toBe(2);
    expect([view.getUint32(80, true), view.getUint32(84, true)]).toEqual([0x01, 96]);
    expect([view.getUint32(88, true), view.getUint32(92, true)]).toEqual([0x30, 104]);
    expect([...bytes.subarray(96, 104)]).toEqual(new Array(8).fill(9));
    // 1x1, 2x1, 4x2, 8x4.
    expect([104, 108, 116, 148].map((at) => bytes[at])).toEqual([3, 2, 1, 0]);
    expect(bytes.length).toBe(104 + 4 + 8 + 32 + 128);
  });

  it("writes frames, then faces, and marks cubemaps without a spheremap", () => {
    const bytes = writeVtf(
      content({
        ...{ width: 1, height: 1, mipCount: 1, frameCount: 2, faceCount: 6, flags: 0x4000 },
        image: (_mip, frame = 0, face = 0) => new Uint8Array(4).fill(frame * 10 + face),
      }),
    );
    const vtf = parseVtf(bytes);
    expect([vtf.frameCount, vtf.faceCount, vtf.firstFrame]).toEqual([2, 6, 0xffff]);
    expect(vtf.image(0, 1, 4)[0]).toBe(14);
    expect([...bytes.subarray(88)].filter((_, i) => i % 4 === 0)).toEqual([
      ...[0, 1, 2, 3, 4, 5],
      ...[10, 11, 12, 13, 14, 15],
    ]);
  });

  it("writes every generated version and format so that it reads back equal", () => {
    for (const options of [
      { minorVersion: 1, lowRes: true },
      { minorVersion: 2, depth: 4, mipCount: 3 },
      { minorVersion: 5, frameCount: 3, mipCount: 3, format: "DXT5", width: 16 },
      { minorVersion: 4, flags: 0x4000, faceCount: 7, lowRes: true },
    ]) {
      const vtf = parseVtf(makeVtf(options));
      const again = parseVtf(writeVtf(vtf));
      expectSame(again, vtf, JSON.stringify(options));
      expect(again.minorVersion).toBe(4);
    }
  });

  it.skipIf(!hasCorpus)("writes the corpus textures so that they read back equal", () => {
    const names = listCorpusFiles(".vtf");
    for (const name of names) {
      const vtf = parseVtf(readCorpus(name));
      expectSame(parseVtf(writeVtf(vtf)), vtf, name);
    }
    expect(names.length).toBeGreaterThanOrEqual(562);
  });

  it.each([
    ["no size", { width: 0 }],
    ["half a texel", { width: 1.5 }],
    ["too wide", { width: 65536 }],
    ["no frames", { frameCount: 0 }],
    ["mips past one texel", { mipCount: 5 }],
    ["an unknown format", { format: 99 }],
    ["two faces", { faceCount: 2 }],
    ["one face in a cubemap", { flags: 0x4000 }],
    ["an image of another size", { image: () => new Uint8Array(5) }],
    [
      "a thumbnail of another size",
      { lowRes: { width: 4, height: 4, format: 13, data: new Uint8Array(7) } },
    ],
    [
      "a thumbnail too large",
      { lowRes: { width: 256, height: 4, format: 13, data: new Uint8Array(512) } },
    ],
  ])("refuses %s", (_, changes) => {
    expect(() => writeVtf(content(changes))).toThrow(RangeError);
  });
});

describe("texel encoders for writeVtf", () => {
  const only = { width: 2, height: 1, mipCount: 1 };

  it("write BGRA8888", () => {
    const data = encodeBgra8888(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]));
    const format = formatNumber("BGRA8888");
    const vtf = parseVtf(writeVtf(content({ ...only, format, image: () => data })));
    expect([...decodeVtfImage(vtf, 0)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("write half floats, clamped to the half-float range", () => {
    const data = encodeRgba16161616f(new Float32Array([0, 1, -2, 0.5, 1e6, 65504, 1 / 1024, 1]));
    const halves = [...new Uint16Array(data.buffer)];
    expect(halves).toEqual([0, 0x3c00, 0xc000, 0x3800, 0x7bff, 0x7bff, 0x1400, 0x3c00]);
  });
});
