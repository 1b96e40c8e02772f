import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Maps that others made; tests that use them are skipped where the folder is missing. */
export const CORPUS = join(import.meta.dirname, "../../../../shared/corpus");
export const HAS_CORPUS = existsSync(CORPUS);

/** Paths in the corpus of every file whose name ends so. */
export function listCorpus(ending: string): string[] {
  if (!HAS_CORPUS) return [];
  return readdirSync(CORPUS, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(ending) && statSync(join(CORPUS, path)).isFile())
    .sort();
}

export function readCorpus(path: string): Uint8Array {
  return new Uint8Array(readFileSync(join(CORPUS, path)));
}
