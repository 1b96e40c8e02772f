/**
 * Parses KeyValues as leniently as real files require: keys and values with or without quotes, `//`
 * comments, `[$X360]` conditions (kept, not evaluated), `#include` and `#base` (kept as keys), too
 * few or too many closing braces. Escapes are disabled, like in the engine's material files.
 */

import { FormatError } from "../../core/errors.ts";
import type { KeyValuesNode } from "./types.ts";

/** Maximum nesting: above any real file's, and low enough for recursive code. */
export const MAX_DEPTH = 64;

type MutableNode = { key: string; value: string | MutableNode[]; condition?: string };

const SPACE = /[\s\0]*/y;
const COMMENT = /\/\/[^\n]*/y;
/** A quoted string, up to the closing quote or else to the line's end. */
const QUOTED = /"([^"\r\n]*)"?/y;
/** A condition, or an unquoted vector. The length limit keeps a line of `[` linear. */
const BRACKETED = /\[[^\]\r\n"{}]{0,256}\]/y;
const BARE = /[^\s\0"{}]+/y;

/**
 * Returns the top-level pairs, in order. A key without a value has the value "". Throws FormatError
 * `syntax` if blocks are nested deeper than `MAX_DEPTH`.
 */
export function parseKeyValues(text: string): KeyValuesNode[] {
  const root: MutableNode[] = [];
  const open: MutableNode[][] = [root];
  let block = root;
  /** Pair that may still get a value, a block or a condition. */
  let last: MutableNode | null = null;
  let needsValue = false;
  let at = 0;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };

  for (;;) {
    take(SPACE);
    if (at >= text.length) return root;
    if (take(COMMENT)) continue;
    const character = text[at];
    if (character === "{") {
      if (open.length > MAX_DEPTH) throw tooDeep(at);
      if (!last || !needsValue) {
        last = { key: "", value: "" };
        block.push(last);
      }
      const children: MutableNode[] = [];
      last.value = children;
      block = children;
      open.push(children);
      last = null;
      at++;
      continue;
    }
    if (character === "}") {
      // An extra brace at the top level is ignored.
      if (open.length > 1) open.pop();
      block = open[open.length - 1];
      last = block.length > 0 ? block[block.length - 1] : null;
      needsValue = false;
      at++;
      continue;
    }
    const bracketed = character === "[" ? take(BRACKETED) : null;
    if (bracketed && last && isCondition(bracketed[0], needsValue)) {
      last.condition = bracketed[0].slice(1, -1).trim();
      continue;
    }
    const quoted = character === '"' ? take(QUOTED) : null;
    const token: string = bracketed?.[0] ?? quoted?.[1] ?? take(BARE)![0];
    if (last && needsValue) {
      last.value = token;
      needsValue = false;
    } else {
      last = { key: token, value: "" };
      block.push(last);
      needsValue = true;
    }
  }
}

/**
 * Whether a bracketed token is a condition. Before a value only `[$...]`, `[!...]` and `[(...]`
 * are; `[1 1 1]` is the value.
 */
function isCondition(token: string, needsValue: boolean): boolean {
  return !needsValue || /^\[\s*[!$(]/.test(token);
}

function tooDeep(offset: number): FormatError {
  return new FormatError({
    format: "KeyValues",
    code: "syntax",
    where: "text",
    offset,
    expected: `blocks nested at most ${MAX_DEPTH} deep`,
    found: "a deeper one",
  });
}
