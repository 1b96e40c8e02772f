/** Order statistics of measurements. */

import type { Distribution } from "./report.ts";

/** The value below which a share of the sorted samples lies (nearest rank). */
function quantile(sorted: Float64Array, share: number): number {
  const rank = Math.ceil(share * sorted.length) - 1;
  return sorted[Math.min(sorted.length - 1, Math.max(0, rank))];
}

/** Of at least one sample. Of fewer than a thousand, `p999` is the worst. */
export function summarizeSamples(samples: ArrayLike<number>): Distribution {
  const sorted = Float64Array.from(samples).sort();
  return {
    p10: quantile(sorted, 0.1),
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    p999: quantile(sorted, 0.999),
    worst: sorted[sorted.length - 1],
  };
}

/** Of at least one sample, by nearest rank. */
export function medianOf(samples: ArrayLike<number>): number {
  return quantile(Float64Array.from(samples).sort(), 0.5);
}

/** Of at least one sample; of an even number the mean of the two in the middle. */
export function middleOf(samples: ArrayLike<number>): number {
  const sorted = Float64Array.from(samples).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Ends at which the median of what was sampled lies, with a known confidence. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Intervals hold the median at least this often. */
export const CONFIDENCE = 0.95;

/**
 * The interval of the median from the k-th smallest to the k-th largest of independent samples: it
 * misses where fewer than k lie on one side, twice the lower tail of a fair coin's binomial
 * distribution. Nothing is assumed of the samples' distribution. (J.-Y. Le Boudec, Performance
 * Evaluation of Computer and Communication Systems, theorem 2.1 and table A.1.)
 * @returns null of fewer samples than `CONFIDENCE` takes, which are 6
 */
export function intervalOfMedian(samples: ArrayLike<number>): Interval | null {
  const count = samples.length;
  const sorted = Float64Array.from(samples).sort();
  let rank = 0;
  let chance = 0.5 ** count;
  let tail = chance;
  while (2 * tail <= 1 - CONFIDENCE) {
    rank++;
    chance *= (count - rank + 1) / rank;
    tail += chance;
  }
  return rank === 0 ? null : { low: sorted[rank - 1], high: sorted[count - rank] };
}
