/** Finds the corner or edge near a pointer on screen. */

import type { MeasuredSurfaces } from "../../map/solid/measured-surfaces.ts";
import type { CameraAxes } from "../camera/camera-axes.ts";
import type { Vector } from "../viewer-types.ts";
import { visitNear } from "./find-surface.ts";

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
  const [px, py, pz] = place;
  visitNear(edgeBoxes, edgeBoxLinks, px, py, pz, radius, MOST_EDGES, (row) => {
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
