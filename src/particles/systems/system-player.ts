/** Shows a tree of particle systems at any time. */

import type { ControlPoints } from "./control-points.ts";
import { RunningSystem, STEP_SECONDS } from "./running-system.ts";
import type { SystemPlan } from "./system-plan.ts";

/** Steps that a jump runs at most; five minutes. A system that is older starts that long before. */
const MAX_STEPS = 20_000;
/** Saved states, and steps between the first of them. The distance doubles when all are used. */
const MAX_SAVES = 4;
const FIRST_DISTANCE = 256;
/** Part of a step that is rounding. */
const EXACT_STEP = 1e-3;

/** Start or stop of emission. */
export interface EmissionEvent {
  readonly seconds: number;
  readonly starts: boolean;
}

interface Save {
  step: number;
  readonly state: RunningSystem;
}

/** Writes where the control points of the root are at the end of a step. */
export type PlacePoints = (points: ControlPoints, step: number) => void;

/**
 * Runs a tree of systems in fixed steps. All state is a function of plan, seed, events, places of
 * control points by step, and time: jumps show the same as running there, up to `MAX_STEPS`.
 */
export class SystemPlayer {
  readonly root: RunningSystem;
  /** All systems of the tree, parents first, in the order of `listPlans`. */
  readonly systems: readonly RunningSystem[];
  /** Control points of the root, which its children follow. */
  readonly points: ControlPoints;
  readonly #plan: SystemPlan;
  readonly #seed: number;
  readonly #saves: Save[] = [];
  #distance = FIRST_DISTANCE;
  #events: readonly EmissionEvent[];
  #nextEvent = 0;
  #step = 0;
  #place: PlacePoints | null = null;
  /** Whether steps were left out, in which control points may have moved. */
  #hasSkipped = false;

  /** @param events in order of their times; by default one start at 0 */
  constructor(
    plan: SystemPlan,
    seed: number,
    events: readonly EmissionEvent[] = [{ seconds: 0, starts: true }],
  ) {
    this.root = new RunningSystem(plan, seed);
    this.points = this.root.points;
    this.systems = listSystems(this.root);
    this.#plan = plan;
    this.#seed = seed;
    this.#events = events;
    this.#restart(0);
  }

  get particleCount(): number {
    let count = 0;
    for (const { columns } of this.systems) count += columns.count;
    return count;
  }

  /** Whether anything changes from here on. */
  get isAlive(): boolean {
    return this.root.isAlive || this.#nextEvent < this.#events.length;
  }

  /** Replaces the events. If a past event differs, the system runs again from its start. */
  setEvents(events: readonly EmissionEvent[]): void {
    const old = this.#events;
    const happened = this.#nextEvent;
    this.#events = events;
    const isSame = old.slice(0, happened).every((event, i) => {
      const other = events[i];
      return other?.seconds === event.seconds && other.starts === event.starts;
    });
    const isNew = events[happened];
    if (!isSame || (isNew !== undefined && toStep(isNew.seconds) < this.#step)) this.#restart(0);
  }

  /**
   * Replaces the places of control points from a step on.
   * @param place `null` leaves the points where they are
   * @param from step whose places differ from those known before; 0 if all do
   */
  followPoints(place: PlacePoints | null, from: number): void {
    this.#place = place;
    for (let i = this.#saves.length - 1; i >= 0; i--) {
      if (this.#saves[i].step >= from) this.#saves.splice(i, 1);
    }
    if (this.#step >= from) this.#goBack(Math.max(from - 1, 0));
  }

  /**
   * Shows a time.
   * @returns where the time lies between the last two steps, 0 to 1, for `writeRows`
   */
  seek(seconds: number): number {
    const exact = Math.max(0, seconds) / STEP_SECONDS;
    // Places of points are known up to the shown time only: no step beyond it may run.
    const target =
      this.#place === null ? Math.floor(exact) + 1 : Math.max(1, Math.ceil(exact - EXACT_STEP));
    if (target < this.#step) this.#goBack(target);
    if (target - this.#step > MAX_STEPS && this.root.isAlive) {
      this.#restart(target - MAX_STEPS);
    }
    while (this.#step < target) this.#advance(target);
    return exact - (target - 1);
  }

  #advance(target: number): void {
    if (!this.root.isAlive) {
      // Without living particles nothing changes until the next event.
      const event = this.#events[this.#nextEvent];
      const next = event === undefined ? target : Math.min(target, toStep(event.seconds));
      if (next > this.#step) {
        this.#step = next;
        this.#hasSkipped = true;
        return;
      }
    }
    const { systems } = this;
    // After a pause, control points stand where they are instead of having moved there.
    if (this.#hasSkipped && this.#place !== null) this.#settlePoints();
    this.#hasSkipped = false;
    while (
      this.#nextEvent < this.#events.length &&
      toStep(this.#events[this.#nextEvent].seconds) <= this.#step
    ) {
      if (this.#events[this.#nextEvent].starts) this.root.start(this.#step * STEP_SECONDS);
      else this.root.stop();
      this.#nextEvent++;
    }
    this.#step++;
    this.#place?.(this.points, this.#step);
    for (let i = 1; i < systems.length; i++) systems[i].points.inherit(systems[i].parent!.points);
    this.root.advance(this.#step * STEP_SECONDS);
    if (this.#step % this.#distance === 0) this.#save();
  }

  /** Starts over. @param step the step at which events that lie before it happen */
  #restart(step: number): void {
    this.root.reset();
    this.#step = step;
    this.#hasSkipped = false;
    this.#nextEvent = 0;
    this.#saves.length = 0;
    this.#distance = FIRST_DISTANCE;
    for (const { points } of this.systems) points.disown();
    this.#settlePoints();
  }

  /** Puts control points where they are at the present step, without a velocity. */
  #settlePoints(): void {
    this.#place?.(this.points, this.#step);
    for (const { parent, points } of this.systems) {
      if (parent !== null) points.inherit(parent.points);
      points.settle();
    }
  }

  #goBack(target: number): void {
    const save = this.#saves.filter(({ step }) => step <= target).at(-1);
    if (save === undefined) {
      const saves = this.#saves.splice(0);
      const distance = this.#distance;
      this.#restart(0);
      this.#saves.push(...saves);
      this.#distance = distance;
      return;
    }
    this.#step = save.step;
    this.#hasSkipped = false;
    this.root.copyFrom(save.state);
    this.#nextEvent = this.#events.findIndex(({ seconds }) => toStep(seconds) >= save.step);
    if (this.#nextEvent < 0) this.#nextEvent = this.#events.length;
  }

  #save(): void {
    const saves = this.#saves;
    if (saves.some(({ step }) => step === this.#step)) return;
    let free: RunningSystem | undefined;
    if (saves.length === MAX_SAVES) {
      this.#distance *= 2;
      for (let i = saves.length - 1; i >= 0; i--) {
        if (saves[i].step % this.#distance !== 0) free = saves.splice(i, 1)[0].state;
      }
      if (this.#step % this.#distance !== 0) return;
    }
    const state = free ?? new RunningSystem(this.#plan, this.#seed);
    state.copyFrom(this.root);
    saves.push({ step: this.#step, state });
    saves.sort((a, b) => a.step - b.step);
  }
}

/** Returns the step after which an event of a time happens. */
const toStep = (seconds: number): number => Math.ceil(seconds / STEP_SECONDS - 1e-6);

function listSystems(system: RunningSystem): RunningSystem[] {
  return [system, ...system.children.flatMap(listSystems)];
}
