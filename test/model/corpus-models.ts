/** Opens corpus models with all their files, as a game finds them. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Diagnostics } from "../../src/core/diagnostics.ts";
import type { ModelFiles } from "../../src/model/files/model-files.ts";
import { readStudioModel } from "../../src/model/files/read-studio-model.ts";
import type { StudioModel } from "../../src/model/files/studio-model.ts";
import { corpusPath } from "../support/corpus.ts";

const listed = new Map<string, Map<string, string>>();

/** Returns the files below a corpus folder by lower-case path. */
function listFiles(root: string): Map<string, string> {
  const known = listed.get(root);
  if (known !== undefined) return known;
  const names = readdirSync(corpusPath(root), { recursive: true, encoding: "utf8" });
  const files = new Map(names.map((name) => [name.replaceAll("\\", "/").toLowerCase(), name]));
  listed.set(root, files);
  return files;
}

export function corpusFiles(root: string): ModelFiles {
  return {
    read: async (path) => {
      const name = listFiles(root).get(path);
      const file = name === undefined ? null : corpusPath(root, name);
      return file !== null && existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
    },
  };
}

export async function openCorpusModel(root: string, path: string): Promise<StudioModel> {
  const model = await readStudioModel(path, corpusFiles(root), { diagnostics: new Diagnostics() });
  if (model === null) throw new Error(`no ${path} in ${root}`);
  return model;
}

/** A person of the corpus: 44 bones, four included models, each with an `.ani` file. */
export const PERSON = ["tn2", "models/humans/group01/male_01.mdl"] as const;
