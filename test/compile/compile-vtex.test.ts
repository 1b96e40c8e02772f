import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { Vtf as OracleVtf } from "vtf-js";
import { compileVtex, type VtexFormat, type VtexOptions } from "../../src/compile/compile-vtex.ts";
import { decodeVtfImage } from "../../src/formats/vtf/decode-vtf-image.ts";
import { parseVtf } from "../../src/formats/vtf/parse-vtf.ts";
import { textureFlagNames } from "../../src/formats/vtf/texture-flags.ts";
import { gradient, noise, type Picture, picture, psnr } from "../formats/vtf/test-images.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../support/corpus.ts";

const RGB = [0, 1, 2];

function compile({ rgba, width, height }: Picture, options: Partial<VtexOptions> = {}) {
  return parseVtf(compileVtex([rgba], { width, height, ...options }));
}

function opaque(image: Picture): Picture {
  const rgba = image.rgba.map((value, i) => (i % 4 === 3 ? 255 : value));
  return { ...image, rgba };
}

describe("compileVtex", () => {
  it("makes mips down to one texel, in linear light", () => {
    const checks = picture(8, 4, (x, y) => ((x + y) & 1 ? [255, 255, 255, 255] : [0, 0, 0, 255]));
    const vtf = compile(checks, { format: "RGBA8888" });
    expect(vtf.mipCount).toBe(4);
    expect(Buffer.compare(decodeVtfImage(vtf, 0), checks.rgba)).toBe(0);
    for (let mip = 1; mip < 4; mip++) {
      // Half of white's light is byte 188 in sRGB, not 128.
      const rgba = decodeVtfImage(vtf, mip);
      expect([...rgba.subarray(0, 4)], `mip ${mip}`).toEqual([188, 188, 188, 255]);
    }
  });

  it("averages data and alpha without gamma", () => {
    const image = picture(2, 2, (x) => (x ? [255, 200, 100, 255] : [0, 0, 50, 0]));
    const vtf = compile(image, { format: "RGBA8888", kind: "data" });
    expect([...decodeVtfImage(vtf, 1)]).toEqual([128, 100, 75, 128]);
    const color = compile(image, { format: "RGBA8888" });
    expect(decodeVtfImage(color, 1)[3]).toBe(128);
  });

  it("normalizes the normals of mips", () => {
    // Two slopes of 45 degrees against each other, and two alone.
    const image = picture(4, 2, (x) => [x === 1 ? 37 : 218, 128, 218, 255]);
    const vtf = compile(image, { format: "RGBA8888", kind: "normal" });
    expect(textureFlagNames(vtf.flags)).toEqual(["NORMAL"]);
    const mip = decodeVtfImage(vtf, 1);
    for (let i = 0; i < mip.length; i += 4) {
      const length = Math.hypot(...RGB.map((k) => mip[i + k] / 127.5 - 1));
      expect(Math.abs(length - 1)).toBeLessThan(0.02);
    }
    expect(mip[0]).toBe(128);
    expect(mip[4]).toBe(218);
  });

  it("keeps the coverage of a texture with holes in its mips, and its colour", () => {
    const leaf = picture(64, 64, (x, y) => {
      const wave = Math.sin(x * 0.7 + Math.sin(y * 0.5) * 2) * Math.cos(y * 0.6 + x * 0.1);
      const alpha = Math.min(255, Math.max(0, 128 + 300 * (wave - 0.3)));
      return alpha > 0 ? [30, 160, 40, alpha] : [255, 0, 255, 0];
    });
    const density = (options: Partial<VtexOptions>, mip: number) => {
      const rgba = decodeVtfImage(compile(leaf, { format: "RGBA8888", ...options }), mip);
      let kept = 0;
      for (let i = 0; i < rgba.length; i += 4) {
        if (rgba[i + 3] < 128) continue;
        kept++;
        if (options.alphaTestReference) expect([...rgba.subarray(i, i + 3)]).toEqual([30, 160, 40]);
      }
      return (kept * 4) / rgba.length;
    };
    const whole = density({}, 0);
    for (let mip = 1; mip < 5; mip++) {
      const tested = Math.abs(density({ alphaTestReference: 0.5 }, mip) - whole);
      expect(tested, `mip ${mip}`).toBeLessThanOrEqual(Math.abs(density({}, mip) - whole));
      expect(tested, `mip ${mip}`).toBeLessThan(0.11);
    }
  });

  it("stores the mean colour of all frames, with the engine's gamma of 2.2", () => {
    const { reflectivity } = compile(picture(4, 4, (x) => [x < 2 ? 255 : 0, 128, 64, 0]));
    expect(reflectivity[0]).toBeCloseTo(0.5, 5);
    expect(reflectivity[1]).toBeCloseTo((128 / 255) ** 2.2, 5);
    expect(reflectivity[2]).toBeCloseTo((64 / 255) ** 2.2, 5);
    const frames = [0, 255].map((value) => new Uint8Array(16).fill(value));
    const animated = parseVtf(compileVtex(frames, { width: 2, height: 2 }));
    expect(animated.frameCount).toBe(2);
    expect(animated.reflectivity[0]).toBeCloseTo(0.5, 5);
  });

  it("flags the alpha that the format keeps", () => {
    const image = picture(4, 4, (x) => [9, 9, 9, x * 80]);
    const named = (options: Partial<VtexOptions>) => {
      const vtf = compile(image, options);
      return [vtf.formatName, ...textureFlagNames(vtf.flags)];
    };
    expect(named({ format: "DXT5" })).toEqual(["DXT5", "EIGHTBITALPHA"]);
    expect(named({ format: "DXT1" })).toEqual(["DXT1_ONEBITALPHA", "ONEBITALPHA"]);
    expect(named({ format: "BGRA8888", flags: 0x0c })).toEqual([
      ...["BGRA8888", "CLAMPS", "CLAMPT", "EIGHTBITALPHA"],
    ]);
    const solid = compile(
      picture(4, 4, () => [9, 9, 9, 255]),
      { format: "DXT5" },
    );
    expect(textureFlagNames(solid.flags)).toEqual([]);
  });

  it("makes a thumbnail of at most 16 texels, with the picture's aspect ratio", () => {
    const { lowRes } = compile(opaque(gradient(128, 32)), { mips: false });
    expect([lowRes?.width, lowRes?.height, lowRes?.format]).toEqual([16, 4, 13]);
    const small = compile(opaque(gradient(8, 8)));
    expect([small.lowRes?.width, small.lowRes?.height]).toEqual([8, 8]);
  });

  it("keeps six faces per frame in their order", async () => {
    const faces = Array.from({ length: 12 }, (_, i) => new Uint8Array(16).fill(10 + i * 20));
    const options = { width: 2, height: 2, format: "RGBA8888", cubemap: true } as const;
    const vtf = parseVtf(compileVtex(faces, options));
    expect([vtf.faceCount, vtf.frameCount, textureFlagNames(vtf.flags)]).toEqual([
      ...[6, 2, ["EIGHTBITALPHA", "ENVMAP"]],
    ]);
    for (let i = 0; i < 12; i++) {
      expect(vtf.image(0, i < 6 ? 0 : 1, i % 6)[0]).toBe(10 + i * 20);
    }
  });

  it("keeps light brighter than white in half floats", () => {
    const light = new Float32Array([4, 2, 1, 1, 0.25, 0.5, 16, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const vtf = parseVtf(compileVtex([light], { width: 2, height: 2, format: "RGBA16161616F" }));
    const halves = (mip: number) => [...new Uint16Array(vtf.image(mip).slice().buffer)];
    expect(halves(0).slice(0, 8)).toEqual([
      0x4400, 0x4000, 0x3c00, 0x3c00, 0x3400, 0x3800, 0x4c00, 0x3c00,
    ]);
    expect(halves(1)).toEqual([0x3c40, 0x3900, 0x4440, 0x3c00]);
    expect(vtf.reflectivity.map((c) => c * 4)).toEqual([4.25, 2.5, 17]);
  });

  it("makes the same bytes each time", () => {
    const { rgba, width, height } = noise(32, 32);
    const [a, b] = [0, 1].map(() => compileVtex([rgba], { width, height, format: "DXT5" }));
    expect(Buffer.compare(a, b)).toBe(0);
  });

  it.each([
    ["no images", [], { width: 4, height: 4 }],
    ["a size that is not a power of two", [new Uint8Array(4 * 12)], { width: 3, height: 4 }],
    ["an image of another size", [new Uint8Array(60)], { width: 4, height: 4 }],
    ["five faces", new Array(5).fill(new Uint8Array(64)), { width: 4, height: 4, cubemap: true }],
  ])("refuses %s", (_, images, options) => {
    expect(() => compileVtex(images, options)).toThrow(RangeError);
  });
});

describe("vtf-js", () => {
  const formats: VtexFormat[] = ["RGBA8888", "BGRA8888", "DXT1", "DXT5", "RGBA16161616F"];

  it.each(formats)("decodes the same texels from %s", async (format) => {
    const image = format === "DXT1" ? opaque(gradient(32, 16)) : gradient(32, 16);
    const frames = [image.rgba, image.rgba.map((value) => 255 - value)];
    const bytes = compileVtex(format === "DXT1" ? [frames[0]] : frames, {
      width: 32,
      height: 16,
      format,
    });
    const ours = parseVtf(bytes);
    const oracle = await OracleVtf.decode(bytes.slice().buffer as ArrayBuffer);
    expect(oracle.version).toBe(4);
    expect(oracle.format).toBe(ours.format);
    expect(oracle.flags >>> 0).toBe(ours.flags);
    expect([...oracle.reflectivity]).toEqual([...ours.reflectivity]);
    // On Node versions without Float16Array, vtf-js does not decode half floats.
    if (format === "RGBA16161616F") return;
    // Its DXT decompressor rounds interpolated colours differently.
    const limit = format.startsWith("DXT") ? 2 : 0;
    for (let mip = 0; mip < ours.mipCount; mip++) {
      for (let frame = 0; frame < ours.frameCount; frame++) {
        const theirs = oracle.body.getImage(mip, frame, 0, 0).decode();
        expect([theirs.width, theirs.height]).toEqual([
          Math.max(1, 32 >> mip),
          Math.max(1, 16 >> mip),
        ]);
        const texels = decodeVtfImage(ours, mip, frame);
        let miss = 0;
        for (let i = 0; i < texels.length; i++)
          miss = Math.max(miss, Math.abs(theirs.data[i] - texels[i]));
        expect(miss, `mip ${mip}`).toBeLessThanOrEqual(limit);
      }
    }
  });
});

describe.skipIf(!hasCorpus)("pictures of the corpus", () => {
  const samples = "srctools_vtf/tests/test_vtf";

  it("survive lossless formats exactly, and lossy formats closely", () => {
    const seen = new Set<string>();
    let worst1 = Number.POSITIVE_INFINITY;
    let worst3 = Number.POSITIVE_INFINITY;
    for (const name of listCorpusFiles(".png", samples)) {
      const png = PNG.sync.read(Buffer.from(readCorpus(name)));
      const { width, height } = png;
      const rgba = new Uint8Array(png.data);
      const key = Buffer.from(rgba).toString("base64");
      if (seen.has(key)) continue;
      seen.add(key);
      for (const format of ["RGBA8888", "BGRA8888"] as const) {
        const vtf = compile({ width, height, rgba }, { format });
        expect(Buffer.compare(decodeVtfImage(vtf, 0), rgba), `${name} as ${format}`).toBe(0);
      }
      const solid = opaque({ width, height, rgba });
      worst1 = Math.min(worst1, psnr(decodeVtfImage(compile(solid), 0), solid.rgba, RGB));
      const five = decodeVtfImage(compile({ width, height, rgba }, { format: "DXT5" }), 0);
      worst3 = Math.min(worst3, psnr(five, rgba, [3]));
    }
    console.info(
      `${seen.size} pictures: colour at worst ${worst1.toFixed(1)} dB, alpha ${worst3.toFixed(1)} dB`,
    );
    expect(seen.size).toBeGreaterThan(8);
    expect(worst1).toBeGreaterThan(20);
    expect(worst3).toBeGreaterThan(30);
  });
});
