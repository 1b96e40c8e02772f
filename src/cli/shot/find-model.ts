/**
 * Finds a model on disk or in the content: its content path, and the sources of its files and
 * materials.
 */

import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { compileModelSource } from "../../compile/studiomdl/read-model-source.ts";
import { Content } from "../../content/content.ts";
import { isModelSource } from "../../content/is-model-source.ts";
import type { ContentSource } from "../../content/types.ts";
import { openContent } from "../content/open-content.ts";
import { readInput } from "../files/inputs.ts";

export interface FoundModel {
  /** Content path. */
  readonly path: string;
  /** Sources in search order: the model's own folder comes first. */
  readonly sources: readonly ContentSource[];
  /** One sentence for each part of its own folder that is not used. */
  readonly problems: readonly string[];
}

/** A file, with the listing of its folder. */
interface FoundFile extends FoundModel {
  /** Lists the folder's content paths; left out if the file is not on disk. */
  readonly list?: () => Promise<readonly string[]>;
}

/**
 * Finds a model. Model sources (a QC, SMD or VTA) are compiled, and the resulting files come first
 * in the search order.
 * @param path of a file, else a content path: `models/props/barrel.mdl`
 * @throws FormatError for sources that cannot be compiled to a model
 */
export async function findModel(
  path: string,
  sources: readonly ContentSource[],
): Promise<FoundModel> {
  const found = await findFile(path, sources);
  if (!isModelSource(path)) return found;
  const problems = [...found.problems];
  const report = { progress: () => {}, warn: (line: string) => void problems.push(line) };
  const content = new Content(found.sources);
  const files = { read: (wanted: string) => content.read(wanted), list: found.list };
  const compiled = await compileModelSource(found.path, files, report);
  if (compiled === null) return found;
  const made: ContentSource = {
    label: path,
    read: async (wanted) => compiled.files.get(wanted) ?? null,
  };
  return { path: compiled.path, sources: [made, ...found.sources], problems };
}

async function findFile(path: string, sources: readonly ContentSource[]): Promise<FoundFile> {
  const stats = await stat(path).catch(() => null);
  const contentPath = path.replaceAll("\\", "/").toLowerCase();
  if (!stats?.isFile()) return { path: contentPath, sources, problems: [] };
  const full = resolve(path);
  const parts = full.replaceAll("\\", "/").split("/");
  const models = parts.map((part) => part.toLowerCase()).lastIndexOf("models");
  const inModels = models > 0 && models < parts.length - 1;
  const found = inModels
    ? parts.slice(models).join("/").toLowerCase()
    : `models/${basename(full).toLowerCase()}`;
  const folder = found.slice(0, found.lastIndexOf("/") + 1);
  const list = async () =>
    (await readdir(dirname(full))).map((name) => folder + name.toLowerCase());
  // The model's own folder comes before the models of games.
  const beside = readFolder(
    inModels ? parts.slice(0, models + 1).join("/") : dirname(full),
    "models/",
  );
  if (!inModels) return { path: found, sources: [beside, ...sources], problems: [], list };
  const root = parts.slice(0, models).join("/") || "/";
  const own = await openContent([root]);
  const mounted = [beside, ...own.sources, readFolder(root, ""), ...sources];
  return { path: found, sources: mounted, problems: own.problems, list };
}

/**
 * Reads the files in a folder and its subfolders, ignoring case, as if it were the folder `prefix`
 * of content.
 */
function readFolder(top: string, prefix: string): ContentSource {
  const listed = new Map<string, Promise<Map<string, string>>>();
  const list = async (folder: string) => {
    const names = await readdir(folder).catch(() => []);
    return new Map(names.map((name) => [name.toLowerCase(), name]));
  };
  return {
    label: top,
    async read(path) {
      if (!path.startsWith(prefix)) return null;
      let at = top;
      for (const segment of path.slice(prefix.length).split("/")) {
        if (!listed.has(at)) listed.set(at, list(at));
        const name = (await listed.get(at)!).get(segment);
        if (name === undefined) return null;
        at = join(at, name);
      }
      return (await stat(at)).isFile() ? readInput(at) : null;
    },
  };
}
