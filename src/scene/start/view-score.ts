/** Rates how much a view shows, by casting a few rays, and keeps the best view. */

import type { CameraPose } from "../../map/types.ts";
import { writeForward } from "../../math/angles.ts";
import { PLACE_SPAWN } from "./place-classes.ts";
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

// Search for the open directions of a place.

const DIRECTIONS = 16;
/** Neighbouring directions on either side that a view also shows. */
const BESIDE = 2;
/** Pitches of the rays in degrees, slightly upwards: above low obstacles, below ceilings. */
const PITCHES = [-3, -12];

const RADIANS = Math.PI / 180;

/**
 * Returns the yaw with the widest view, and the widest yaw that shows something else. Casts 32
 * rays.
 */
export function findOpenYaws(rays: SceneRays, { x, y, z }: CameraPose): number[] {
  const depth = new Float64Array(DIRECTIONS);
  for (let i = 0; i < DIRECTIONS; i++) {
    const yaw = (i / DIRECTIONS) * 2 * Math.PI;
    for (const pitch of PITCHES) {
      const level = Math.cos(pitch * RADIANS);
      const up = -Math.sin(pitch * RADIANS);
      const isHit = rays.cast(x, y, z, level * Math.cos(yaw), level * Math.sin(yaw), up);
      // Open sky scores slightly less than a distant surface.
      depth[i] += isHit ? depthScore(rays.hit.distance) : 0.9;
    }
  }
  const wide = depth.map((_, i) => {
    let sum = 0;
    for (let k = -BESIDE; k <= BESIDE; k++) {
      sum += depth[(i + k + DIRECTIONS) % DIRECTIONS] * (BESIDE + 1 - Math.abs(k));
    }
    return sum;
  });
  const widest = (isAllowed: (i: number) => boolean): number => {
    let best = -1;
    for (let i = 0; i < DIRECTIONS; i++) {
      if (isAllowed(i) && (best < 0 || wide[i] > wide[best])) best = i;
    }
    return best;
  };
  const first = widest(() => true);
  const second = widest((i) => {
    const apart = Math.abs(i - first);
    return Math.min(apart, DIRECTIONS - apart) > BESIDE;
  });
  return [first, second].map((i) => (i * 360) / DIRECTIONS);
}

/** Score at which a view is accepted at once. */
const GOOD = 0.52;

/**
 * Weight of views by kind of place (`PLACE_*`); `TURNED` is the factor for other directions than
 * the entity's.
 */
const WORTH: readonly number[] = [1, 0.9, 0.9, 0.8, 0.75, 0.75];
const TURNED = 0.92;

/** Lead of a spawn's own view over other views: a share of its score, and a constant. */
const SPAWN_LEAD = { share: 0.5, least: 0.01 } as const;

/** Factor by which a later view must be better, because earlier places are preferred. */
const BETTER = 1.1;

/**
 * Number of leaf, box and triangle tests after which the best view so far is used: about 20 ms.
 * Reached by maps whose content lies in a few leaves.
 */
const MOST_TESTS = 150_000;

export class StartSearch {
  best: CameraPose | null = null;
  bestWorth = 0;
  readonly #view: ViewRays;
  readonly #materialOf: Uint16Array;
  #hasGood = false;

  /** @param materialOf material of each chunk */
  constructor(view: ViewRays, materialOf: Uint16Array) {
    this.#view = view;
    this.#materialOf = materialOf;
  }

  /** Whether the search can stop. */
  get isDone(): boolean {
    return this.#hasGood || this.#view.rays.tests > MOST_TESTS;
  }

  /** Rates the entity's own view, and returns its score. */
  look(pose: CameraPose, kind: number): number {
    const score = scoreView(this.#view, this.#materialOf, pose, true);
    const lead = kind === PLACE_SPAWN ? score * SPAWN_LEAD.share + SPAWN_LEAD.least : 0;
    this.#take(pose, score * WORTH[kind], lead);
    return score;
  }

  /** Rates level views in the most open directions. */
  lookAround(pose: CameraPose, kind: number): void {
    for (const yaw of findOpenYaws(this.#view.rays, pose)) {
      const turned = { ...pose, pitch: 0, yaw };
      const score = scoreView(this.#view, this.#materialOf, turned, false);
      this.#take(turned, score * WORTH[kind] * TURNED, 0);
    }
  }

  #take(pose: CameraPose, worth: number, lead: number): void {
    const isGood = worth >= GOOD && !this.#hasGood;
    if (!isGood && worth + lead <= this.bestWorth * BETTER) return;
    this.#hasGood ||= isGood;
    this.bestWorth = worth + lead;
    this.best = pose;
  }
}
