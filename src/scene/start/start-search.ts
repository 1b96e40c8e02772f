/** The best picture so far, and what it takes for another to be better. */

import type { CameraPose } from "../../map/types.ts";
import { findOpenYaws } from "./open-yaws.ts";
import { PLACE_SPAWN } from "./place-classes.ts";
import { scoreView, type ViewRays } from "./view-score.ts";

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
