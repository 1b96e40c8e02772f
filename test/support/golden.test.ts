import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { compareWithGolden, findNearest } from "./golden.ts";

const FOLDER = "google-swiftshader-swiftshader-driver-5-0-0";
const OWN = "Google SwiftShader: SwiftShader driver-5.0.0";
const FOREIGN = "ACME Roadrunner 3000";

const { data, width, height } = PNG.sync.read(
  readFileSync(join(import.meta.dirname, `../golden/${FOLDER}/whole.png`)),
);

/**
 * Returns the reference picture with a square of another colour, too large for antialiasing
 * differences.
 */
function spoil(share: number): Uint8Array {
  const pixels = Uint8Array.from(data);
  const edge = Math.round(Math.sqrt(width * height * share));
  for (let y = 20; y < 20 + edge; y++) {
    for (let x = 20; x < 20 + edge; x++) pixels.set([255, 0, 255], (y * width + x) * 4);
  }
  return pixels;
}

/** Compares and removes the written picture. */
function compare(adapter: string, pixels: Uint8Array) {
  const result = compareWithGolden(adapter, "whole", pixels, width, height);
  if (result.actualPath !== undefined) rmSync(result.actualPath);
  return result;
}

describe("compareWithGolden", () => {
  it("compares a picture with those of its own adapter", () => {
    expect(compare(OWN, data)).toEqual({ golden: FOLDER, isEqual: true, differentPixels: 0 });
    expect(compare(OWN, spoil(0.01))).toMatchObject({ golden: FOLDER, isEqual: false });
  });

  it("compares less strictly if the adapter has no reference pictures", () => {
    expect(compare(FOREIGN, spoil(0.01))).toMatchObject({ golden: FOLDER, isEqual: true });
    expect(compare(FOREIGN, spoil(0.05))).toMatchObject({ golden: FOLDER, isEqual: false });
  });

  it("throws if the reference picture is missing", () => {
    expect(() => compareWithGolden(OWN, "no-such", data, width, height)).toThrow("no-such");
  });

  it("picks the adapter with the most similar name", () => {
    const known = [FOLDER, "mesa-llvmpipe-17", "nvidia-rtx-4070-driver-550"];
    expect(findNearest("mesa-llvmpipe-18", known)).toBe("mesa-llvmpipe-17");
    expect(findNearest("nvidia-h200-driver-570", known)).toBe("nvidia-rtx-4070-driver-550");
    expect(findNearest("acme", known)).toBe(FOLDER);
  });
});
