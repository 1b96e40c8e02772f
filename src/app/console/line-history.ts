/** The lines typed into the console, kept for the next visit. */

/** Number of lines kept; the oldest are dropped. */
export const MAX_LINES = 100;

export interface LineHistory {
  readonly lines: readonly string[];
  /**
   * Returns the previous line, or `null` at the oldest. The first step keeps `now`, the unfinished
   * line.
   */
  older(now: string): string | null;
  /** Returns the next line, or `null` at the end. */
  newer(): string | null;
  /** Adds a line and moves to the end. A repetition of the last line is not added. */
  add(line: string): void;
}

export function createLineHistory(kept: readonly string[]): LineHistory {
  let lines = kept.slice(-MAX_LINES);
  /** Index of the line in view; `lines.length` while the unfinished line is in view. */
  let at = lines.length;
  let typed = "";
  return {
    get lines() {
      return lines;
    },
    older(now) {
      if (at === 0) return null;
      if (at === lines.length) typed = now;
      at--;
      return lines[at];
    },
    newer() {
      if (at === lines.length) return null;
      at++;
      return at === lines.length ? typed : lines[at];
    },
    add(line) {
      if (line.trim() !== "" && lines.at(-1) !== line) lines = [...lines, line].slice(-MAX_LINES);
      at = lines.length;
      typed = "";
    },
  };
}
