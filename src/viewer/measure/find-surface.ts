/** Finds the surface that a ray hit, measures it, and finds its corners and edges near a pointer. */

import { type MeasuredSurfaces, SURFACE_DISPLACEMENT } from "../../map/solid/measured-surfaces.ts";
import { STANDABLE_Z } from "../../map/solid/steepness.ts";
import { outsidePolygon, polygonArea, polygonExtents } from "../../math/polygon.ts";
import type { CameraAxes } from "../camera/camera-axes.ts";
import type { SurfaceHit } from "../surface-rays.ts";
import type { Vector } from "../viewer-types.ts";

// Search of a tree of boxes (`MapCollision.boxes`) around a point.

/** Traversal stack, deep enough for a tree of 2^32 rows. */
const stack = new Uint32Array(64);

type BoxTree = Pick<MeasuredSurfaces, "boxes" | "boxLinks">;

/**
 * Calls `visit` with each row whose box overlaps a sphere, at most `most` times.
 * @param radius inches
 */
function visitNear(
  { boxes, boxLinks }: BoxTree,
  [x, y, z]: Vector,
  radius: number,
  most: number,
  visit: (row: number) => void,
): void {
  if (boxLinks.length === 0) return;
  let left = most;
  let depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const row = stack[--depth];
    const b = row * 6;
    const dx = Math.max(boxes[b] - x, 0, x - boxes[b + 3]);
    const dy = Math.max(boxes[b + 1] - y, 0, y - boxes[b + 4]);
    const dz = Math.max(boxes[b + 2] - z, 0, z - boxes[b + 5]);
    if (dx * dx + dy * dy + dz * dz > radius * radius) continue;
    const first = boxLinks[row * 2];
    const count = boxLinks[row * 2 + 1];
    for (let i = 0; i < count; i++) {
      if (left-- <= 0) return;
      visit(first + i);
    }
    if (count > 0) continue;
    stack[depth++] = first;
    stack[depth++] = row + 1;
  }
}

/** Tolerance in inches between brush planes and face corners, which are rounded. */
const NEAR = 0.5;
/** Least cosine between normals of one surface. */
const SAME_NORMAL = 0.99;
const MOST_ROWS = 4096;

export interface SurfaceMeasure {
  readonly kind: "face" | "displacement";
  /** Degrees from horizontal: 0 for a floor, 90 for a wall, 180 for a ceiling. */
  readonly slope: number;
  /** Whether a player can stand on it. */
  readonly isStandable: boolean;
  /** Area of the hit piece in square units; `width` and `height` are along its own axes. */
  readonly area: number;
  readonly width: number;
  readonly height: number;
  /**
   * The same for the whole surface that the piece belongs to; `pieces` is the number of its pieces.
   */
  readonly wholeArea: number;
  readonly wholeWidth: number;
  readonly wholeHeight: number;
  readonly pieces: number;
}

/** Returns the row of the piece that a ray hit; −1 if unknown. */
export function findPiece(
  surfaces: MeasuredSurfaces,
  { point, normal, entity, kind }: Pick<SurfaceHit, "point" | "normal" | "entity" | "kind">,
): number {
  const { firstCorner, corners } = surfaces;
  const [x, y, z] = point;
  if (kind === "prop") return -1;
  const owner = entity ?? -1;
  let best = -1;
  let nearest = NEAR;
  visitNear(surfaces, point, NEAR, MOST_ROWS, (row) => {
    if (surfaces.entity[row] !== owner) return;
    if ((surfaces.kind[row] === SURFACE_DISPLACEMENT) !== (kind === "displacement")) return;
    const own = surfaces.normal.subarray(row * 3, row * 3 + 3);
    const facing = own[0] * normal[0] + own[1] * normal[1] + own[2] * normal[2];
    // Displacements can also be hit from below.
    if ((kind === "displacement" ? Math.abs(facing) : facing) < SAME_NORMAL) return;
    const at = firstCorner[row] * 3;
    const above =
      (x - corners[at]) * own[0] + (y - corners[at + 1]) * own[1] + (z - corners[at + 2]) * own[2];
    const beside = outsidePolygon(corners, firstCorner[row], firstCorner[row + 1], own, x, y, z);
    const away = Math.max(Math.abs(above), beside);
    if (away >= nearest) return;
    nearest = away;
    best = row;
  });
  return best;
}

