import { describe, expect, it } from "vitest";
import { decodeBc } from "../../../src/formats/vtf/decode-bc.ts";
import { decodeVtfImage, isHdrFormat } from "../../../src/formats/vtf/decode-vtf-image.ts";
import { encodeBc } from "../../../src/formats/vtf/encode-texels.ts";
import { parseVtf } from "../../../src/formats/vtf/parse-vtf.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../support/corpus.ts";
import { gradient, halved, noise, type Picture, picture, psnr } from "./test-images.ts";

const RGB = [0, 1, 2];

function through(kind: 1 | 3, { rgba, width, height }: Picture, punchThrough = false): Uint8Array {
  return decodeBc(kind, encodeBc(kind, rgba, width, height, punchThrough), width, height);
}

/** Returns the nearest value that channel `k` of an endpoint can have. */
function to565(value: number, k: number): number {
  const top = k === 1 ? 63 : 31;
  return Math.round((Math.round((value * top) / 255) * 255) / top);
}

/**
 * Returns the baseline for any encoder: opposite corners of a block's colour box, and the nearest of
 * the four colours on that line.
 */
function boxFit({ rgba, width, height }: Picture): Uint8Array {
  const out = rgba.slice();
  for (let y = 0; y < height; y += 4) {
    for (let x = 0; x < width; x += 4) {
      const places = Array.from(
        { length: 16 },
        (_, i) => ((y + (i >> 2)) * width + x + (i & 3)) * 4,
      );
      const low = RGB.map((k) => to565(Math.min(...places.map((at) => rgba[at + k])), k));
      const high = RGB.map((k) => to565(Math.max(...places.map((at) => rgba[at + k])), k));
      for (const at of places) {
        const palette = [0, 1 / 3, 2 / 3, 1].map((t) =>
          RGB.map((k) => low[k] + (high[k] - low[k]) * t),
        );
        const far = (color: number[]) =>
          RGB.reduce((sum, k) => sum + (color[k] - rgba[at + k]) ** 2, 0);
        const nearest = palette.reduce((a, b) => (far(b) < far(a) ? b : a));
        for (const k of RGB) out[at + k] = Math.round(nearest[k]);
      }
    }
  }
  return out;
}

describe("encodeBc", () => {
  it("keeps two 5:6:5 colours exactly, in either order of brightness", () => {
    const colors = [
      [255, 0, 132, 255],
      [8, 130, 33, 255],
    ];
    const checks = picture(8, 8, (x, y) => colors[(x + y + (x >> 2)) & 1]);
    expect(Buffer.compare(through(1, checks), checks.rgba)).toBe(0);
    expect(Buffer.compare(through(3, checks), checks.rgba)).toBe(0);
  });

  it("keeps any single colour within two of 255 steps, most exactly", () => {
    const flat = picture(1024, 4, (x) => [x >> 2, 255 - (x >> 2), (x >> 2) ^ 0x55, 255]);
    const out = through(1, flat);
    let exact = 0;
    for (let i = 0; i < out.length; i++) {
      const miss = Math.abs(out[i] - flat.rgba[i]);
      expect(miss).toBeLessThanOrEqual(2);
      if (miss === 0) exact++;
    }
    expect(exact / out.length).toBeGreaterThan(0.7);
  });

  it("never makes an opaque block transparent", () => {
    for (const image of [noise(64, 64), gradient(64, 64), picture(4, 4, () => [0, 0, 0, 255])]) {
      const out = through(1, image);
      for (let i = 3; i < out.length; i += 4) expect(out[i]).toBe(255);
    }
  });

  it("makes texels below half alpha transparent and keeps the other colours", () => {
    const image = picture(8, 8, (x, y) => [
      200,
      100 + (x & 1) * 60,
      50,
      (x * 8 + y) % 3 === 0 ? 127 : 128,
    ]);
    const out = through(1, image, true);
    for (let i = 0; i < out.length; i += 4) {
      const isThere = image.rgba[i + 3] >= 128;
      expect(out[i + 3]).toBe(isThere ? 255 : 0);
      if (isThere)
        for (const k of RGB) expect(Math.abs(out[i + k] - image.rgba[i + k])).toBeLessThan(9);
    }
    const clear = through(
      1,
      picture(4, 4, () => [9, 9, 9, 0]),
      true,
    );
    expect(clear.every((value) => value === 0)).toBe(true);
  });

  it("keeps alpha with two values, a ramp, and edges at 0 and 255", () => {
    const two = picture(4, 4, (x) => [0, 0, 0, x < 2 ? 37 : 201]);
    const edges = picture(4, 4, (x) => [0, 0, 0, [0, 100, 120, 255][x]]);
    // Seven steps of six, so up to half a step is lost in between.
    const ramp = picture(4, 4, (x) => [0, 0, 0, 40 + x * 14]);
    for (const [image, miss] of [
      [two, 0],
      [edges, 0],
      [ramp, 3],
    ] as const) {
      const out = through(3, image);
      for (let i = 3; i < out.length; i += 4) {
        expect(Math.abs(out[i] - image.rgba[i])).toBeLessThanOrEqual(miss);
      }
    }
  });

  it.each([
    [1, 1],
    [2, 1],
    [5, 7],
    [3, 16],
  ])("encodes images of %i x %i", (width, height) => {
    const image = gradient(16, 16);
    const cut = picture(width, height, (x, y) => [
      ...image.rgba.subarray((y * 16 + x) * 4, (y * 16 + x) * 4 + 4),
    ]);
    expect(psnr(through(1, cut), cut.rgba, RGB)).toBeGreaterThan(27);
    expect(encodeBc(3, cut.rgba, width, height).length).toBe(
      Math.ceil(width / 4) * Math.ceil(height / 4) * 16,
    );
  });

  it.each([
    ["noise", noise(64, 64), 13.7, 10.5],
    ["a gradient", gradient(128, 128), 43, 45],
  ])("encodes %s with a low error", (_, image, color, alpha) => {
    const one = psnr(through(1, image), image.rgba, RGB);
    expect(one).toBeGreaterThan(color);
    expect(one).toBeGreaterThan(psnr(boxFit(image), image.rgba, RGB));
    const three = through(3, image);
    expect(psnr(three, image.rgba, RGB)).toBeGreaterThanOrEqual(one);
    expect(psnr(three, image.rgba, [3])).toBeGreaterThan(alpha);
  });

  it.skipIf(!hasCorpus)("has a lower error on real textures than the bounding-box fit", () => {
    const gains: number[] = [];
    let worst = Number.POSITIVE_INFINITY;
    for (const [i, name] of listCorpusFiles(".vtf").entries()) {
      if (i % 20 !== 3) continue;
      const vtf = parseVtf(readCorpus(name));
      if (isHdrFormat(vtf) || vtf.width < 64 || vtf.height < 64 || vtf.width * vtf.height > 262144)
        continue;
      const full = { width: vtf.width, height: vtf.height, rgba: decodeVtfImage(vtf, 0) };
      const image = halved(full);
      const ours = psnr(through(1, image), image.rgba, RGB);
      const box = psnr(boxFit(image), image.rgba, RGB);
      if (ours === Number.POSITIVE_INFINITY) continue;
      expect(ours, name).toBeGreaterThan(box);
      gains.push(ours - box);
      worst = Math.min(worst, ours);
    }
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
    console.info(
      `BC1 of ${gains.length} real textures: ${mean.toFixed(2)} dB over the box, worst ${worst.toFixed(1)} dB`,
    );
    expect(gains.length).toBeGreaterThan(10);
    expect(mean).toBeGreaterThan(1);
    expect(worst).toBeGreaterThan(25);
  });
});
