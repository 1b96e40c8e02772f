/** Splits a QC into statements and tokens. */

import { FormatError, type FormatErrorCode } from "../../../core/errors.ts";
import type { CompileReport } from "../../types.ts";

export type QcReport = Pick<CompileReport, "warn">;

export interface QcToken {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly line: number;
}

/** Command with everything up to the next one. */
export interface QcStatement {
  /** Lower case, with its `$`. */
  readonly command: string;
  readonly line: number;
  /** Tokens before the block and, if the script has any, after it. */
  readonly words: readonly QcToken[];
  /** Tokens between the braces, including inner braces; `null` without a block. */
  readonly block: readonly QcToken[] | null;
}

export function qcError(
  code: FormatErrorCode,
  where: string,
  line: number,
  expected: string,
  found?: string,
): FormatError {
  const detail = { format: "QC" as const, code, where, offset: 0, line, expected };
  return new FormatError(found === undefined ? detail : { ...detail, found });
}

/** White space, line comments, strings, braces, words. */
const TOKEN = /(\s+|\/\/[^\r\n]*|#[^\r\n]*|;[^\r\n]*)|"([^"\r\n]*)"|([{}])|([^\s{}"]+)|([\s\S])/y;

function readTokens(text: string): QcToken[] {
  const tokens: QcToken[] = [];
  // Searched only once, because many unterminated comments would otherwise each search the whole
  // text.
  const lastCommentEnd = text.lastIndexOf("*/");
  let line = 1;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    if (text.startsWith("/*", at) && at + 2 <= lastCommentEnd) {
      TOKEN.lastIndex = text.indexOf("*/", at + 2) + 2;
      line += countLineEnds(text.slice(at, TOKEN.lastIndex));
      continue;
    }
    TOKEN.lastIndex = at;
    const [, space, quoted, brace, word, other] = TOKEN.exec(text)!;
    if (other !== undefined) throw qcError("syntax", "text", line, 'a closing "', other);
    const bare = brace ?? word;
    if (quoted !== undefined) tokens.push({ text: quoted, isQuoted: true, line });
    else if (bare !== undefined) tokens.push({ text: bare, isQuoted: false, line });
    if (space !== undefined) line += countLineEnds(space);
  }
  return tokens;
}

function countLineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

export function isBrace(token: QcToken, brace: "{" | "}"): boolean {
  return token.text === brace && !token.isQuoted;
}

/**
 * Splits a script into commands. An unquoted word that starts with `$`, outside braces, begins one.
 */
export function readStatements(text: string): QcStatement[] {
  const statements: QcStatement[] = [];
  let current: {
    command: string;
    line: number;
    words: QcToken[];
    block: QcToken[] | null;
  } | null = null;
  const open: QcToken[] = [];
  for (const token of readTokens(text)) {
    if (open.length === 0 && !token.isQuoted && token.text.startsWith("$")) {
      current = { command: token.text.toLowerCase(), line: token.line, words: [], block: null };
      statements.push(current);
    } else if (current === null) {
      throw qcError("syntax", "script", token.line, "a command with a $", token.text);
    } else if (isBrace(token, "{")) {
      if (open.length > 0) current.block?.push(token);
      else if (current.block === null) current.block = [];
      else throw qcError("syntax", current.command, token.line, "one block", "another {");
      open.push(token);
    } else if (isBrace(token, "}")) {
      if (open.pop() === undefined) {
        throw qcError("syntax", current.command, token.line, "a { before it", "}");
      }
      if (open.length > 0) current.block?.push(token);
    } else if (open.length > 0) {
      current.block?.push(token);
    } else {
      current.words.push(token);
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) {
    throw qcError("truncated", current?.command ?? "script", unclosed.line, "a } for this {");
  }
  return statements;
}

/** Reader of a sequence of tokens. */
export class QcWords {
  readonly command: string;
  readonly #tokens: readonly QcToken[];
  #next = 0;
  #line: number;

  constructor(command: string, line: number, tokens: readonly QcToken[]) {
    this.command = command;
    this.#line = line;
    this.#tokens = tokens;
  }

  /** Line of the last token taken. */
  get line(): number {
    return this.#line;
  }

  get hasMore(): boolean {
    return this.#next < this.#tokens.length;
  }

  /** @param ahead tokens after the next one */
  peek(ahead = 0): QcToken | undefined {
    return this.#tokens[this.#next + ahead];
  }

  take(expected: string): QcToken {
    const token = this.#tokens[this.#next];
    if (token === undefined) {
      throw qcError("syntax", this.command, this.#line, expected, "nothing");
    }
    this.#next++;
    this.#line = token.line;
    return token;
  }

  text(expected: string): string {
    return this.take(expected).text;
  }

  number(expected: string): number {
    const token = this.take(expected);
    const value = token.text.trim() === "" ? Number.NaN : Number(token.text);
    if (!Number.isFinite(Math.fround(value))) {
      throw qcError("bad-value", this.command, token.line, expected, token.text);
    }
    return value;
  }

  integer(expected: string): number {
    const value = this.number(expected);
    if (value === (value | 0)) return value;
    throw qcError("bad-value", this.command, this.#line, expected, `${value}`);
  }

  vector(expected: string): [number, number, number] {
    return [this.number(expected), this.number(expected), this.number(expected)];
  }

  /** Takes a number only if the next word is one. */
  optionalNumber(): number | null {
    const token = this.peek();
    if (token === undefined || token.text.trim() === "" || Number.isNaN(Number(token.text))) {
      return null;
    }
    return this.number("a number");
  }

  /** Skips the next token if it is a `{`, with everything up to the matching brace. */
  skipBlock(): boolean {
    const token = this.peek();
    if (token === undefined || !isBrace(token, "{")) return false;
    let depth = 0;
    do {
      const { text, isQuoted } = this.take("}");
      if (!isQuoted && text === "{") depth++;
      else if (!isQuoted && text === "}") depth--;
    } while (depth > 0);
    return true;
  }

  end(): void {
    const token = this.peek();
    if (token !== undefined) {
      throw qcError("syntax", this.command, token.line, "the end of the command", token.text);
    }
  }
}

/** Returns the tokens in the block of a command that must have one. */
export function blockOf(statement: QcStatement): QcWords {
  const { command, line, block } = statement;
  if (block === null) throw qcError("syntax", command, line, "a block { }", "none");
  return new QcWords(command, line, block);
}
