/**
 * Returns the distance between a fixed box and a triangle along the best of all 13 separating axes
 * (Akenine-Möller, "Fast 3D Triangle-Box Overlap Testing"), negative if they overlap.
 */

type V = readonly number[];

const sub = (a: V, b: V): V => a.map((value, i) => value - b[i]);
const cross = (a: V, b: V): V => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: V, b: V): number => a.reduce((sum, value, i) => sum + value * b[i], 0);
const AXES: readonly V[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export function gapOf(centre: V, half: V, triangle: readonly V[]): number {
  const edges = triangle.map((corner, i) => sub(triangle[(i + 1) % 3], corner));
  const axes = [
    ...AXES,
    cross(edges[0], edges[1]),
    ...edges.flatMap((edge) => AXES.map((axis) => cross(axis, edge))),
  ];
  let gap = Number.NEGATIVE_INFINITY;
  for (const axis of axes) {
    const length = Math.hypot(...axis);
    if (length < 1e-9) continue;
    const unit = axis.map((value) => value / length);
    const reach = dot(unit.map(Math.abs), half);
    const middle = dot(unit, centre);
    const spots = triangle.map((corner) => dot(unit, corner));
    gap = Math.max(gap, Math.min(...spots) - (middle + reach), middle - reach - Math.max(...spots));
  }
  return gap;
}
