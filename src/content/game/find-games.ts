import { CancelledError, FormatError } from "../../core/errors.ts";
import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { evaluateCondition } from "../../formats/keyvalues/evaluate-condition.ts";
import { parseKeyValues } from "../../formats/keyvalues/parse-keyvalues.ts";
import type { KeyValuesNode } from "../../formats/keyvalues/types.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { openBytes } from "../bytes/open-bytes.ts";
import { type FileTree, findFile, joinPath } from "./file-tree.ts";

// gameinfo.txt: what a game is called and where its content lies.

export interface SearchPath {
  /** Lower case: `game`, `mod`, `platform`. A key names several with `+` between. */
  readonly ids: readonly string[];
  /** As written: `|gameinfo_path|.`, `hl2/custom/*`, `|all_source_engine_paths|hl2/hl2_misc.vpk`. */
  readonly location: string;
}

export interface GameInfo {
  readonly title: string;
  /** Empty if the file has no list of them. */
  readonly searchPaths: readonly SearchPath[];
}

/** The engine's own lists have some twenty. Each costs a look at a folder. */
const MAX_SEARCH_PATHS = 256;
/** Twice what a path may have. */
const MAX_LOCATION_CHARACTERS = 520;

/** Throws FormatError (KeyValues) `syntax`, `too-large`; what is missing is left empty. */
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

/** `steamapps/common`, a game in it, or the folder in the game that has gameinfo.txt. */
const MAX_DEPTH = 2;
/** Real ones have some 5 KB. */
const MAX_GAME_INFO_BYTES = 1 << 20;

export interface FoundGame {
  /** The folder of gameinfo.txt in the tree. */
  readonly path: string;
  readonly info: GameInfo;
  /** As the game calls itself, or else its folder. */
  readonly title: string;
  /** Why gameinfo.txt says nothing, in one sentence; the game's own folder is all there is then. */
  readonly fault?: string;
}

/**
 * The games in what was picked, by path. A gameinfo.txt that cannot be read is the `fault` of its game;
 * rejects where a folder can no longer be listed.
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
  // What was picked is a level by itself.
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
