/** A model on disk, or in the content: its content path, and where its files and materials are looked for. */

import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { ContentSource } from "../../content/types.ts";
import { openContent } from "../content/open-content.ts";

export interface FoundModel {
  /** Content path. */
  readonly path: string;
  /** In search order: what lies beside the model before all else. */
  readonly sources: readonly ContentSource[];
  /** What of its own folder is not used, a sentence each. */
  readonly problems: readonly string[];
}

/** @param path of a file, else a content path: `models/props/barrel.mdl` */
export async function findModel(
  path: string,
  sources: readonly ContentSource[],
): Promise<FoundModel> {
  const stats = await stat(path).catch(() => null);
  const contentPath = path.replaceAll("\\", "/").toLowerCase();
  if (!stats?.isFile()) return { path: contentPath, sources, problems: [] };
  const full = resolve(path);
  const beside = besideModel(full);
  const parts = full.replaceAll("\\", "/").split("/");
  const models = parts.map((part) => part.toLowerCase()).lastIndexOf("models");
  const inModels = models > 0 && models < parts.length - 1;
  if (!inModels) return { path: beside.path, sources: [beside.source, ...sources], problems: [] };
  const own = await openContent([parts.slice(0, models).join("/") || "/"]);
  return {
    path: parts.slice(models).join("/").toLowerCase(),
    sources: [...own.sources, ...sources],
    problems: own.problems,
  };
}

/** The files of a folder as if it were `models`. */
function besideModel(file: string): { readonly path: string; readonly source: ContentSource } {
  const folder = dirname(file);
  let names: Promise<Map<string, string>> | null = null;
  const list = async () =>
    new Map((await readdir(folder)).map((name) => [name.toLowerCase(), name]));
  const source: ContentSource = {
    label: folder,
    async read(path) {
      if (!path.startsWith("models/")) return null;
      names ??= list();
      const name = (await names).get(path.slice("models/".length));
      return name === undefined ? null : readFile(join(folder, name));
    },
  };
  return { path: `models/${basename(file).toLowerCase()}`, source };
}
