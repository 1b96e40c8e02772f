/**
 * Places of a simulation's brush models between its last two ticks. Ticks only note which entities
 * moved; matrices are written once for each frame, straight into the moment.
 */

import type { BrushModels } from "../../../map/motion/brush-models.ts";
import { writeMatrix3x4 } from "../../../math/angles.ts";
import { multiply3x4 } from "../../../math/matrix3x4.ts";
import type { MapSimulation } from "../../../simulation/index.ts";

/** Difference of a matrix from the built one that counts as none: rounding of parents' places. */
const SAME = 1e-3;
/** Numbers of a place: origin, then angles. */
const PLACE = 6;
/** Ancestors that are followed; more are a mistake in the map. */
const MOST_PARENTS = 64;

/** Bits of the motion of an entity in the last tick. */
const MOVED = 1;
const TURNED = 2;

export class BrushPlaces {
  /** Entity that has each brush model now: a template may have made it again. */
  readonly entity: Int32Array;
  readonly #brushes: BrushModels;
  /** Matrices of the moment, 12 a brush model. */
  readonly #out: Float32Array;
  /** Number of entities of the map, without those that templates made. */
  readonly #ownCount: number;
  #simulation: MapSimulation;
  /** Number of entities when the tracked ones were found. */
  #entityCount = 0;
  /** Entities with a brush model, and all that carry them. */
  #tracked = new Int32Array(0);
  /** `PLACE` numbers of each tracked entity one tick ago and now, NaN if unknown, and its parent now. */
  #before = new Float64Array(0);
  #now = new Float64Array(0);
  #parent = new Int32Array(0);
  /** `MOVED` and `TURNED` of each entity, and of each brush model with all that carries it. */
  #steps = new Uint8Array(0);
  readonly #motion: Uint8Array;
  #isAnyMoving = false;
  /** Whether an entity got another parent in the last tick. */
  #hasNewParent = false;

  /** @param out matrices that are written: 12 a brush model */
  constructor(simulation: MapSimulation, brushes: BrushModels, out: Float32Array) {
    this.#simulation = simulation;
    this.#brushes = brushes;
    this.#out = out;
    this.#ownCount = simulation.entities.count;
    this.entity = brushes.entity.slice();
    this.#motion = new Uint8Array(brushes.count);
    this.settle();
  }

  /** Whether a model moves between the last two ticks. */
  get isAnyMoving(): boolean {
    return this.#isAnyMoving;
  }

  /** Follows another simulation of the same map. Call `settle` then. */
  follow(simulation: MapSimulation): void {
    this.#simulation = simulation;
  }

