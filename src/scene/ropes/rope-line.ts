/** The points that a rope is drawn by: those that hang, and more of them between, by Catmull and Rom. */

/** A rope that hangs, finer: 3 numbers a point, and from which of the hung ones each follows, and how far. */
export interface RopeLine {
  readonly count: number;
  readonly positions: Float64Array;
  /** Of each: a hung point, and the part of the way to the next one. */
  readonly at: Float64Array;
}

/** @param between parts of the way between two points at which there are more */
export function subdivideRope(hung: Float64Array, between: readonly number[]): RopeLine {
  const points = hung.length / 3;
  const count = points + (points - 1) * between.length;
  const positions = new Float64Array(count * 3);
  const at = new Float64Array(count);
  let row = 0;
  for (let point = 0; point < points; point++) {
    at[row] = point;
    positions.set(hung.subarray(point * 3, point * 3 + 3), row++ * 3);
    if (point === points - 1) break;
    const p0 = Math.max(point - 1, 0) * 3;
    const p1 = point * 3;
    const p2 = p1 + 3;
    const p3 = Math.min(point + 2, points - 1) * 3;
    for (const [k, t] of between.entries()) {
      for (let axis = 0; axis < 3; axis++) {
        const [a, b, c, d] = [hung[p0 + axis], hung[p1 + axis], hung[p2 + axis], hung[p3 + axis]];
        const cubic = -a + 3 * b - 3 * c + d;
        const square = 2 * a - 5 * b + 4 * c - d;
        positions[row * 3 + axis] = b + 0.5 * t * (c - a + t * (square + t * cubic));
      }
      // Light goes from point to point in even steps, wherever they lie.
      at[row++] = point + (k + 1) / (between.length + 1);
    }
  }
  return { count, positions, at };
}
