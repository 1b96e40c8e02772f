import type { QcReport } from "../../qc/qc-statements.ts";

/** Counts what sources cannot say, by the words for it, and tells of each in one line. */
export class LossCounter {
  readonly #counts = new Map<string, number>();

  /** @param line with `#` where the count goes */
  add(line: string, count = 1): void {
    if (count > 0) this.#counts.set(line, (this.#counts.get(line) ?? 0) + count);
  }

  report(report: QcReport): void {
    for (const [line, count] of this.#counts) report.warn(line.replace("#", String(count)));
  }
}
