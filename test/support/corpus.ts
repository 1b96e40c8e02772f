/** Real files for tests, kept beside the checkout. Where they are missing, tests are skipped. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../../shared/corpus");

export const hasCorpus = existsSync(root);

/** Path of a corpus file or folder. */
export function corpusPath(...names: string[]): string {
  return join(root, ...names);
}

export function readCorpus(...names: string[]): Uint8Array {
  return new Uint8Array(readFileSync(corpusPath(...names)));
}

/** Paths of the corpus' files with an extension (`.mdl`), inside the corpus folder, sorted. */
export function listCorpusFiles(extension: string, under = ""): string[] {
  const folder = corpusPath(under);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.toLowerCase().endsWith(extension))
    .map((name) => join(under, name).replaceAll("\\", "/"))
    .sort();
}

/** All maps, as paths inside the corpus folder. */
export function listCorpusMaps(): string[] {
  return listCorpusFiles(".bsp");
}

/** Folders of loose materials and models that belong to a map: those named `content` beside it. */
export function corpusContent(map: string): string[] {
  const folder = corpusPath(map, "..", "content");
  return existsSync(folder) ? [folder] : [];
}
