/** gameinfo.txt: what a game is called and where its content lies. */

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

/** Throws FormatError (KeyValues) `syntax`; what is missing is left empty. */
export function parseGameInfo(text: string): GameInfo {
  const root = block(parseKeyValues(text), "gameinfo");
  const searchPaths = block(block(root, "filesystem"), "searchpaths");
  return {
    title: textOf(root, "game") || textOf(root, "title"),
    searchPaths: searchPaths
      .filter(({ condition }) => condition === undefined || evaluateCondition(condition))
      .flatMap(({ key, value }) => (typeof value === "string" ? [{ key, value }] : []))
      .map(({ key, value }) => ({
        ids: key.split("+").map((id) => id.trim().toLowerCase()),
        location: value.trim(),
      })),
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
