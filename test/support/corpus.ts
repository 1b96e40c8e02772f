/** Real files for tests, stored next to the checkout. Tests are skipped where they are missing. */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../../shared/corpus");

export const hasCorpus = existsSync(root);

/** Returns the path of a corpus file or folder. */
export function corpusPath(...names: string[]): string {
  return join(root, ...names);
}

export function readCorpus(...names: string[]): Uint8Array {
  return new Uint8Array(readFileSync(corpusPath(...names)));
}

/** Returns the sorted corpus paths of files with an extension (`.mdl`). */
export function listCorpusFiles(extension: string, under = ""): string[] {
  const folder = corpusPath(under);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.toLowerCase().endsWith(extension))
    .map((name) => join(under, name).replaceAll("\\", "/"))
    .sort();
}

/** True if tests use every real map, not only the small fixed part of each run. */
export const ALL_MAPS = process.env.VISLEAF_ALL_MAPS === "1";

/** Folders of the second corpus with maps, relative to the first. */
const SECOND_FOLDERS = ["../corpus2/compiled", "../corpus2/living"];

/**
 * Small maps of the second corpus for every run: HDR only, water with terrain, overlays with
 * details, many outputs.
 */
const EVERY_RUN = ["viewbob", "gasroom", "dream", "snow", "facility01"];

/**
 * Returns files of the second corpus with an extension (`.bsp`, `.vmf`, `.prt`, `.log`), relative
 * to the first: those of `EVERY_RUN`, or all with `VISLEAF_ALL_MAPS=1`.
 */
export function listSecondCorpus(extension: string, all = ALL_MAPS): string[] {
  const files = SECOND_FOLDERS.flatMap((folder) => listCorpusFiles(extension, folder));
  return all ? files : files.filter((file) => EVERY_RUN.some((map) => file.includes(`/${map}.`)));
}

/** Returns the maps of both corpora, relative to the first one's folder. */
export function listCorpusMaps(): string[] {
  return [...listCorpusFiles(".bsp"), ...listSecondCorpus(".bsp")];
}

/** Largest map, in bytes, of tests that do much with each. */
const SMALL_MAP = 300_000;

/**
 * Returns the maps for a test that does much with each: small ones of every dialect, or all with
 * `VISLEAF_ALL_MAPS=1`. Tests that open a map once take `listCorpusMaps()`.
 */
export function listSmallMaps(): string[] {
  const maps = listCorpusMaps();
  return ALL_MAPS ? maps : maps.filter((path) => statSync(corpusPath(path)).size < SMALL_MAP);
}

/**
 * Small maps of versions 19, 20, 21 and 25, Left 4 Dead 2 and Xbox 360, with LZMA lumps,
 * displacements and models.
 */
const FEW_MAPS = [
  "background_01_a/background_01_a.bsp",
  "bsp_tool/tests/maps/Xbox360/The Orange Box/shack.360.bsp",
  "bspsrc/l4d2_tooltextures_old.bsp",
  "lanofdoom_css/scoutzknivez.bsp",
  "minigolf/maps/golf_dev_minimal_v3.bsp",
  "momentum_website/bhop_apitest.bsp",
  "rc_deathmatch1/rc_deathmatch1.bsp",
  "tn2/maps/tuffs_nightmare2.bsp",
];

/** Returns those maps, for sweeps that take long with each, or all with `VISLEAF_ALL_MAPS=1`. */
export const listFewMaps = (): readonly string[] => (ALL_MAPS ? listCorpusMaps() : FEW_MAPS);

/** Returns the smallest of those maps, for which every run tries every cut. */
export function listSmallestMaps(count: number): string[] {
  const size = (path: string) => statSync(corpusPath(path)).size;
  return listCorpusMaps()
    .map((path) => [path, size(path)] as const)
    .sort((a, b) => a[1] - b[1])
    .slice(0, count)
    .map(([path]) => path);
}

/** Returns the folders of loose content that belong to a map, named `content` and next to it. */
export function corpusContent(map: string): string[] {
  const folder = corpusPath(map, "..", "content");
  return existsSync(folder) ? [folder] : [];
}
