/**
 * Conversion of `$keyvalues`, of models and sequences, between script and file. The file wraps
 * words and braces in a block.
 */

import { isBrace, type QcToken } from "../qc-statements.ts";

const TOKEN = /"([^"]*)"|([{}])|([^\s{}"]+)/g;

/** Formats tokens as in a script, with quoted words. */
export function formatKeyValues(tokens: readonly QcToken[]): string {
  return tokens
    .map((token) => (isBrace(token, "{") || isBrace(token, "}") ? token.text : `"${token.text}"`))
    .join(" ");
}

/** Wraps text in the block used in files; empty text stays empty. */
export function storeKeyValues(text: string): string {
  return text === "" ? "" : `mdlkeyvalue\n{\n${text}\n}\n`;
}

/**
 * Returns the content of a file's block with quoted words; `null` if a script cannot express it.
 */
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