  /**
   * Notes what moved in a tick, and places the models that do so no longer. Returns whether matrices
   * changed. Allocates nothing while no entity is made or gets another parent.
   */
  readTick(): boolean {
    const { entities } = this.#simulation;
    if (entities.count !== this.#entityCount) this.#track();
    const isAny = this.#compare(this.#tracked);
    // Another parent may be one that is not tracked yet.
    if (this.#hasNewParent) this.#compare(this.#track());
    if (!isAny && !this.#isAnyMoving) return false;
    const { count } = this.#brushes;
    let isChanged = false;
    this.#isAnyMoving = false;
    for (let row = 0; row < count; row++) {
      const motion = isAny ? this.#motionOf(this.entity[row]) : 0;
      const before = this.#motion[row];
      this.#motion[row] = motion;
      if (motion !== 0) this.#isAnyMoving = true;
      // A motion that ended is shown at the tick. Frames write those that go on.
      if ((before & ~motion) === 0) continue;
      this.#writeSettled(row);
      isChanged = true;
    }
    return isChanged;
  }

  /** Writes the matrices of moving models at a share of the time between the last two ticks. */
  show(part: number): void {
    const { count } = this.#brushes;
    const { parent } = this.#simulation.entities;
    const before = this.#before;
    const now = this.#now;
    const out = this.#out;
    for (let row = 0; row < count; row++) {
      const motion = this.#motion[row];
      if (motion === 0) continue;
      const entity = this.entity[row];
      const to = row * 12;
      if (parent[entity] >= 0) {
        this.#write(entity, part, out, to);
        continue;
      }
      const at = entity * PLACE;
      if ((motion & TURNED) !== 0) this.#writeLocal(entity, part, out, to);
      else {
        out[to + 3] = before[at] + (now[at] - before[at]) * part;
        out[to + 7] = before[at + 1] + (now[at + 1] - before[at + 1]) * part;
        out[to + 11] = before[at + 2] + (now[at + 2] - before[at + 2]) * part;
      }
    }
  }

  /** Places all models at the last tick, where they stay until the next one. */
  settle(): void {
    this.#track();
    this.#compare(this.#tracked);
    this.#before.set(this.#now);
    this.#motion.fill(0);
    this.#isAnyMoving = false;
    for (let row = 0; row < this.#brushes.count; row++) this.#writeSettled(row);
  }

  /** Finds the tracked entities. Returns those that were not tracked before; their places are unknown. */
  #track(): Int32Array {
    const { parent, count } = this.#simulation.entities;
    this.#findEntities();
    if (this.#parent.length < count) this.#grow(Math.max(count, this.#parent.length * 2));
    this.#entityCount = count;
    const old = new Set(this.#tracked);
    const tracked = new Set<number>();
    for (const entity of this.entity) {
      for (let row = entity, i = 0; row >= 0 && i < MOST_PARENTS; row = parent[row], i++) {
        tracked.add(row);
      }
    }
    const added = Int32Array.from(tracked).filter((row) => !old.has(row));
    for (const row of added) this.#now.fill(Number.NaN, row * PLACE, (row + 1) * PLACE);
    this.#tracked = Int32Array.from(tracked);
    return added;
  }

  #grow(length: number): void {
    const before = new Float64Array(length * PLACE);
    const now = new Float64Array(length * PLACE);
    const parent = new Int32Array(length).fill(-1);
    const steps = new Uint8Array(length);
    before.set(this.#before);
    now.set(this.#now);
    parent.set(this.#parent);
    steps.set(this.#steps);
    this.#before = before;
    this.#now = now;
    this.#parent = parent;
    this.#steps = steps;
  }

  /** Finds the entity of each brush model: the map's own, or the last that a template made of it. */
  #findEntities(): void {
    const { lumpRow, isRemoved, model, count } = this.#simulation.entities;
    const { entity: own } = this.#brushes;
    this.entity.set(own);
    for (let row = this.#ownCount; row < count; row++) {
      if (model[row] === 0 || isRemoved[row] === 1) continue;
      const brush = own.indexOf(lumpRow[row]);
      if (brush >= 0 && isRemoved[own[brush]] === 1) this.entity[brush] = row;
    }
  }

  /** Compares tracked entities with the last tick. Returns whether one moved. */
  #compare(tracked: Int32Array): boolean {
    const { origin, angles, parent } = this.#simulation.entities;
    const before = this.#before;
    const now = this.#now;
    const steps = this.#steps;
    let isAny = false;
    this.#hasNewParent = false;
    for (let i = 0; i < tracked.length; i++) {
      const row = tracked[i];
      const from = row * 3;
      const to = row * PLACE;
      const x = origin[from];
      const y = origin[from + 1];
      const z = origin[from + 2];
      const pitch = angles[from];
      const yaw = angles[from + 1];
      const roll = angles[from + 2];
      const turns =
        now[to + 3] !== pitch || now[to + 4] !== yaw || now[to + 5] !== roll ? TURNED | MOVED : 0;
      const moves = now[to] !== x || now[to + 1] !== y || now[to + 2] !== z ? MOVED : 0;
      const isOther = this.#parent[row] !== parent[row];
      const step = isOther ? TURNED | MOVED : turns | moves;
      if (step === 0 && steps[row] === 0) continue;
      // A place in another parent's space, or one that was unknown, is not blended.
      const isUnknown = isOther || Number.isNaN(now[to]);
      before[to] = isUnknown ? x : now[to];
      before[to + 1] = isUnknown ? y : now[to + 1];
      before[to + 2] = isUnknown ? z : now[to + 2];
      before[to + 3] = isUnknown ? pitch : now[to + 3];
      before[to + 4] = isUnknown ? yaw : now[to + 4];
      before[to + 5] = isUnknown ? roll : now[to + 5];
      now[to] = x;
      now[to + 1] = y;
      now[to + 2] = z;
      now[to + 3] = pitch;
      now[to + 4] = yaw;
      now[to + 5] = roll;
      steps[row] = step;
      if (step !== 0) isAny = true;
      if (isOther) {
        this.#hasNewParent = true;
        this.#parent[row] = parent[row];
      }
    }
    return isAny;
  }

  /** `MOVED` and `TURNED` of an entity, and of all that carry it. */
  #motionOf(entity: number): number {
    const { parent } = this.#simulation.entities;
    let motion = this.#steps[entity];
    let row = parent[entity];
    for (let i = 1; row >= 0 && i < MOST_PARENTS; i++) {
      motion |= this.#steps[row];
      row = parent[row];
    }
    return motion;
  }

  /** Writes a model's matrix at the last tick; the one that it was built with if they differ by rounding. */
  #writeSettled(row: number): void {
    const out = this.#out;
    const built = this.#brushes.worldFromModel;
    const at = row * 12;
    this.#write(this.entity[row], 1, out, at);
    for (let i = at; i < at + 12; i++) if (Math.abs(out[i] - built[i]) > SAME) return;
    for (let i = at; i < at + 12; i++) out[i] = built[i];
  }

  /** Writes an entity's matrix in the world. */
  #write(entity: number, part: number, out: Float32Array, to: number): void {
    const { parent } = this.#simulation.entities;
    this.#writeLocal(entity, part, out, to);
    let row = parent[entity];
    for (let i = 1; row >= 0 && i < MOST_PARENTS; i++) {
      this.#writeLocal(row, part, carrier, 0);
      multiply3x4(out, to, carrier, 0, out, to);
      row = parent[row];
    }
  }

  /** Writes an entity's matrix in its parent's space. */
  #writeLocal(entity: number, part: number, out: Float32Array, to: number): void {
    const at = entity * PLACE;
    const before = this.#before;
    const now = this.#now;
    const x = before[at] + (now[at] - before[at]) * part;
    const y = before[at + 1] + (now[at + 1] - before[at + 1]) * part;
    const z = before[at + 2] + (now[at + 2] - before[at + 2]) * part;
    const pitch = blendAngle(before[at + 3], now[at + 3], part);
    const yaw = blendAngle(before[at + 4], now[at + 4], part);
    const roll = blendAngle(before[at + 5], now[at + 5], part);
    if (pitch !== 0 || roll !== 0) {
      writeMatrix3x4(out, to, pitch, yaw, roll, x, y, z);
      return;
    }
    // Most models that turn do so about the vertical: a third of the work.
    const sin = Math.sin(yaw * RADIANS);
    const cos = Math.cos(yaw * RADIANS);
    out[to] = cos;
    out[to + 1] = -sin;
    out[to + 2] = 0;
    out[to + 3] = x;
    out[to + 4] = sin;
    out[to + 5] = cos;
    out[to + 6] = 0;
    out[to + 7] = y;
    out[to + 8] = 0;
    out[to + 9] = 0;
    out[to + 10] = 1;
    out[to + 11] = z;
  }
}

const RADIANS = Math.PI / 180;
const carrier = new Float32Array(12);

/** Blends two angles the shorter way round, in degrees. */
export function blendAngle(from: number, to: number, part: number): number {
  const turn = to - from;
  if (turn <= 180 && turn >= -180) return from + turn * part;
  return from + (turn - Math.round(turn / 360) * 360) * part;
}
