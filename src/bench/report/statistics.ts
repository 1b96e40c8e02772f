/** Order statistics of measurements. */

import type { Distribution } from "./report.ts";

/** Returns the value below which a share of the sorted samples lies (nearest rank). */
function quantile(sorted: Float64Array, share: number): number {
  const rank = Math.ceil(share * sorted.length) - 1;
  return sorted[Math.min(sorted.length - 1, Math.max(0, rank))];
}

/** Summarizes at least one sample. With fewer than a thousand, `p999` is the worst. */
export function summarizeSamples(samples: ArrayLike<number>): Required<Distribution> {
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

/** Returns the median by nearest rank, of at least one sample. */
export function medianOf(samples: ArrayLike<number>): number {
  return quantile(Float64Array.from(samples).sort(), 0.5);
}

/**
 * Returns the median of at least one sample; the mean of the two middle ones for an even number.
 */
export function middleOf(samples: ArrayLike<number>): number {
  const sorted = Float64Array.from(samples).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Ends of a confidence interval of the median. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Probability that an interval contains the median, at least. */
export const CONFIDENCE = 0.95;

/**
 * Returns the confidence interval of the median, from the k-th smallest to the k-th largest of
 * independent samples. It misses the median if fewer than k samples lie on one side: twice the
 * lower tail of a fair coin's binomial distribution. It assumes nothing about the samples'
 * distribution. (J.-Y. Le Boudec, Performance Evaluation of Computer and Communication Systems,
 * theorem 2.1 and table A.1.)
 *
 * @returns `null` with too few samples for `CONFIDENCE`, fewer than 6
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
