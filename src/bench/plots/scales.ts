/** From values to pixels, and the values that an axis names. */

export interface Scale {
  readonly domain: readonly [low: number, high: number];
  /** Values that get a label and a line. */
  readonly ticks: readonly number[];
  /** Values that get a faint line. */
  readonly minorTicks: readonly number[];
  /** Pixels; values outside the domain come to lie on its edge. */
  at(value: number): number;
}

type Range = readonly [from: number, to: number];

/** Steps of 1, 2 or 5 times a power of ten. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  return (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10) * power;
}

/** Decimal noise of multiplied steps: 0.30000000000000004 is 0.3. */
const clean = (value: number): number => Number(value.toPrecision(12));

/** From 0 to a round number that is not below `high`. */
export function createLinearScale(high: number, [from, to]: Range, tickCount = 5): Scale {
  const top = Number.isFinite(high) && high > 0 ? high : 1;
  const step = niceStep(top / tickCount);
  const count = Math.ceil(clean(top / step));
  const end = clean(count * step);
  return {
    domain: [0, end],
    ticks: Array.from({ length: count + 1 }, (_, i) => clean(i * step)),
    minorTicks: [],
    at: (value) => from + (Math.min(Math.max(value, 0), end) / end) * (to - from),
  };
}

const STEPS = [1, 2, 5];

/** The 1-2-5 numbers from the last one at or below `low` to the first one at or above `high`. */
function listSteps(low: number, high: number): number[] {
  const values: number[] = [];
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  for (let power = first; power <= last; power++) {
    for (const step of STEPS) values.push(clean(step * 10 ** power));
  }
  const above = values.findIndex((value) => value > low * (1 + 1e-9));
  const start = Math.max(0, above - 1);
  const end = values.findIndex((value) => value >= high * (1 - 1e-9));
  return values.slice(start, end < 0 ? undefined : end + 1);
}

/** A logarithmic axis shows as many times its lowest value at most: what is below lies on its edge. */
const MAX_LOG_SPAN = 1e8;

/** More labels than this on a logarithmic axis name the powers of ten only. */
const MAX_LOG_LABELS = 9;

/** Logarithmic, between 1-2-5 numbers around `low` and `high`, which are above 0. */
export function createLogScale(low: number, high: number, [from, to]: Range): Scale {
  const lowest = low > 0 && Number.isFinite(low) ? low : 1;
  const bottom = Math.max(lowest, high / MAX_LOG_SPAN);
  const steps = listSteps(bottom, Math.max(high, bottom * 1.01));
  const [start, end] = [steps[0], steps[steps.length - 1]];
  const tens = steps.filter((value) => Number.isInteger(clean(Math.log10(value))));
  const hasRoom = steps.length <= MAX_LOG_LABELS || tens.length < 2;
  const span = Math.log(end / start);
  return {
    domain: [start, end],
    ticks: hasRoom ? steps : tens,
    minorTicks: hasRoom ? [] : steps.filter((value) => !tens.includes(value)),
    at: (value) => {
      const share = Math.log(Math.min(Math.max(value, start), end) / start) / span;
      return from + share * (to - from);
    },
  };
}
