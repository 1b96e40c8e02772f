/** V8's own block coverage of this process: which code ran since it was last asked. */

import { type Profiler, Session } from "node:inspector";

export interface CoveredScript {
  readonly url: string;
  /** Pairs, first and end, of the script's characters: a pair for each block that ran, in order. */
  readonly spans: Uint32Array;
}

export class CoverageTaker {
  readonly #session = new Session();

  /** Functions that were compiled before it are not counted: made before anything else is imported. */
  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** Returns coverage of scripts whose URL starts with `under`, and resets all counts. Takes 2 to 7 ms. */
  take(under: string): CoveredScript[] {
    const scripts: CoveredScript[] = [];
    // With a session of the same thread the answer is there when `post` returns.
    this.#session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      if (error) throw error;
      for (const { url, functions } of result) {
        if (!url.startsWith(under)) continue;
        const spans = listCovered(functions);
        if (spans.length > 0) scripts.push({ url, spans });
      }
    });
    return scripts;
  }
}

/**
 * Lists the parts of a script that ran. Ranges are nested, and the innermost range counts. V8 leaves out ranges that
 * ran as often as the range around them.
 */
export function listCovered(functions: readonly Profiler.FunctionCoverage[]): Uint32Array {
  const ranges = functions.flatMap(({ ranges }) => ranges);
  // The sort is stable: of two ranges with the same extent the later one lies in the earlier one.
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const spans: number[] = [];
  const open: Profiler.CoverageRange[] = [];
  let at = 0;
  const goTo = (offset: number) => {
    const innermost = open.at(-1);
    if (innermost !== undefined && innermost.count > 0 && offset > at) spans.push(at, offset);
    at = Math.max(at, offset);
  };
  const closeUpTo = (offset: number) => {
    for (let last = open.at(-1); last && last.endOffset <= offset; last = open.at(-1)) {
      goTo(last.endOffset);
      open.pop();
    }
  };
  for (const range of ranges) {
    closeUpTo(range.startOffset);
    goTo(range.startOffset);
    open.push(range);
  }
  closeUpTo(Number.POSITIVE_INFINITY);
  return Uint32Array.from(spans);
}
