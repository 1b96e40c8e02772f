/** Runs one particle system step by step. */

import { mixBits, randomOf } from "../random.ts";
import { ParticleColumns } from "./columns.ts";
import { ControlPoints } from "./control-points.ts";
import { strengthAt } from "./curves.ts";
import type { SequenceLengths, SystemState } from "./functions.ts";
import type { SystemPlan } from "./system-plan.ts";

/** Seconds of a step: the engine's tick. */
export const STEP_SECONDS = 0.015;
/** Lifetime of particles that no initializer gives one, seconds. */
const DEFAULT_LIFETIME = 1;

/** State of a system that steps change, besides its columns. */
interface Progress {
  now: number;
  startedAt: number;
  isEmitting: boolean;
  nextId: number;
  stepNumber: number;
}

/** A system in time. Its children run on their own, after it. */
export class RunningSystem implements SystemState {
  readonly plan: SystemPlan;
  readonly columns: ParticleColumns;
  readonly points = new ControlPoints();
  readonly seed: number;
  readonly step = STEP_SECONDS;
  readonly parent: RunningSystem | null;
  readonly children: readonly RunningSystem[];
  readonly counters: Float64Array;
  sequences: SequenceLengths | null = null;
  readonly #forces: Float32Array;
  readonly #progress: Progress;
  readonly #create: (count: number, firstBorn: number, interval: number) => void;

  /** @param seed seed of the tree; each system has random numbers of its own */
  constructor(plan: SystemPlan, seed: number, parent: RunningSystem | null = null) {
    this.plan = plan;
    this.parent = parent;
    this.seed = seed >>> 0;
    this.columns = new ParticleColumns(plan.capacity);
    this.counters = new Float64Array(plan.emitters.length * 2);
    this.#forces = new Float32Array(plan.capacity * 3);
    this.#progress = { now: 0, startedAt: 0, isEmitting: false, nextId: 0, stepNumber: 0 };
    this.#create = (count, firstBorn, interval) => this.#createRows(count, firstBorn, interval);
    this.children = plan.children.map(
      (child, i) => new RunningSystem(child, Math.imul(seed + i + 1, 0x9e3779b1), this),
    );
  }

  get group(): number {
    return this.plan.group;
  }

  get now(): number {
    return this.#progress.now;
  }

  get time(): number {
    return this.#progress.now - this.#progress.startedAt;
  }

  get stepNumber(): number {
    return this.#progress.stepNumber;
  }

  random(slot: number): number {
    return randomOf(this.seed, 0xffffffff, slot);
  }

  /** Whether particles exist, or may be created without another start. */
  get isAlive(): boolean {
    if (this.columns.count > 0 || this.children.some((child) => child.isAlive)) return true;
    if (!this.#progress.isEmitting) return false;
    const waits = this.time < 0 || this.counters.some((counter, i) => i % 2 === 0 && counter >= 1);
    return waits || this.plan.emitters.some(({ run }) => this.time <= run.end);
  }

  /** Returns to the state before the first start. */
  reset(): void {
    const progress = this.#progress;
    progress.now = progress.startedAt = progress.nextId = progress.stepNumber = 0;
    progress.isEmitting = false;
    this.columns.count = 0;
    this.counters.fill(0);
    for (const child of this.children) child.reset();
  }

  /** Starts to emit. Particles of an earlier start stay. */
  start(now: number): void {
    const progress = this.#progress;
    progress.startedAt = now + this.plan.delay;
    progress.isEmitting = true;
    this.counters.fill(0);
    if (this.plan.delay === 0) this.#createInitial(now);
    for (const child of this.children) child.start(progress.startedAt);
  }

  /** Emits no more; particles live on. */
  stop(): void {
    this.#progress.isEmitting = false;
    for (const child of this.children) child.stop();
  }

  /** Runs one step, which ends at `now`. */
  advance(now: number): void {
    const progress = this.#progress;
    const wasBefore = this.time < 0;
    progress.now = now;
    progress.stepNumber++;
    if (this.time >= 0) {
      if (wasBefore && progress.isEmitting) this.#createInitial(progress.startedAt);
      this.#emit();
      this.#operate();
      this.columns.removeDead();
    }
    for (const child of this.children) {
      // Points that the parent sets for its children replace those of the whole tree.
      child.advance(now);
    }
    this.points.settle();
  }

  copyFrom(other: RunningSystem): void {
    Object.assign(this.#progress, other.#progress);
    this.columns.copyFrom(other.columns);
    this.points.copyFrom(other.points);
    this.counters.set(other.counters);
    for (let i = 0; i < this.children.length; i++) this.children[i].copyFrom(other.children[i]);
  }

  #createInitial(now: number): void {
    if (this.plan.initialCount > 0) this.#createRows(this.plan.initialCount, now, 0);
  }

  #emit(): void {
    if (!this.#progress.isEmitting) return;
    const { emitters } = this.plan;
    for (let i = 0; i < emitters.length; i++) {
      const strength = strengthAt(emitters[i].fade, this.time);
      if (strength > 0) emitters[i].run.emit(this, strength, i * 2, this.#create);
    }
  }

  #createRows(count: number, firstBorn: number, interval: number): void {
    const { columns, plan } = this;
    const { constants } = plan;
    const first = columns.count;
    const end = Math.min(first + count, columns.capacity);
    const [red, green, blue] = constants.color;
    columns.count = end;
    for (let i = first; i < end; i++) {
      columns.born[i] = firstBorn + (i - first) * interval;
      columns.id[i] = this.#progress.nextId++;
      columns.key[i] = mixBits((this.seed + columns.id[i]) >>> 0);
      columns.lifetime[i] = DEFAULT_LIFETIME;
      columns.radius[i] = constants.radius;
      columns.rotation[i] = constants.rotation;
      columns.rotationSpeed[i] = constants.rotationSpeed;
      columns.red[i] = red;
      columns.green[i] = green;
      columns.blue[i] = blue;
      columns.alpha[i] = 1;
      columns.sequence[i] = constants.sequence;
      columns.secondSequence[i] = constants.secondSequence;
      columns.trailLength[i] = 0.1;
      columns.yaw[i] = 0;
      columns.x[i] = columns.previousX[i] = 0;
      columns.y[i] = columns.previousY[i] = 0;
      columns.z[i] = columns.previousZ[i] = 0;
    }
    for (const initialize of plan.initializers) initialize(this, first, end);
    for (let i = first; i < end; i++) {
      columns.firstRadius[i] = columns.radius[i];
      columns.firstRed[i] = columns.red[i];
      columns.firstGreen[i] = columns.green[i];
      columns.firstBlue[i] = columns.blue[i];
      columns.firstAlpha[i] = columns.alpha[i];
      columns.firstTrailLength[i] = columns.trailLength[i];
    }
  }

  #operate(): void {
    const { operators } = this.plan;
    for (let i = 0; i < operators.length; i++) {
      const { run, fade } = operators[i];
      const strength = strengthAt(fade, this.time);
      if (strength <= 0) continue;
      if (typeof run === "function") run(this, strength);
      else {
        this.#sumForces();
        run.move(this, strength, this.#forces);
        for (let pass = 0; pass < run.passes; pass++) {
          for (const constrain of this.plan.constraints) constrain(this);
        }
      }
    }
  }

  #sumForces(): void {
    const { forces } = this.plan;
    if (forces.length === 0) return;
    this.#forces.fill(0, 0, this.columns.count * 3);
    for (let i = 0; i < forces.length; i++) {
      const strength = strengthAt(forces[i].fade, this.time);
      if (strength > 0) forces[i].run(this, strength, this.#forces);
    }
  }
}
