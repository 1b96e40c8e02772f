/**
 * The engine's automatic exposure: `game/client/viewpostprocess.cpp` of Source SDK 2013
 * (`mat_tonemap_algorithm` 1) and the approach to its goal at sixty frames per second. Luminances
 * are linear: `screenspace_general` decodes its input, and `luminance_compare` weighs it.
 */

export interface OracleToneMapping {
  readonly min: number;
  readonly max: number;
  readonly rate: number;
  readonly brightTarget: number;
  readonly brightShare: number;
  readonly leastMedian: number;
}

const RANGES = 16;
const edges = Array.from({ length: RANGES + 1 }, (_, i) => (i / RANGES) ** 1.5);

/** Counts linear RGB colours, times `scale`, by their displayed luminance. */
export function histogram(colors: readonly (readonly number[])[], scale: number): number[] {
  const counts = new Array<number>(RANGES).fill(0);
  for (const color of colors) {
    const [r, g, b] = color.map((value) => Math.min(1, value * scale));
    const luminance = r * 0.2125 + g * 0.7154 + b * 0.0721;
    let range = 0;
    while (range < RANGES - 1 && luminance >= edges[range + 1]) range++;
    counts[range]++;
  }
  return counts;
}

/**
 * Returns the luminance above which a fraction of all pixels lies; `sticky` is accepted anywhere
 * within its range.
 */
export function locate(counts: readonly number[], part: number, sticky: number | null): number {
  const total = counts.reduce((a, b) => a + b, 0);
  let [testedPixels, testedRange] = [0, 0];
  for (let i = RANGES - 1; i >= 0; i--) {
    const share = counts[i] / total;
    const range = edges[i + 1] - edges[i];
    const needed = part - testedPixels;
    if (share >= needed) {
      if (sticky !== null && edges[i] <= sticky && sticky <= edges[i + 1]) return sticky;
      const border = 1 - (testedRange + range * (needed / share));
      return Math.max(edges[i], Math.min(edges[i + 1], border));
    }
    testedPixels += share;
    testedRange += range;
  }
  throw new Error("no luminance has so many below it");
}

/** Returns the target scale for a picture shown at `scale`. */
export function target(counts: readonly number[], scale: number, map: OracleToneMapping): number {
  const bright = Math.max(1e-4, locate(counts, map.brightShare, map.brightTarget));
  const median = locate(counts, 0.5, null);
  const factor = Math.max(map.brightTarget / bright, median > 0 ? map.leastMedian / median : 0);
  return Math.max(map.min, Math.min(map.max, factor * scale));
}

/** Returns the goal of up to ten targets, the newest last. */
export function goalOf(targets: readonly number[], map: OracleToneMapping): number {
  if (targets.length < 10) return targets[targets.length - 1];
  const weights = [1, 0.8, 0.6, 0.4, 0.2, 0, 0.2, 0.4, 0.6, 0.8];
  const sum = targets.reduce((all, value, i) => all + value * weights[i], 0);
  return Math.max(map.min, Math.min(map.max, sum / 5));
}

/** Advances one engine frame of 1/60 s. */
export function approach(scale: number, goal: number, map: OracleToneMapping): number {
  let rate = map.rate * 2;
  if (rate === 0) return goal;
  if (goal < scale) rate = Math.min(3 * rate, rate + (2 * rate * (scale - goal)) / 1.5);
  const step = Math.min(rate / 60, 0.25 / RANGES);
  return goal * step + scale * (1 - step);
}

/** Returns the resting scale for a constant picture. */
export function rest(
  colors: readonly (readonly number[])[],
  start: number,
  map: OracleToneMapping,
) {
  let scale = Math.max(map.min, Math.min(map.max, start));
  for (let i = 0; i < 100; i++) scale = target(histogram(colors, scale), scale, map);
  return scale;
}
