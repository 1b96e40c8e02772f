/** Parses a single VMT file. `resolve-vmt.ts` merges `patch` files. */

import { FormatError } from "../../core/errors.ts";
import { evaluateCondition } from "../keyvalues/evaluate-condition.ts";
import { parseKeyValues } from "../keyvalues/parse-keyvalues.ts";
import type { KeyValuesNode } from "../keyvalues/types.ts";
import { flattenMaterial } from "./flatten-material.ts";
import type { Vmt } from "./types.ts";

/** Size limit. Real files have about 500 bytes, a few with many proxies 20 KB. */
export const MAX_VMT_BYTES = 2 ** 20;

/** A material as written, without parts for other systems. */
export interface VmtDocument {
  /** Shader name in lower case. */
  readonly shader: string;
  readonly nodes: readonly KeyValuesNode[];
}

/**
 * Parses the first block and its name. Throws FormatError `syntax` if there is none, `too-large`.
 */
export function parseVmtDocument(text: string): VmtDocument {
  if (text.length > MAX_VMT_BYTES) {
    throw new FormatError({
      format: "VMT",
      code: "too-large",
      where: "text",
      offset: 0,
      expected: `at most ${MAX_VMT_BYTES} characters`,
      found: String(text.length),
    });
  }
  for (const node of dropOtherSystems(parseKeyValues(text))) {
    if (typeof node.value === "string" || node.key === "") continue;
    return { shader: node.key.trim().toLowerCase(), nodes: node.value };
  }
  throw new FormatError({
    format: "VMT",
    code: "syntax",
    where: "text",
    offset: 0,
    expected: "a shader's name and its block",
    found: text.trim() === "" ? "nothing" : "neither",
  });
}

/**
 * Parses one file. The parameters of a `patch` are its `include` and those set by its `insert` and
 * `replace` blocks. Throws FormatError `syntax` (VMT, KeyValues), `too-large` (VMT).
 */
export function parseVmt(text: string): Vmt {
  const { shader, nodes } = parseVmtDocument(text);
  return shader === "patch" ? flattenPatches([nodes]) : flattenMaterial(shader, nodes);
}

/**
 * Returns the parameters set by patches alone, without the included material; innermost patch
 * first.
 */
export function flattenPatches(patches: readonly (readonly KeyValuesNode[])[]): Vmt {
  const all = patches.flatMap((nodes) => [
    ...nodes,
    ...nodes.flatMap(({ key, value }) =>
      typeof value !== "string" && isPatchBlock(key) ? value : [],
    ),
  ]);
  return flattenMaterial("patch", all);
}

function isPatchBlock(key: string): boolean {
  return /^\s*(insert|replace)\s*$/i.test(key);
}

function dropOtherSystems(nodes: readonly KeyValuesNode[]): KeyValuesNode[] {
  const kept: KeyValuesNode[] = [];
  for (const { key, value, condition } of nodes) {
    if (condition !== undefined && !evaluateCondition(condition)) continue;
    kept.push({ key, value: typeof value === "string" ? value : dropOtherSystems(value) });
  }
  return kept;
}
