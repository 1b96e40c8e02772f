/** `$keyvalues` and those of sequences: words and braces, which files have in a block of their own. */

import { isBrace, type QcToken } from "../qc-statements.ts";

const TOKEN = /"([^"]*)"|([{}])|([^\s{}"]+)/g;

/** As a script has it: words quoted. */
export function formatKeyValues(tokens: readonly QcToken[]): string {
  return tokens
    .map((token) => (isBrace(token, "{") || isBrace(token, "}") ? token.text : `"${token.text}"`))
    .join(" ");
}

/** As a file has it; empty of nothing. */
export function storeKeyValues(text: string): string {
  return text === "" ? "" : `mdlkeyvalue\n{\n${text}\n}\n`;
}

/** What stands inside a file's block, words quoted; null where a script could not say it. */
export function unwrapKeyValues(stored: string): string | null {
  const tokens: QcToken[] = [];
  let depth = 0;
  for (const [whole, quoted, brace, word] of stored.matchAll(TOKEN)) {
    const text = quoted ?? brace ?? word;
    if (/[\r\n]/.test(text)) return null;
    if (brace === "{") depth++;
    if (brace === "}" && --depth < 0) return null;
    tokens.push({ text, isQuoted: whole.startsWith('"'), line: 1 });
  }
  if (depth !== 0) return null;
  const [, open] = tokens;
  const isWrapped = open !== undefined && isBrace(open, "{") && isBrace(tokens.at(-1)!, "}");
  return formatKeyValues(isWrapped ? tokens.slice(2, -1) : tokens);
}
