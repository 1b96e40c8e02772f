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
