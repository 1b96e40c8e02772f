/** The best picture so far, and what it takes for another to be better. */

import type { CameraPose } from "../../map/types.ts";
import { PLACE_SPAWN } from "./place-classes.ts";
import type { SceneRays } from "./scene-rays.ts";
import { depthScore, scoreView, type ViewRays } from "./view-score.ts";

// Which ways a place is open.

const DIRECTIONS = 16;
/** Directions to either side that a view shows too. */
const BESIDE = 2;
/** Degrees up of the rays: over what stands about, under ceilings. */
const PITCHES = [-3, -12];

const RADIANS = Math.PI / 180;

/** The yaw with the widest view, and the widest of those that show something else. Casts 32 rays. */
export function findOpenYaws(rays: SceneRays, { x, y, z }: CameraPose): number[] {
  const depth = new Float64Array(DIRECTIONS);
  for (let i = 0; i < DIRECTIONS; i++) {
    const yaw = (i / DIRECTIONS) * 2 * Math.PI;
    for (const pitch of PITCHES) {
      const level = Math.cos(pitch * RADIANS);
      const up = -Math.sin(pitch * RADIANS);
      const isHit = rays.cast(x, y, z, level * Math.cos(yaw), level * Math.sin(yaw), up);
      // Nothing but sky is a little less than something far away.
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

/** The first picture as good as this is taken. */
const GOOD = 0.52;

/** What a picture is worth from each kind of place, by `PLACE_*`; less where the view is turned. */
const WORTH: readonly number[] = [1, 0.9, 0.9, 0.8, 0.75, 0.75];
const TURNED = 0.92;

/** What any other picture must be better by than a spawn's own: a share of it, and a little. */
const SPAWN_LEAD = { share: 0.5, least: 0.01 } as const;

/** By how much a later picture must be better where none is good: what comes first is wanted first. */
const BETTER = 1.1;

/**
 * Tests of leaves, boxes and triangles after which the best so far is taken: some 20 ms. Maps with all
 * they have in a few leaves come here.
 */
const MOST_TESTS = 150_000;

export class StartSearch {
  best: CameraPose | null = null;
  bestWorth = 0;
  readonly #view: ViewRays;
  readonly #materialOf: Uint16Array;
  #hasGood = false;

  /** @param materialOf of each chunk */
  constructor(view: ViewRays, materialOf: Uint16Array) {
    this.#view = view;
    this.#materialOf = materialOf;
  }

  /** Whether no more need be looked at. */
  get isDone(): boolean {
    return this.#hasGood || this.#view.rays.tests > MOST_TESTS;
  }

  /** Looks as the mapper has it; returns the view's score. */
  look(pose: CameraPose, kind: number): number {
    const score = scoreView(this.#view, this.#materialOf, pose, true);
    const lead = kind === PLACE_SPAWN ? score * SPAWN_LEAD.share + SPAWN_LEAD.least : 0;
    this.#take(pose, score * WORTH[kind], lead);
    return score;
  }

  /** Looks, level, where there is most room. */
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
