import { bspError } from "./bsp-error.ts";
import type { LumpName } from "./lumps.ts";

/** What a range or index points into, for the message. */
export interface Target {
  readonly name: string;
  readonly count: number;
}

/** Every value is an index below `target.count`, or from `least` (as -1 for "none") up. */
export function checkIndices(
  where: LumpName,
  column: string,
  values: ArrayLike<number>,
  target: Target,
  least = 0,
): void {
  for (let i = 0; i < values.length; i++) {
    if (values[i] < least || values[i] >= target.count) {
      const expected = `${column} of row ${i} from ${least} to below ${target.count} (${target.name})`;
      throw bspError("bad-index", where, i, expected, values[i]);
    }
  }
}

/** Every [first, first + count) lies within the target. An empty range may start anywhere. */
export function checkRanges(
  where: LumpName,
  column: string,
  first: ArrayLike<number>,
  count: ArrayLike<number>,
  target: Target,
): void {
  for (let i = 0; i < first.length; i++) {
    if (count[i] > 0 && first[i] + count[i] > target.count) {
      const expected = `${column} of row ${i} to end within ${target.count} (${target.name})`;
      throw bspError("bad-index", where, i, expected, `${first[i]} + ${count[i]}`);
    }
  }
}

/** No value is infinite or not a number: what is computed from them would be lost. */
export function checkFinite(where: LumpName, column: string, values: Float32Array): void {
  for (let i = 0; i < values.length; i++) {
    if (values[i] - values[i] !== 0) {
      throw bspError("bad-value", where, i, `finite values in ${column}`, values[i]);
    }
  }
}
