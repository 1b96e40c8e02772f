/** Finds regressions, to fail a build. */

import { formatRatio } from "../plots/metrics.ts";
import { describeWithout } from "../plots/plot-runs.ts";
import type { Comparison } from "../report/compare-reports.ts";

/** Returns by how much a ratio is worse than 1. `isMoreBetter` is true for rates. */
function worseBy(ratio: number, isMoreBetter: boolean): number {
  return (isMoreBetter ? 1 / ratio : ratio) - 1;
}

/**
 * Returns a line for each figure that is worse beyond its noise by more than `percent`.
 *
 * @param percent 0 for any regression
 */
export function findRegressions({ rows }: Comparison, percent: number): string[] {
  return rows.flatMap(({ map, without, figures }) =>
    figures.flatMap(({ label, a, b, ratio, interval, verdict, isMoreBetter, format }) => {
      if (verdict !== "worse" || a === null || b === null) return [];
      // A ratio to 0 does not exist; it counts as above any percentage.
      const ends = interval === null ? ratio : isMoreBetter ? interval.high : interval.low;
      if (ends !== null && worseBy(ends, isMoreBetter) * 100 <= percent) return [];
      const name = [map, describeWithout(without)].filter(Boolean).join(" ");
      const range =
        interval === null
          ? ""
          : `, ${formatRatio(interval.low)} to ${formatRatio(interval.high)} with 95 % confidence`;
      const by = ratio === null ? "" : ` (${formatRatio(ratio)}${range})`;
      return [`${name}: ${label} is worse, ${format(b)} after ${format(a)}${by}`];
    }),
  );
}
