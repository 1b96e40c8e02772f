/**
 * Compares pictures with reference pictures next to the tests, one folder per adapter, because
 * drivers differ in the last bits and at edges. An adapter without a folder uses the folder with
 * the most similar name and a larger tolerance. `VISLEAF_UPDATE_GOLDEN=1` rewrites the pictures;
 * review them before committing. A failing picture is written to the system's temporary folder.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

const root = resolve(import.meta.dirname, "../golden");

/** Share of pixels that may differ visibly. */
const TOLERANCE = 0.002;
/** Same for another adapter's picture, whose edges and texture filters differ. */
const FOREIGN_TOLERANCE = 0.02;

export interface GoldenResult {
  /** Adapter of the reference picture. */
  readonly golden: string;
  readonly isEqual: boolean;
  readonly differentPixels: number;
  /** Path of the failing picture. */
  readonly actualPath?: string;
}

const folderOfAdapter = (adapterName: string): string =>
  adapterName.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/**
 * Returns the folder name that shares the most words with an adapter's name, the first of equals.
 */
export function findNearest(adapter: string, folders: readonly string[]): string | undefined {
  const words = new Set(adapter.split("-"));
  const likeness = (folder: string) =>
    folder.split("-").filter((word) => words.has(word)).length / folder.split("-").length;
  return [...folders].sort((a, b) => likeness(b) - likeness(a))[0];
}

function readGolden(adapter: string, name: string): { golden: string; picture: PNG } {
  const path = (folder: string) => join(root, folder, `${name}.png`);
  const known = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path(entry.name)))
    .map((entry) => entry.name);
  const golden = known.includes(adapter) ? adapter : findNearest(adapter, known);
  if (golden === undefined) throw new Error(`there is no picture of ${name} to compare with`);
  return { golden, picture: PNG.sync.read(readFileSync(path(golden))) };
}

/** Compares RGBA pixels with the reference picture. */
export function compareWithGolden(
  adapterName: string,
  name: string,
  pixels: Uint8Array,
  width: number,
  height: number,
): GoldenResult {
  const adapter = folderOfAdapter(adapterName);
  const png = new PNG({ width, height });
  png.data.set(pixels);
  if (process.env.VISLEAF_UPDATE_GOLDEN === "1") {
    const path = join(root, adapter, `${name}.png`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, PNG.sync.write(png));
  }
  const { golden, picture } = readGolden(adapter, name);
  const isSameSize = picture.width === width && picture.height === height;
  const differentPixels = isSameSize
    ? pixelmatch(picture.data, png.data, undefined, width, height, { threshold: 0.05 })
    : width * height;
  const tolerance = golden === adapter ? TOLERANCE : FOREIGN_TOLERANCE;
  if (differentPixels <= width * height * tolerance) {
    return { golden, isEqual: true, differentPixels };
  }
  const actualPath = join(tmpdir(), `visleaf-${adapter}-${name.replaceAll("/", "-")}.png`);
  writeFileSync(actualPath, PNG.sync.write(png));
  return { golden, isEqual: false, differentPixels, actualPath };
}
