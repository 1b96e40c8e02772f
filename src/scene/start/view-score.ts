/** How much there is to see in a picture, from a few rays through it. */

import type { CameraPose } from "../../map/types.ts";
import { writeForward } from "../../math/angles.ts";
import type { SceneHit, SceneRays } from "./scene-rays.ts";

/** Half the width and height of the picture at distance 1: 100 degrees by 16:9. */
const HALF_WIDTH = 1.2;
const HALF_HEIGHT = 0.675;

/** A wall so near fills the view; a view as deep as that is wide open, inches. */
const NEAR = 64;
const DEEP = 2048;

/** Linear luminances: what cannot be told from black, and what plainly shows. */
const BLACK = 0.0003;
const LIT = 0.02;

/** Share of the picture that surfaces must fill, else there is little but sky. */
const LEAST_SURFACE = 0.35;

/** So many materials, and so many chunks, are variety enough. */
const MANY_MATERIALS = 5;
const MANY_CHUNKS = 12;

/** Who looks further down than this and meets nothing, looks under the map, not at the sky. */
const HORIZON = -0.02;

/** The worst of each: bad pictures of one kind can still be told apart. */
const FLOOR = 0.02;

export interface ViewRays {
  readonly rays: SceneRays;
  /** Luminance that a hit sends to the eye, linear: 1 is white at exposure 1. */
  readonly lightOf: (hit: SceneHit) => number;
}

const forward = new Float32Array(3);
const right = new Float32Array(3);

/** Calls with the direction, of unit length, of each cell's middle in a picture of `columns` x `rows`. */
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
  // Up is right x forward; right is level.
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

/** 0 for a wall before one's nose, 1 for far and beyond. */
export function depthScore(distance: number): number {
  const score = Math.log2(distance / NEAR) / Math.log2(DEEP / NEAR);
  return Math.min(1, Math.max(0, score));
}

/** 0 for black, 1 for what is plainly lit; in between as eyes see it, by its logarithm. */
function litScore(luminance: number): number {
  const score = Math.log2(luminance / BLACK) / Math.log2(LIT / BLACK);
  return Math.min(1, Math.max(0, score));
}

const COLUMNS = 8;
const ROWS = 5;

/**
 * 0 to 1: open, lit, and of several surfaces. Casts 40 rays.
 * @param isChosen whether the mapper chose the view: if so, emptiness below is meant
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
