/**
 * How far a vertex is of the left side, which is where x of the SMD grows: smoothly, over twice `split`, by where the
 * shape takes it. With a split of 1 that is what the pairs looked at in the faces of 18 real models are, to a step of their bytes.
 * @param x inches; @param split not 0; below 0 the sides are the other way round
 */
export function leftShare(x: number, split: number): number {
  const t = Math.min(Math.max((x + split) / (2 * split), 0), 1);
  return t * t * (3 - 2 * t);
}