export function measureSurface(surfaces: MeasuredSurfaces, piece: number): SurfaceMeasure {
  const { firstCorner, corners, wholeArea, wholeSize, wholePieces } = surfaces;
  const [first, end] = [firstCorner[piece], firstCorner[piece + 1]];
  const normal = surfaces.normal.subarray(piece * 3, piece * 3 + 3);
  const whole = surfaces.whole[piece];
  return {
    kind: surfaces.kind[piece] === SURFACE_DISPLACEMENT ? "displacement" : "face",
    ...slopeOf(normal),
    area: polygonArea(corners, first, end),
    ...polygonExtents(corners, first, end, normal),
    wholeArea: wholeArea[whole],
    wholeWidth: wholeSize[whole * 2],
    wholeHeight: wholeSize[whole * 2 + 1],
    pieces: wholePieces[whole],
  };
}

/** Returns the slope of a unit normal. */
export function slopeOf(normal: ArrayLike<number>): { slope: number; isStandable: boolean } {
  const rise = Math.min(Math.max(normal[2], -1), 1);
  return {
    slope: (Math.acos(rise) * 180) / Math.PI,
    isStandable: normal[2] >= STANDABLE_Z,
  };
}

export type SnapKind = "corner" | "edge";

export interface SnapPoint {
  readonly kind: SnapKind;
  readonly point: Vector;
  /** Distance from the pointer. */
  readonly pixels: number;
  /** Depth in inches. */
  readonly depth: number;
}

/** Size of the canvas, and position of the pointer: CSS pixels from the top left. */
export interface SnapPointer {
  readonly axes: CameraAxes;
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  /** Largest distance at which points snap. */
  readonly pixels: number;
}

/** Most edges tested around one place. */
const MOST_EDGES = 4096;

const start = new Float64Array(3);
const end = new Float64Array(3);

/**
 * Adds corners and edges near a place of the map that are also near the pointer. Edges with an end
 * behind the camera are skipped.
 * @param radius inches around the place
 */
export function findSnaps(
  { edges, edgeBoxes, edgeBoxLinks }: MeasuredSurfaces,
  pointer: SnapPointer,
  place: Vector,
  radius: number,
  out: SnapPoint[],
): void {
  const { axes, width, height, x, y, pixels } = pointer;
  const tree: BoxTree = { boxes: edgeBoxes, boxLinks: edgeBoxLinks };
  visitNear(tree, place, radius, MOST_EDGES, (row) => {
    const e = row * 6;
    const hasStart = axes.project(edges[e], edges[e + 1], edges[e + 2], start);
    const hasEnd = axes.project(edges[e + 3], edges[e + 4], edges[e + 5], end);
    if (hasStart) addCorner(start, e);
    if (hasEnd) addCorner(end, e + 3);
    if (!hasStart || !hasEnd) return;
    const ax = (start[0] + 1) * 0.5 * width;
    const ay = (1 - start[1]) * 0.5 * height;
    const dx = (end[0] + 1) * 0.5 * width - ax;
    const dy = (1 - end[1]) * 0.5 * height - ay;
    const square = dx * dx + dy * dy;
    if (square < 1e-6) return;
    const t = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / square, 0), 1);
    const away = Math.hypot(ax + dx * t - x, ay + dy * t - y);
    if (away > pixels) return;
    // Perspective: the midpoint on screen is nearer to the camera than the midpoint of the edge.
    const s = (t * start[2]) / (t * start[2] + (1 - t) * end[2]);
    const along = (axis: number) => edges[e + axis] + (edges[e + 3 + axis] - edges[e + axis]) * s;
    const depth = start[2] + (end[2] - start[2]) * s;
    out.push({ kind: "edge", point: [along(0), along(1), along(2)], pixels: away, depth });
  });

  function addCorner(at: Float64Array, i: number): void {
    const away = Math.hypot((at[0] + 1) * 0.5 * width - x, (1 - at[1]) * 0.5 * height - y);
    if (away > pixels) return;
    const point: Vector = [edges[i], edges[i + 1], edges[i + 2]];
    out.push({ kind: "corner", point, pixels: away, depth: at[2] });
  }
}

/**
 * Sorts corners before edges; then the nearest to the pointer first, then the nearest to the
 * camera.
 */
export function orderSnaps(a: SnapPoint, b: SnapPoint): number {
  if (a.kind !== b.kind) return a.kind === "corner" ? -1 : 1;
  const byPixels = Math.round(a.pixels) - Math.round(b.pixels);
  return byPixels === 0 ? a.depth - b.depth : byPixels;
}
