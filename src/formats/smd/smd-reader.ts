/** Splits an SMD into lines and words. */

import { FormatError, type FormatErrorCode } from "../../core/errors.ts";

const WHITE = /[ \t\f\v]+/;

/**
 * Reads the non-empty lines of an SMD, without comments. `//` begins a comment only at the start of
 * a line; `#` and `;` begin one anywhere outside of quotes.
 */
export class SmdReader {
  readonly #lines: string[];
  #next = 0;
  /** Current line, trimmed. */
  text = "";
  /** Comment of the current line, after `#` or `;`. */
  comment = "";

  constructor(text: string) {
    this.#lines = text.split(/\r\n|\r|\n/);
  }

  /** Number of the current line, from 1. */
  get line(): number {
    return this.#next;
  }

  error(code: FormatErrorCode, where: string, expected: string, found?: string): FormatError {
    return smdError(code, where, this.line, expected, found);
  }

  /** Advances to the next non-empty line; returns false at the end of the file. */
  advance(): boolean {
    while (this.#next < this.#lines.length) {
      const line = this.#lines[this.#next++].trim();
      if (line.length === 0 || line.startsWith("//")) continue;
      this.comment = "";
      this.text = this.#stripComment(line);
      if (this.text.length > 0) return true;
    }
    this.text = "";
    return false;
  }

  /** Like `advance`, inside a block: returns false at its `end`. */
  advanceInBlock(block: string, firstLine: number): boolean {
    if (!this.advance()) {
      throw this.error("truncated", block, `"end" of the block begun in line ${firstLine}`);
    }
    return this.text !== "end";
  }

  words(): string[] {
    return this.text.split(WHITE);
  }

  /** Returns the frame number of a line `time N`, or `null` for any other line. */
  frameTime(where: string, last: number | undefined): number | null {
    const words = this.words();
    if (words[0] !== "time") return null;
    if (words.length !== 2) throw this.error("syntax", where, "time and one number", this.text);
    const time = this.int(where, words[1]);
    if (last !== undefined && time <= last) {
      throw this.error("bad-value", where, `a time after ${last}`, String(time));
    }
    return time;
  }

  /** Returns a number that fits 32-bit floats. −0 becomes 0, so that text and value agree. */
  float(where: string, word: string): number {
    const value = word === "" ? Number.NaN : Math.fround(Number(word)) + 0;
    if (!Number.isFinite(value)) throw this.error("bad-value", where, "a finite number", word);
    return value;
  }

  int(where: string, word: string): number {
    const value = word === "" ? Number.NaN : Number(word) + 0;
    if (value !== (value | 0)) throw this.error("bad-value", where, "a whole number", word);
    return value;
  }

  /** Appends `count` floats, starting at `words[first]`. */
  pushFloats(
    where: string,
    column: number[],
    words: readonly string[],
    first: number,
    count: number,
  ): void {
    for (let i = first; i < first + count; i++) column.push(this.float(where, words[i]));
  }

  #stripComment(line: string): string {
    if (!/["#;]/.test(line)) return line;
    let isQuoted = false;
    for (let i = 0; i < line.length; i++) {
      const c = line[i];
      if (c === '"') isQuoted = !isQuoted;
      else if (!isQuoted && (c === "#" || c === ";")) {
        this.comment = line.slice(i + 1).trim();
        return line.slice(0, i).trim();
      }
    }
    if (isQuoted) throw this.error("syntax", "text", 'a closing "', line);
    return line;
  }
}

export function smdError(
  code: FormatErrorCode,
  where: string,
  line: number,
  expected: string,
  found?: string,
): FormatError {
  const detail = { format: "SMD" as const, code, where, offset: 0, line, expected };
  return new FormatError(found === undefined ? detail : { ...detail, found });
}
