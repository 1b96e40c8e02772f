/** Lines that were typed, kept for the next visit. */

/** Lines kept; the oldest go. */
export const MAX_LINES = 100;

export interface LineHistory {
  readonly lines: readonly string[];
  /** One step back from what stands there (kept meanwhile); null: there is nothing older. */
  older(now: string): string | null;
  /** One step forward; null: nothing is newer. */
  newer(): string | null;
  /** Typing begins anew after it; one that repeats the last is not added. */
  add(line: string): void;
}

export function createLineHistory(kept: readonly string[]): LineHistory {
  let lines = kept.slice(-MAX_LINES);
  /** Row of `lines` that is shown; their count: what is being typed. */
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
