/**
 * Flat polygons in space: 3 numbers for each corner, in order along the outline, of either winding.
 */

/**
 * Writes the sum of the corners' cross products: a normal vector with twice the area as its length.
 * Allocates nothing.
 */
export function writeAreaVector(
  corners: ArrayLike<number>,
  first: number,
  end: number,
  out: Float64Array,
): void {
  out.fill(0, 0, 3);
  const [x0, y0, z0] = [corners[first * 3], corners[first * 3 + 1], corners[first * 3 + 2]];
  for (let i = first + 1; i + 1 < end; i++) {
    // Relative to the first corner: at large coordinates, small polygons would lose all precision.
    const ax = corners[i * 3] - x0;
    const ay = corners[i * 3 + 1] - y0;
    const az = corners[i * 3 + 2] - z0;
    const bx = corners[i * 3 + 3] - x0;
    const by = corners[i * 3 + 4] - y0;
    const bz = corners[i * 3 + 5] - z0;
    out[0] += ay * bz - az * by;
    out[1] += az * bx - ax * bz;
    out[2] += ax * by - ay * bx;
  }
}

const vector = new Float64Array(3);

/** Area in square units. @param first, end corners [first, end) */
export function polygonArea(corners: ArrayLike<number>, first: number, end: number): number {
  writeAreaVector(corners, first, end, vector);
  return Math.hypot(vector[0], vector[1], vector[2]) / 2;
}

/** Absolute z of the normal above which a surface counts as level, with no up direction. */
const LEVEL = 0.9999;

/**
 * Writes two unit axes of a polygon, 3 numbers each. A level polygon has them along its longest
 * edge and across it; any other along its horizontal direction and up its slope. Zeros if the
 * polygon is degenerate.
 * @param normal unit length, 3 numbers
 */
export function writePolygonAxes(
  corners: ArrayLike<number>,
  first: number,
  end: number,
  normal: ArrayLike<number>,
  out: Float64Array,
): void {
  const [nx, ny, nz] = [normal[0], normal[1], normal[2]];
  let [ux, uy, uz] = [-ny, nx, 0];
  if (Math.abs(nz) > LEVEL) [ux, uy, uz] = longestEdge(corners, first, end);
  const length = Math.hypot(ux, uy, uz);
  out.fill(0, 0, 6);
  if (length === 0) return;
  out[0] = ux /= length;
  out[1] = uy /= length;
  out[2] = uz /= length;
  out[3] = ny * uz - nz * uy;
  out[4] = nz * ux - nx * uz;
  out[5] = nx * uy - ny * ux;
}

/** Returns the width and height of a polygon along its own axes, in units. */
export function polygonExtents(
  corners: ArrayLike<number>,
  first: number,
  end: number,
  normal: ArrayLike<number>,
): { readonly width: number; readonly height: number } {
  writePolygonAxes(corners, first, end, normal, axes);
  const range = new Float64Array([Infinity, -Infinity, Infinity, -Infinity]);
  growRange(range, corners, first, end, axes);
  return { width: range[1] - range[0], height: range[3] - range[2] };
}

const axes = new Float64Array(6);

/** Extends a range (low and high along each of two axes) to include a polygon. */
export function growRange(
  range: Float64Array,
  corners: ArrayLike<number>,
  first: number,
  end: number,
  own: Float64Array,
): void {
  for (let at = first * 3; at < end * 3; at += 3) {
    for (let axis = 0; axis < 2; axis++) {
      const a = axis * 3;
      const along =
        corners[at] * own[a] + corners[at + 1] * own[a + 1] + corners[at + 2] * own[a + 2];
      range[axis * 2] = Math.min(range[axis * 2], along);
      range[axis * 2 + 1] = Math.max(range[axis * 2 + 1], along);
    }
  }
}

function longestEdge(
  corners: ArrayLike<number>,
  first: number,
  end: number,
): [number, number, number] {
  let best: [number, number, number] = [0, 0, 0];
  let longest = 0;
  for (let i = first; i < end; i++) {
    const next = i + 1 < end ? i + 1 : first;
    const x = corners[next * 3] - corners[i * 3];
    const y = corners[next * 3 + 1] - corners[i * 3 + 1];
    const z = corners[next * 3 + 2] - corners[i * 3 + 2];
    const length = Math.hypot(x, y, z);
    // The first of a rectangle's equal sides wins, despite rounding.
    if (length <= longest * 1.001) continue;
    longest = length;
    best = [x, y, z];
  }
  return best;
}

/**
 * Returns the signed distance, in units, of a point in a convex polygon's plane from its outline: 0
 * or less inside. Either winding.
 * @param normal unit length, 3 numbers, of either side
 */
export function outsidePolygon(
  corners: ArrayLike<number>,
  first: number,
  end: number,
  normal: ArrayLike<number>,
  x: number,
  y: number,
  z: number,
): number {
  writeAreaVector(corners, first, end, vector);
  const turn = vector[0] * normal[0] + vector[1] * normal[1] + vector[2] * normal[2] < 0 ? -1 : 1;
  let outside = Number.NEGATIVE_INFINITY;
  for (let i = first; i < end; i++) {
    const next = i + 1 < end ? i + 1 : first;
    const ex = corners[next * 3] - corners[i * 3];
    const ey = corners[next * 3 + 1] - corners[i * 3 + 1];
    const ez = corners[next * 3 + 2] - corners[i * 3 + 2];
    const length = Math.hypot(ex, ey, ez);
    if (length < 1e-6) continue;
    // Vector in the polygon's plane that points out across the edge.
    const ox = ey * normal[2] - ez * normal[1];
    const oy = ez * normal[0] - ex * normal[2];
    const oz = ex * normal[1] - ey * normal[0];
    const along =
      (x - corners[i * 3]) * ox + (y - corners[i * 3 + 1]) * oy + (z - corners[i * 3 + 2]) * oz;
    outside = Math.max(outside, (along * turn) / length);
  }
  return outside;
}
