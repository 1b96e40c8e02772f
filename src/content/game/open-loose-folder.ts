/** A folder that is no game: whatever maps and content lie in it. */

import { CancelledError } from "../../core/errors.ts";
import { openArchive } from "../archives/open-archive.ts";
import { isInContentRoot } from "../content-roots.ts";
import type { ContentSpec } from "../types.ts";
import type { FileTree } from "./file-tree.ts";
import { type GameMap, listArchiveMaps, looseMap } from "./list-maps.ts";
import type { Game } from "./open-game.ts";
import { type LooseFind, plainMapName, walkLooseFolder } from "./walk-loose-folder.ts";

/**
 * Maps anywhere in the folder; folders that hold content, and archives, are content for all of them.
 * An archive that is broken is left out with a problem. Rejects where a folder can no longer be listed.
 *
 * @param path of a picked folder in the tree
 */
export async function openLooseFolder(
  tree: FileTree,
  path: string,
  title: string,
  signal?: AbortSignal,
): Promise<Game> {
  const maps = new Map<string, GameMap>();
  const content: ContentSpec[] = [];
  const problems: string[] = [];
  const add = (map: GameMap): void => {
    if (!maps.has(map.name)) maps.set(map.name, map);
  };

  const addArchive = async (found: LooseFind & { kind: "archive" }): Promise<void> => {
    const { path: label, file, parts } = found;
    const open = (signal?: AbortSignal) => openArchive(file, parts, signal);
    try {
      for (const map of listArchiveMaps(await open(signal), label, open)) add(map);
      content.push({ kind: "archive", label, file, parts });
    } catch (error) {
      if (error instanceof CancelledError || !(error instanceof Error)) throw error;
      problems.push(`${label} is left out: ${error.message}`);
    }
  };

  for await (const found of walkLooseFolder(tree, path, signal)) {
    if (found.kind === "end") problems.push(found.problem);
    else if (found.kind === "archive") await addArchive(found);
    else if (found.kind === "map") {
      const slash = found.path.lastIndexOf("/");
      const name = plainMapName(found.path.slice(slash + 1));
      add(await looseMap(name, found.path.slice(0, slash), found.file));
    } else {
      const mounted = await tree.mount(found.path, found.path);
      if (mounted) content.push(mounted);
    }
  }
  if (isInContentRoot(`${path}/`)) {
    const above = await tree.mount("", title);
    if (above) content.push(above);
    else problems.push(`${title} is a part of a content folder: add the folder above it instead`);
  }
  const byName = [...maps.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { title, path, maps: byName, content, problems };
}
