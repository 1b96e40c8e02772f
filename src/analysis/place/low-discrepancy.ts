/** Points that cover evenly what they are taken from, the same in every run. */

/** Powers of the roots of x^(d + 1) = x + 1, d being 3: the R sequence (M. Roberts, 2018). */
const R3 = [0.8191725133961645, 0.6710436067037893, 0.5497004779019703];

/** Number `index` of axis 0 to 2, from 0 up to 1, shifted by `offset`. */
export function evenly(index: number, axis: number, offset = 0): number {
  const value = 0.5 + index * R3[axis] + offset;
  return value - Math.floor(value);
}

/** The part of a whole that `hits` of `tries` tell, at least and at most, 95 times of 100 (Wilson's interval). */
export function wilsonInterval(hits: number, tries: number): readonly [low: number, high: number] {
  if (tries === 0) return [0, 1];
  const z2 = 1.96 ** 2;
  const share = hits / tries;
  const middle = share + z2 / (2 * tries);
  const reach = 1.96 * Math.sqrt((share * (1 - share) + z2 / (4 * tries)) / tries);
  const scale = 1 + z2 / tries;
  return [Math.max(0, (middle - reach) / scale), Math.min(1, (middle + reach) / scale)];
}
