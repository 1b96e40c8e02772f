/** One VMT file, by itself: `patch` files are merged by `resolve-vmt.ts`. */

import { FormatError } from "../../core/errors.ts";
import { evaluateCondition } from "../keyvalues/evaluate-condition.ts";
import { parseKeyValues } from "../keyvalues/parse-keyvalues.ts";
import type { KeyValuesNode } from "../keyvalues/types.ts";
import { flattenMaterial } from "./flatten-material.ts";
import type { Vmt } from "./types.ts";

/** Larger than any real one, which have some 500 bytes, a few with many proxies 20 KB. */
export const MAX_VMT_BYTES = 2 ** 20;

/** A material as written, without what is meant for other systems. */
export interface VmtDocument {
  /** Lower case. */
  readonly shader: string;
  readonly nodes: readonly KeyValuesNode[];
}

/** The first block and its name. Throws FormatError `syntax` where there is none, `too-large`. */
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
 * Parses one file. Of a `patch` the parameters are its `include` and what its `insert` and `replace`
 * blocks set. Throws FormatError `syntax` (VMT, KeyValues), `too-large` (VMT).
 */
export function parseVmt(text: string): Vmt {
  const { shader, nodes } = parseVmtDocument(text);
  return shader === "patch" ? flattenPatches([nodes]) : flattenMaterial(shader, nodes);
}

/** What patches set by themselves, without what they include; innermost first. */
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
