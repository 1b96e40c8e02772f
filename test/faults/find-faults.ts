/** Finds the file to plant a fault in: the one in which its text occurs once. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "./fault.ts";

/** Folders of the project in which faults are planted. */
const PLANTED = ["src", "shaders"];

export interface Planting {
  /** Path from the project's root, with slashes. */
  readonly file: string;
  readonly text: string;
  readonly fault: string;
}

/** Returns the paths of all test files from the project's root, with slashes. */
export function listTests(root: string): string[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${name.replaceAll("\\", "/")}`);
}

/** Returns the only test file whose path has an ending. */
export function findTest(ending: string, tests: readonly string[]): string {
  const found = tests.filter((path) => path.endsWith(`/${ending}`));
  if (found.length === 1) return found[0];
  throw new Error(`there ${found.length === 0 ? "is no" : "are more tests than one,"} ${ending}`);
}

export type Sources = ReadonlyMap<string, string>;

export function readSources(root: string): Sources {
  const files = PLANTED.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|wgsl)$/.test(name))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
  );
  return new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

/**
 * Files by the words in them, for each map of sources, so that a text is searched only in files
 * with its rarest word.
 */
const words = new WeakMap<Sources, ReadonlyMap<string, ReadonlySet<string>>>();

function filesByWord(sources: Sources): ReadonlyMap<string, ReadonlySet<string>> {
  const known = words.get(sources);
  if (known !== undefined) return known;
  const files = new Map<string, Set<string>>();
  for (const [file, source] of sources) {
    for (const word of new Set(source.match(/\w+/g))) {
      const list = files.get(word);
      if (list === undefined) files.set(word, new Set([file]));
      else list.add(file);
    }
  }
  words.set(sources, files);
  return files;
}

/** Returns files that may hold a text: those with each word that begins and ends inside it. */
function filesOf(text: string, sources: Sources): Iterable<string> {
  const byWord = filesByWord(sources);
  let fewest: ReadonlySet<string> | null = null;
  for (const [word] of text.matchAll(/(?<=\W)\w+(?=\W)/g)) {
    const files = byWord.get(word) ?? new Set<string>();
    if (fewest === null || files.size < fewest.size) fewest = files;
  }
  return fewest ?? sources.keys();
}

/**
 * Finds the files of a fault's edits. Throws with the fault's name if a text does not occur exactly
 * once.
 */
export function findPlantings({ name, edits }: Fault, sources: Sources): Planting[] {
  return edits.map(([text, fault]) => {
    const places = [...filesOf(text, sources)].flatMap((file) =>
      Array.from({ length: sources.get(file)!.split(text).length - 1 }, () => file),
    );
    if (places.length !== 1) {
      const found = places.length === 0 ? "in no file" : `in ${places.join(", ")}`;
      throw new Error(`"${name}" is to be planted at "${text}", which is found ${found}`);
    }
    return { file: places[0], text, fault };
  });
}
