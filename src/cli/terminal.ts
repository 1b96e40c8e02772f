/**
 * All that the command says goes through here, and nothing else writes to a terminal. Names and
 * messages come out of files: what in them would set a window's title, move the cursor, begin a line
 * of its own or turn the direction of text is shown by its code.
 */

import { inspect } from "node:util";

/**
 * Control characters, the C1 ones too, of which some terminals obey U+009B as they do ESC [; line and
 * paragraph separators; the marks that turn the direction of text.
 */
const OBEYED = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Of terminals: back to the line's begin, and clear it. */
const CLEAR_LINE = "\r\x1b[K";

/** As JSON writes them, so that what is JSON stays it. */
export function escapeControls(text: string): string {
  return text.replace(
    OBEYED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const joinLines = (lines: readonly string[]) => lines.map(escapeControls).join("\n");

/** On standard output. */
export function printLines(lines: readonly string[]): void {
  console.log(joinLines(lines));
}

/** Text of the command's own, such as its help. */
export const printText = (text: string): void => printLines(text.split("\n"));

/** As one line of JSON, on standard output. */
export function printJson(value: unknown, replacer?: (key: string, value: unknown) => unknown) {
  console.log(escapeControls(JSON.stringify(value, replacer)));
}

const PIECES_AT_ONCE = 1 << 16;

/** JSON that is too long for one string: some pieces a line, each of which ends between two tokens. */
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

/** A line on standard error. */
export function sayLine(line: string): void {
  console.error(escapeControls(line));
}

/** A sentence of the command's, on standard error. */
export const say = (message: string): void => sayLine(`visleaf: ${message}`);

/** An error that is nobody's but the command's own, with where it happened. */
export const sayBug = (error: unknown): void =>
  console.error(joinLines(inspect(error).split("\n")));

/** Whether there is a line to write anew. */
export const hasProgressLine = (): boolean => process.stderr.isTTY === true;

/** Writes the terminal's last line anew; null clears it. */
export function drawProgress(text: string | null): void {
  process.stderr.write(CLEAR_LINE + (text === null ? "" : escapeControls(text)));
}
