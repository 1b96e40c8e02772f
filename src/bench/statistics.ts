/** Order statistics of measurements. */

export interface Distribution {
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** The value below which a share of the sorted samples lies (nearest rank). */
function quantile(sorted: Float64Array, share: number): number {
  const rank = Math.ceil(share * sorted.length) - 1;
  return sorted[Math.min(sorted.length - 1, Math.max(0, rank))];
}

/** Of at least one sample. */
export function summarizeSamples(samples: ArrayLike<number>): Distribution {
  const sorted = Float64Array.from(samples).sort();
  return {
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    max: sorted[sorted.length - 1],
  };
}
