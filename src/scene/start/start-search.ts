/** Keeps the best view so far, and decides when another is better. */

import type { CameraPose } from "../../map/types.ts";
import { PLACE_SPAWN } from "./place-classes.ts";
import type { SceneRays } from "./scene-rays.ts";
import { depthScore, scoreView, type ViewRays } from "./view-score.ts";

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
