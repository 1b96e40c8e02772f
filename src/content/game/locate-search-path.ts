/** Where a search path of gameinfo.txt may lie in a tree. */

/** Folder names under `steamapps/common` that mods refer to by number. */
const APP_FOLDERS: ReadonlyMap<string, string> = new Map([
  ["215", "source sdk base"],
  ["218", "source sdk base 2007"],
  ["220", "half-life 2"],
  ["240", "counter-strike source"],
  ["280", "half-life 2"],
  ["300", "day of defeat source"],
  ["320", "half-life 2 deathmatch"],
  ["340", "half-life 2"],
  ["400", "portal"],
  ["440", "team fortress 2"],
  ["500", "left 4 dead"],
  ["550", "left 4 dead 2"],
  ["620", "portal 2"],
  ["630", "alien swarm"],
  ["4000", "garrysmod"],
  ["243730", "source sdk base 2013 singleplayer"],
  ["243750", "source sdk base 2013 multiplayer"],
]);

/**
 * Paths in the order in which they are to be tried, of which the first that is there counts; empty if
 * all of them lead out of what was picked. A location is relative to the folder that the mod's folder
 * is in, unless a token in front says otherwise (`filesystem_init.cpp` of the SDK).
 *
 * @param modPath the folder of gameinfo.txt
 * @param picked names at the top of the tree
 */
export function locateSearchPath(
  location: string,
  modPath: string,
  picked: readonly string[],
): string[] {
  const [, token, rest] = /^\s*(?:\|([^|]*)\|)?(.*)$/s.exec(location)!;
  const base = parentOf(modPath);
  const bases = basesOf(token?.toLowerCase(), modPath, base, picked);
  const paths = bases.flatMap((folder) => resolve(folder, rest) ?? []);
  return [...new Set(paths)];
}

function basesOf(
  token: string | undefined,
  modPath: string,
  base: string,
  picked: readonly string[],
): readonly string[] {
  if (token === undefined) return [base];
  if (token === "gameinfo_path") return [modPath];
  // The games that a mod builds on lie beside it, or they were picked with it.
  if (token === "all_source_engine_paths") return [base, ...picked];
  const app = APP_FOLDERS.get(/^appid_(\d+)$/.exec(token)?.[1] ?? "");
  if (app === undefined) return [];
  const beside = resolve(base, `../${app}`);
  return [...(beside === null ? [] : [beside]), app, ...picked.map((name) => `${name}/${app}`)];
}

/** A path from a folder, in lower case; null where it leads out of the tree, or is absolute. */
function resolve(folder: string, path: string): string | null {
  if (/^\s*([a-z]:|[\\/]{2})/i.test(path)) return null;
  const segments = folder === "" ? [] : folder.split("/");
  for (const segment of path
    .trim()
    .toLowerCase()
    .split(/[\\/]+/)) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join("/");
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}
