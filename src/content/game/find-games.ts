import { CancelledError, FormatError } from "../../core/errors.ts";
import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { evaluateCondition } from "../../formats/keyvalues/evaluate-condition.ts";
import { parseKeyValues } from "../../formats/keyvalues/parse-keyvalues.ts";
import type { KeyValuesNode } from "../../formats/keyvalues/types.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { openBytes } from "../bytes/open-bytes.ts";
import { type FileTree, findFile, joinPath } from "./file-tree.ts";

// Parser of gameinfo.txt: the game's title and its search paths.

export interface SearchPath {
  /** Path IDs in lower case: `game`, `mod`, `platform`. A key lists several, separated by `+`. */
  readonly ids: readonly string[];
  /**
   * Location as written: `|gameinfo_path|.`, `hl2/custom/*`,
   * `|all_source_engine_paths|hl2/hl2_misc.vpk`.
   */
  readonly location: string;
}

export interface GameInfo {
  readonly title: string;
  /** Empty if the file has no search paths. */
  readonly searchPaths: readonly SearchPath[];
}

/** The engine's own lists have some twenty. Each path costs a folder listing. */
const MAX_SEARCH_PATHS = 256;
/** Twice the maximum length of a path. */
const MAX_LOCATION_CHARACTERS = 520;

/**
 * Parses gameinfo.txt; missing values are empty. Throws FormatError (KeyValues) `syntax`,
 * `too-large`.
 */
export function parseGameInfo(text: string): GameInfo {
  const root = block(parseKeyValues(text), "gameinfo");
  const searchPaths = block(block(root, "filesystem"), "searchpaths");
  if (searchPaths.length > MAX_SEARCH_PATHS) {
    throw new FormatError({
      format: "KeyValues",
      code: "too-large",
      where: "SearchPaths",
      offset: 0,
      expected: `at most ${MAX_SEARCH_PATHS} search paths`,
      found: String(searchPaths.length),
    });
  }
  return {
    title: textOf(root, "game") || textOf(root, "title"),
    searchPaths: searchPaths
      .filter(({ condition }) => condition === undefined || evaluateCondition(condition))
      .flatMap(({ key, value }) => (typeof value === "string" ? [{ key, value }] : []))
      .map(({ key, value }) => ({
        ids: key.split("+").map((id) => id.trim().toLowerCase()),
        location: value.trim(),
      }))
      .filter(({ location }) => location.length <= MAX_LOCATION_CHARACTERS),
  };
}

function find(nodes: readonly KeyValuesNode[], key: string): KeyValuesNode | undefined {
  return nodes.find((node) => node.key.toLowerCase() === key);
}

function block(nodes: readonly KeyValuesNode[], key: string): readonly KeyValuesNode[] {
  const value = find(nodes, key)?.value;
  return typeof value === "object" ? value : [];
}

function textOf(nodes: readonly KeyValuesNode[], key: string): string {
  const value = find(nodes, key)?.value;
  return typeof value === "string" ? value.trim() : "";
}

/**
 * Levels below the picked folder, which may be `steamapps/common`, a game in it, or the game's
 * folder with gameinfo.txt.
 */
const MAX_DEPTH = 2;
/** Real files have some 5 KB. */
const MAX_GAME_INFO_BYTES = 1 << 20;

export interface FoundGame {
  /** Folder of gameinfo.txt in the tree. */
  readonly path: string;
  readonly info: GameInfo;
  /** Title from gameinfo.txt, or the name of its folder. */
  readonly title: string;
  /** Why gameinfo.txt cannot be used; then only the game's own folder is mounted. */
  readonly fault?: string;
}

/**
 * Finds the games in the picked folders, sorted by path. An unreadable gameinfo.txt becomes the
 * `fault` of its game. Rejects if a folder can no longer be listed.
 */
export async function findGames(tree: FileTree, signal?: AbortSignal): Promise<FoundGame[]> {
  const games: FoundGame[] = [];
  const visit = async (path: string, depth: number): Promise<void> => {
    const listing = await tree.list(path);
    if (!listing) return;
    const game = path === "" ? null : await readGame(tree, path, signal);
    if (game) {
      games.push(game);
      return;
    }
    if (depth === MAX_DEPTH) return;
    for (const [name, entry] of listing) {
      if (entry.kind === "folder") await visit(joinPath(path, name), depth + 1);
    }
  };
  // The top of the tree, with the picked folders, is an extra level.
  await visit("", -1);
  return games.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function readGame(
  tree: FileTree,
  folder: string,
  signal?: AbortSignal,
): Promise<FoundGame | null> {
  const path = joinPath(folder, "gameinfo.txt");
  const file = await findFile(tree, path);
  if (!file) return null;
  const name = folder.slice(folder.lastIndexOf("/") + 1);
  try {
    const info = await readGameInfo(await openBytes(file, signal), signal);
    return { path: folder, info, title: info.title || name };
  } catch (error) {
    if (error instanceof CancelledError || !(error instanceof Error)) throw error;
    const fault = `${path} is not read: ${error.message}`;
    return { path: folder, info: { title: "", searchPaths: [] }, title: name, fault };
  }
}

async function readGameInfo(bytes: ByteSource, signal?: AbortSignal): Promise<GameInfo> {
  if (bytes.byteLength > MAX_GAME_INFO_BYTES) {
    throw new Error(`it has ${bytes.byteLength} bytes, which no gameinfo.txt has`);
  }
  return parseGameInfo(decodeText(await bytes.read(0, bytes.byteLength, signal)));
}
