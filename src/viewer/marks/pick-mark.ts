/** Finds the first shown mark that a ray hits. */

import { CONTENTS, nameBits } from "../../formats/bsp/tables/flag-names.ts";
import { kindRow, MARK_KINDS } from "../../map/mark-kinds.ts";
import type { MarkAnswer, MarkSet } from "../../map/mark-set.ts";
import { meetTriangle } from "../../math/meet-triangle.ts";
import type { MarkFilter } from "./fill-marks.ts";

export interface MarkHit {
  /** Inches. */
  readonly distance: number;
  /** One of `MARK_KINDS`; "entity" for a sign. */
  readonly kind: string;
  /** Its materials, its class, or a line's label. */
  readonly name: string;
  /** Names of its contents, without prefix. */
  readonly contents: readonly string[];
  /** Row of the entities; `null` for the world. */
  readonly entity: number | null;
}

export interface PickRay {
  readonly origin: ArrayLike<number>;
  /** Unit length. */
  readonly direction: ArrayLike<number>;
  /** Largest distance of a hit, inches. */
  readonly maxDistance: number;
  /** Tolerance for lines and signs, in inches per inch of distance. */
  readonly slope: number;
}

/** Smallest radius of a sign as drawn, inches. */
const MARKER_RADIUS = 9;
const LEAF = kindRow("leaf");

/**
 * Returns `null` if nothing is hit. Signs and lines take precedence over filled marks, because they
 * are small.
 */
export function pickMark(
  answers: readonly MarkAnswer[],
  filter: MarkFilter,
  ray: PickRay,
): MarkHit | null {
  let best: MarkHit | null = null;
  for (const { markers } of answers) {
    if (markers === null || !filter.hasMarkers) continue;
    for (let i = 0; i < markers.count; i++) {
      const at = markers.origin.subarray(i * 3, i * 3 + 3);
      const along = alongRay(ray, at);
      if (along <= 0 || along >= (best?.distance ?? ray.maxDistance + MARKER_RADIUS)) continue;
      const reach = Math.max(MARKER_RADIUS, along * ray.slope * 1.5);
      if (besideRay(ray, at, along) > reach) continue;
      const entity = markers.entity[i];
      best = { distance: along, kind: "entity", name: "", contents: [], entity };
    }
  }
  if (best !== null) return best;
  return pickShape(answers, filter, ray, true) ?? pickShape(answers, filter, ray, false);
}

function pickShape(
  answers: readonly MarkAnswer[],
  filter: MarkFilter,
  ray: PickRay,
  areLines: boolean,
): MarkHit | null {
  let nearest = ray.maxDistance;
  let found: { readonly shapes: MarkSet; readonly row: number } | null = null;
  for (const { shapes } of answers) {
    for (let row = 0; row < shapes.count; row++) {
      const kind = shapes.kind[row];
      if (kind === LEAF || filter.kinds[kind] === 0) continue;
      const hasFill = shapes.firstTriangle[row] !== shapes.firstTriangle[row + 1];
      if (hasFill === areLines || !meetsBox(shapes, row, ray)) continue;
      const distance = areLines
        ? meetLines(shapes, row, ray)
        : meetTriangles(
            shapes.corners,
            shapes.firstTriangle[row],
            shapes.firstTriangle[row + 1],
            ray,
          );
      if (distance >= nearest) continue;
      nearest = distance;
      found = { shapes, row };
    }
  }
  if (found === null) return null;
  const { shapes, row } = found;
  const entity = shapes.entity[row];
  return {
    distance: nearest,
    kind: MARK_KINDS[shapes.kind[row]].name,
    name: shapes.names[shapes.name[row]],
    contents: shapes.contents[row] === 0 ? [] : nameBits(shapes.contents[row], CONTENTS),
    entity: entity < 0 ? null : entity,
  };
}

function alongRay({ origin, direction }: PickRay, at: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += (at[k] - origin[k]) * direction[k];
  return sum;
}

function besideRay({ origin, direction }: PickRay, at: ArrayLike<number>, along: number): number {
  const off = [0, 1, 2].map((k) => at[k] - origin[k] - direction[k] * along);
  return Math.hypot(off[0], off[1], off[2]);
}

/** Whether a ray passes near the box of a shape. */
function meetsBox({ box }: MarkSet, row: number, ray: PickRay): boolean {
  let near = 0;
  let far = ray.maxDistance;
  for (let k = 0; k < 3; k++) {
    const o = ray.origin[k];
    const d = ray.direction[k];
    const margin = 4 + ray.slope * Math.min(far, 8192);
    const low = box[row * 6 + k] - margin - o;
    const high = box[row * 6 + 3 + k] + margin - o;
    if (Math.abs(d) < 1e-9) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    near = Math.max(near, Math.min(low / d, high / d));
    far = Math.min(far, Math.max(low / d, high / d));
  }
  return near <= far;
}

/**
 * Returns the distance to the first triangle of a range in inches, from either side; Infinity if
 * none is hit.
 */
export function meetTriangles(
  corners: Float32Array,
  first: number,
  end: number,
  { origin, direction }: Pick<PickRay, "origin" | "direction">,
): number {
  let nearest = Number.POSITIVE_INFINITY;
  const [ox, oy, oz] = [origin[0], origin[1], origin[2]];
  const [dx, dy, dz] = [direction[0], direction[1], direction[2]];
  for (let i = first * 9; i < end * 9; i += 9) {
    nearest = Math.min(nearest, meetTriangle(corners, i, ox, oy, oz, dx, dy, dz));
  }
  return nearest;
}

/**
 * Returns the distance to the first line of a shape near the ray in inches; Infinity if there is
 * none.
 */
function meetLines({ lines, firstLine }: MarkSet, row: number, ray: PickRay): number {
  let nearest = Number.POSITIVE_INFINITY;
  const at = [0, 0, 0];
  for (let i = firstLine[row] * 6; i < firstLine[row + 1] * 6; i += 6) {
    const along = [0, 1, 2].map((k) => lines[i + 3 + k] - lines[i + k]);
    const from = [0, 1, 2].map((k) => lines[i + k] - ray.origin[k]);
    const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
      a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const b = dot(along, ray.direction);
    const c = dot(along, along);
    const det = c - b * b;
    // Closest point on the line to the ray, 0 to 1.
    const d = dot(from, ray.direction);
    const e = dot(along, from);
    const s = det < 1e-9 ? 0 : Math.min(Math.max((b * d - e) / det, 0), 1);
    for (let k = 0; k < 3; k++) at[k] = lines[i + k] + along[k] * s;
    const distance = alongRay(ray, at);
    if (distance <= 0 || distance >= nearest) continue;
    if (besideRay(ray, at, distance) <= Math.max(distance * ray.slope, 0.5)) nearest = distance;
  }
  return nearest;
}
