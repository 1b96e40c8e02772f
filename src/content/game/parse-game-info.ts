/** gameinfo.txt: what a game is called and where its content lies. */

import { FormatError } from "../../core/errors.ts";
import { evaluateCondition } from "../../formats/keyvalues/evaluate-condition.ts";
import { parseKeyValues } from "../../formats/keyvalues/parse-keyvalues.ts";
import type { KeyValuesNode } from "../../formats/keyvalues/types.ts";

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
