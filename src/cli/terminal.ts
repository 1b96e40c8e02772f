/**
 * The only module that writes to the terminal. Names and messages come from files, so characters
 * that would set a window's title, move the cursor, begin a new line or change the text direction
 * are printed as escapes.
 */

import { inspect } from "node:util";

/**
 * Control characters, including C1 (some terminals treat U+009B as ESC [), line and paragraph
 * separators, and marks that change the text direction.
 */
const OBEYED = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Returns to the start of the line and clears it. */
const CLEAR_LINE = "\r\x1b[K";

/** Escapes control characters as JSON does, so that JSON stays valid. */
export function escapeControls(text: string): string {
  return text.replace(
    OBEYED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const joinLines = (lines: readonly string[]) => lines.map(escapeControls).join("\n");

/** Prints lines to standard output. */
export function printLines(lines: readonly string[]): void {
  console.log(joinLines(lines));
}

/** Prints text of the command itself, such as its help. */
export const printText = (text: string): void => printLines(text.split("\n"));

/** Prints a value as one line of JSON to standard output. */
export function printJson(value: unknown, replacer?: (key: string, value: unknown) => unknown) {
  console.log(escapeControls(JSON.stringify(value, replacer)));
}

const PIECES_AT_ONCE = 1 << 16;

/**
 * Prints JSON that is too long for one string, several pieces to a line. Each piece must end
 * between two tokens.
 */
export function printJsonPieces(pieces: Iterable<string>): void {
  let line = "";
  for (const piece of pieces) {
    line += piece;
    if (line.length < PIECES_AT_ONCE) continue;
    console.log(escapeControls(line));
    line = "";
  }
  if (line !== "") console.log(escapeControls(line));
}

/** Prints a line to standard error. */
export function sayLine(line: string): void {
  console.error(escapeControls(line));
}

/** Prints a message of the command to standard error. */
export const say = (message: string): void => sayLine(`visleaf: ${message}`);

/** Prints an unexpected error with its stack to standard error. */
export const sayBug = (error: unknown): void =>
  console.error(joinLines(inspect(error).split("\n")));

/** True if standard error is a terminal, whose last line can be redrawn. */
export const hasProgressLine = (): boolean => process.stderr.isTTY === true;

/** Redraws the terminal's last line; null clears it. */
export function drawProgress(text: string | null): void {
  process.stderr.write(CLEAR_LINE + (text === null ? "" : escapeControls(text)));
}
