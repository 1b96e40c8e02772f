/** Times along the path, made as few as there are places for them without losing a peak. */

export interface FrameSeries {
  readonly label: string;
  /** For where there is little room. */
  readonly shortLabel: string;
  readonly kind: "js" | "gpu";
  readonly color: number;
  /** Milliseconds by frame of the path; null where nothing was measured. */
  readonly values: readonly (number | null)[];
}

/** A few frames of the path that share a place. */
export interface FrameColumn {
  readonly firstFrame: number;
  /** Exclusive. */
  readonly endFrame: number;
}

/** At most `limit` columns over `frameCount` frames, as even as whole frames allow. */
export function splitIntoColumns(frameCount: number, limit: number): FrameColumn[] {
  const count = Math.min(frameCount, limit);
  return Array.from({ length: count }, (_, i) => ({
    firstFrame: Math.floor((i * frameCount) / count),
    endFrame: Math.floor(((i + 1) * frameCount) / count),
  }));
}

/** More milliseconds than any measurement takes: eleven days. */
const MAX_MS = 1e9;

/** Whether a value is a time that can be drawn. */
export function isTime(value: number | null | undefined): value is number {
  return typeof value === "number" && value >= 0 && value <= MAX_MS;
}

/** The longest time in a column; null: none was measured. */
export function worstOf(
  values: readonly (number | null)[],
  { firstFrame, endFrame }: FrameColumn,
): number | null {
  let worst: number | null = null;
  for (let frame = firstFrame; frame < endFrame; frame++) {
    const value = values[frame];
    if (isTime(value) && (worst === null || value > worst)) worst = value;
  }
  return worst;
}

/**
 * The frames to draw a line through: all of them, or of each column the fastest and the slowest, in
 * their order, so that a single slow frame among thousands is seen.
 */
export function pickFrames(values: readonly (number | null)[], columnLimit: number): number[] {
  if (values.length <= columnLimit * 2) return values.map((_, frame) => frame);
  const frames: number[] = [];
  for (const { firstFrame, endFrame } of splitIntoColumns(values.length, columnLimit)) {
    let [low, high, gap] = [-1, -1, -1];
    for (let frame = firstFrame; frame < endFrame; frame++) {
      const value = values[frame];
      if (!isTime(value)) gap = frame;
      else {
        if (low < 0 || value < (values[low] as number)) low = frame;
        if (high < 0 || value > (values[high] as number)) high = frame;
      }
    }
    const picked = low < 0 ? [gap] : low === high ? [low] : [low, high];
    frames.push(...picked.sort((a, b) => a - b));
  }
  return frames;
}

/** The smallest time above 0 and the largest, of several series; null: there is none. */
export function timeRange(
  series: readonly FrameSeries[],
): { readonly low: number; readonly high: number } | null {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const { values } of series) {
    for (const value of values) {
      if (!isTime(value)) continue;
      if (value > 0 && value < low) low = value;
      if (value > high) high = value;
    }
  }
  const isEmpty = series.every(({ values }) => !values.some(isTime));
  if (isEmpty) return null;
  return { low: Number.isFinite(low) ? low : 0.001, high };
}
