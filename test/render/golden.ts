/**
 * Pictures kept beside the tests, a folder an adapter: drivers differ in the last bits and at edges.
 * `VISLEAF_UPDATE_GOLDEN=1` writes them anew; look at them before they are committed. A picture that
 * differs is left in the system's folder for temporary files.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

const folder = resolve(import.meta.dirname, "../golden");

/** Share of pixels that may differ visibly. */
const TOLERANCE = 0.002;

export interface GoldenResult {
  /** Whether there is a picture of this adapter to compare with. */
  readonly isKnown: boolean;
  readonly isEqual: boolean;
  readonly differentPixels: number;
  /** Where the picture that differs was written. */
  readonly actualPath?: string;
}

/** Compares RGBA pixels with the kept picture. */
export function compareWithGolden(
  adapterName: string,
  name: string,
  pixels: Uint8Array,
  width: number,
  height: number,
): GoldenResult {
  const adapter = adapterName.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const path = join(folder, adapter, `${name}.png`);
  const png = new PNG({ width, height });
  png.data.set(pixels);
  if (process.env.VISLEAF_UPDATE_GOLDEN === "1") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, PNG.sync.write(png));
  }
  if (!existsSync(path)) return { isKnown: false, isEqual: false, differentPixels: 0 };
  const golden = PNG.sync.read(readFileSync(path));
  const isSameSize = golden.width === width && golden.height === height;
  const differentPixels = isSameSize
    ? pixelmatch(golden.data, png.data, undefined, width, height, { threshold: 0.05 })
    : width * height;
  if (differentPixels <= width * height * TOLERANCE) {
    return { isKnown: true, isEqual: true, differentPixels };
  }
  const actualPath = join(tmpdir(), `visleaf-${adapter}-${name}.png`);
  writeFileSync(actualPath, PNG.sync.write(png));
  return { isKnown: true, isEqual: false, differentPixels, actualPath };
}
