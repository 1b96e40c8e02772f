/** Rates how much a view shows, by casting a few rays. */

import type { CameraPose } from "../../map/types.ts";
import { writeForward } from "../../math/angles.ts";
import type { SceneHit, SceneRays } from "./scene-rays.ts";

/** Half width and height of the view at distance 1: 100 degrees at 16:9. */
const HALF_WIDTH = 1.2;
const HALF_HEIGHT = 0.675;

/** Distances in inches: a wall this near fills the view, and a view this deep is fully open. */
const NEAR = 64;
const DEEP = 2048;

/** Linear luminances: indistinguishable from black, and clearly lit. */
const BLACK = 0.0003;
const LIT = 0.02;

/** Share of the view that surfaces must cover; otherwise it is mostly sky. */
const LEAST_SURFACE = 0.35;

/** Number of materials and of chunks that count as full variety. */
const MANY_MATERIALS = 5;
const MANY_CHUNKS = 12;

/**
 * Vertical direction below which a ray that hits nothing leaves the map instead of reaching the
 * sky.
 */
const HORIZON = -0.02;

/** Lowest value of each factor, so that views that fail one test can still be compared. */
const FLOOR = 0.02;

export interface ViewRays {
  readonly rays: SceneRays;
  /** Returns the linear luminance of a hit, where 1 is white at exposure 1. */
  readonly lightOf: (hit: SceneHit) => number;
}

const forward = new Float32Array(3);
const right = new Float32Array(3);

/**
 * Calls `visit` with the unit direction through the centre of each cell of a `columns` x `rows`
 * grid.
 */
export function forEachPixel(
  pose: CameraPose,
  columns: number,
  rows: number,
  visit: (dx: number, dy: number, dz: number) => void,
): void {
  writeForward(forward, pose.pitch, pose.yaw);
  writeForward(right, 0, pose.yaw - 90);
  const [fx, fy, fz] = forward;
  const [rx, ry] = right;
  // Up is right × forward; right is level.
  const ux = ry * fz;
  const uy = -rx * fz;
  const uz = rx * fy - ry * fx;
  for (let row = 0; row < rows; row++) {
    const up = HALF_HEIGHT * (1 - (2 * row + 1) / rows);
    for (let column = 0; column < columns; column++) {
      const side = HALF_WIDTH * ((2 * column + 1) / columns - 1);
      const dx = fx + rx * side + ux * up;
      const dy = fy + ry * side + uy * up;
      const dz = fz + uz * up;
      const length = Math.hypot(dx, dy, dz);
      visit(dx / length, dy / length, dz / length);
    }
  }
}

/** Returns 0 for a wall right in front of the camera, 1 for a distant surface or beyond. */
export function depthScore(distance: number): number {
  const score = Math.log2(distance / NEAR) / Math.log2(DEEP / NEAR);
  return Math.min(1, Math.max(0, score));
}

/** Returns 0 for black, 1 for clearly lit surfaces, logarithmic in between, like perception. */
function litScore(luminance: number): number {
  const score = Math.log2(luminance / BLACK) / Math.log2(LIT / BLACK);
  return Math.min(1, Math.max(0, score));
}

const COLUMNS = 8;
const ROWS = 5;

/**
 * Rates a view from 0 to 1: open, lit, and with varied surfaces. Casts 40 rays.
 * @param isChosen whether the mapper chose the view; empty space below is then intended
 */
export function scoreView(
  { rays, lightOf }: ViewRays,
  materialOf: Uint16Array,
  pose: CameraPose,
  isChosen: boolean,
): number {
  const materials = new Set<number>();
  const chunks = new Set<number>();
  let depth = 0;
  let lit = 0;
  let hits = 0;
  let voids = 0;
  forEachPixel(pose, COLUMNS, ROWS, (dx, dy, dz) => {
    if (!rays.cast(pose.x, pose.y, pose.z, dx, dy, dz)) {
      if (dz < HORIZON && !isChosen) voids++;
      else depth++;
      return;
    }
    const { hit } = rays;
    hits++;
    depth += depthScore(hit.distance);
    lit += litScore(lightOf(hit));
    chunks.add(hit.chunk);
    materials.add(materialOf[hit.chunk]);
  });
  const count = COLUMNS * ROWS;
  const surface = Math.min(1, hits / count / LEAST_SURFACE);
  const light = hits === 0 ? 0 : lit / (hits + voids);
  const variety =
    (Math.min(1, materials.size / MANY_MATERIALS) + Math.min(1, chunks.size / MANY_CHUNKS)) / 2;
  const least = (value: number): number => FLOOR + (1 - FLOOR) * value;
  return least(surface) * least(light) * (0.6 * (depth / count) + 0.4 * variety);
}
