/** Lets entities think and move. Those that do neither cost nothing. */

import type { EntityWorld } from "../entity-class.ts";
import { NEVER } from "../entity-table.ts";
import { MOVE } from "../motion.ts";
import { TICK_SECONDS } from "../tick.ts";

/** Seconds of the shortest turn (`CBaseToggle::AngularMove`, subs.cpp). */
const SHORTEST_TURN = 0.01;

export class Scheduler {
  readonly #world: EntityWorld;
  readonly #move: (entity: number) => boolean;
  /** Rows that think or move, ascending up to `#sorted`. */
  #awake: number[] = [];
  readonly #isAwake: boolean[] = [];
  #sorted = true;

  /** @param move moves an entity for a tick; returns whether it has arrived */
  constructor(world: EntityWorld, move: (entity: number) => boolean) {
    this.#world = world;
    this.#move = move;
  }

  /** Whether no entity thinks or moves. */
  get isAtRest(): boolean {
    return this.#awake.length === 0;
  }

  save(): readonly number[] {
    return [...this.#awake];
  }

  restore(awake: readonly number[]): void {
    for (const row of this.#awake) this.#isAwake[row] = false;
    this.#awake = [...awake];
    for (const row of this.#awake) this.#isAwake[row] = true;
    this.#sorted = false;
  }

  /** Runs a tick. Entities that wake meanwhile have their turn in the next one. */
  run(): void {
    if (!this.#sorted) this.#awake.sort((a, b) => a - b);
    this.#sorted = true;
    const world = this.#world;
    const { entities, tick } = world;
    const awake = this.#awake;
    const { length } = awake;
    for (let i = 0; i < length; i++) {
      const row = awake[i];
      const thinkTick = entities.thinkTick[row];
      if (thinkTick !== NEVER && thinkTick <= tick) {
        entities.thinkTick[row] = NEVER;
        world.classOf(row).think?.(world, row);
      }
      if (entities.moveTime[row] >= 0 && this.#move(row)) {
        world.classOf(row).moveDone?.(world, row);
      }
    }
    let kept = 0;
    for (const row of awake) {
      if (entities.thinkTick[row] !== NEVER || entities.moveTime[row] >= 0) awake[kept++] = row;
      else this.#isAwake[row] = false;
    }
    awake.length = kept;
  }

  thinkIn(entity: number, seconds: number): void {
    const { entities, time } = this.#world;
    if (seconds < 0) {
      entities.thinkTick[entity] = NEVER;
      return;
    }
    // Rounded as `TIME_TO_TICKS` of the SDK does.
    entities.thinkTick[entity] = Math.floor(0.5 + (time + seconds) / TICK_SECONDS);
    this.#wake(entity);
  }

  thinksAfter(entity: number): number {
    const tick = this.#world.entities.thinkTick[entity];
    return tick === NEVER ? Number.POSITIVE_INFINITY : tick * TICK_SECONDS - this.#world.time;
  }

  moveTo(entity: number, goal: readonly number[], speed: number): void {
    const { origin, velocity } = this.#world.entities;
    this.#startMove(entity, MOVE.linear, goal, origin, velocity, speed);
  }

  turnTo(entity: number, goal: readonly number[], speed: number): void {
    const { angles, angularVelocity } = this.#world.entities;
    this.#startMove(entity, MOVE.angular, goal, angles, angularVelocity, speed);
  }

  spin(entity: number, velocity: readonly number[]): void {
    const { moveKind, angularVelocity } = this.#world.entities;
    moveKind[entity] = MOVE.free;
    angularVelocity.set(velocity, entity * 3);
  }

  waitForMove(entity: number, seconds: number): void {
    this.#world.entities.moveTime[entity] = seconds < 0 ? -1 : seconds;
    this.#wake(entity);
  }

  #wake(entity: number): void {
    if (this.#isAwake[entity]) return;
    this.#isAwake[entity] = true;
    this.#awake.push(entity);
    this.#sorted = false;
  }

  #startMove(
    entity: number,
    kind: number,
    goal: readonly number[],
    place: Float64Array,
    velocity: Float64Array,
    speed: number,
  ): void {
    const world = this.#world;
    const first = entity * 3;
    world.entities.goal.set(goal, first);
    world.entities.moveKind[entity] = kind;
    const delta = goal.map((one, axis) => one - place[first + axis]);
    const distance = Math.hypot(...delta);
    if (distance === 0 || speed === 0) {
      world.classOf(entity).moveDone?.(world, entity);
      return;
    }
    const least = kind === MOVE.angular ? SHORTEST_TURN : 0;
    const seconds = Math.max(distance / Math.abs(speed), least);
    for (let axis = 0; axis < 3; axis++) velocity[first + axis] = delta[axis] / seconds;
    this.waitForMove(entity, seconds);
  }
}
