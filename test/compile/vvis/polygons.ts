/** Planes and convex polygons as plain arrays: slow and short, for tests. */

export type Vec = readonly [number, number, number];

export interface Plane {
  readonly normal: Vec;
  readonly distance: number;
}

export const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const mix = (a: Vec, b: Vec, t: number): Vec => [
  a[0] + t * (b[0] - a[0]),
  a[1] + t * (b[1] - a[1]),
  a[2] + t * (b[2] - a[2]),
];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Vec): Vec => mix([0, 0, 0], a, 1 / Math.hypot(...a));

export const flip = ({ normal: [x, y, z], distance }: Plane): Plane => ({
  normal: [-x, -y, -z],
  distance: -distance,
});

/** Returns the part of a polygon in front of a plane, or an empty polygon. */
export function clip(polygon: readonly Vec[], plane: Plane): Vec[] {
  const out: Vec[] = [];
  for (const [i, a] of polygon.entries()) {
    const b = polygon[(i + 1) % polygon.length];
    const da = dot(a, plane.normal) - plane.distance;
    const db = dot(b, plane.normal) - plane.distance;
    if (da >= 0) out.push(a);
    if (da >= 0 !== db >= 0) out.push(mix(a, b, da / (da - db)));
  }
  return out.length < 3 ? [] : out;
}

/** Returns a large square on a plane, counter-clockwise as seen from its front. */
export function square({ normal, distance }: Plane, size: number): Vec[] {
  const up: Vec = Math.abs(normal[2]) < 0.8 ? [0, 0, 1] : [1, 0, 0];
  const u = unit(cross(up, normal));
  const v = cross(normal, u);
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  return corners.map(([a, b]): Vec => {
    const at = (i: 0 | 1 | 2) => normal[i] * distance + (u[i] * a + v[i] * b) * size;
    return [at(0), at(1), at(2)];
  });
}

const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export function areaOf(polygon: readonly Vec[]): number {
  let area = 0;
  for (let i = 1; i + 1 < polygon.length; i++) {
    const a = subtract(polygon[i], polygon[0]);
    area += Math.hypot(...cross(a, subtract(polygon[i + 1], polygon[0]))) / 2;
  }
  return area;
}

/** A BSP tree: polygons in front of a node's plane belong to `front`. */
export type Tree =
  | { readonly cell: number }
  | { readonly plane: Plane; readonly front: Tree; readonly back: Tree };

/**
 * Calls `found` for each part of a node's plane that two cells share, counter-clockwise seen from
 * `front`. `walls` bound the tree.
 */
export function findFaces(
  tree: Tree,
  walls: readonly Plane[],
  found: (polygon: Vec[], back: number, front: number) => void,
): void {
  if ("cell" in tree) return;
  const { plane, front, back } = tree;
  findFaces(front, [...walls, plane], found);
  findFaces(back, [...walls, flip(plane)], found);
  pushDown(walls.reduce(clip, square(plane, 32768)), front, (part, frontCell) => {
    pushDown(part, back, (piece, backCell) => found(piece, backCell, frontCell));
  });
}

function pushDown(polygon: Vec[], tree: Tree, found: (part: Vec[], cell: number) => void): void {
  if (polygon.length === 0) return;
  if ("cell" in tree) {
    found(polygon, tree.cell);
  } else {
    pushDown(clip(polygon, tree.plane), tree.front, found);
    pushDown(clip(polygon, flip(tree.plane)), tree.back, found);
  }
}
