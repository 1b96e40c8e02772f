/**
 * Touches of the player: who starts to touch, goes on, and ends. As in the engine, the player touches
 * at the start of a tick, and touches that were not renewed end after all entities have thought
 * (`PhysicsMarkEntityAsTouched`, `PhysicsCheckForEntityUntouch`, Source SDK 2013).
 */

import type { EntityWorld } from "../entity-class.ts";
import { NEVER } from "../entity-table.ts";
import { writeWorldMatrix } from "../hierarchy.ts";
import type { ModelVolumes } from "./model-volumes.ts";
import type { Player } from "./player.ts";
import { overlapsModel } from "./volume-test.ts";

/** Values of `EntityTable.touchKind`. */
export const TOUCH = {
  none: 0,
  /** The player touches it inside. */
  trigger: 1,
  /** The player touches it from outside. */
  solid: 2,
} as const;

/** Inches around the player in which it touches solid entities. */
const SOLID_REACH = 2;

export class Touches {
  readonly #world: EntityWorld;
  readonly #player: Player;
  readonly #volumes: ModelVolumes;
  /** Rows of entities whose class can be touched, ascending. */
  #rows: number[] = [];
  readonly #matrix = new Float32Array(12);
  readonly #box = { mins: new Float64Array(3), maxs: new Float64Array(3) };
  /** Touches that have begun, so that ticks without any end none. */
  #begun = 0;

  constructor(world: EntityWorld, player: Player, volumes: ModelVolumes) {
    this.#world = world;
    this.#player = player;
    this.#volumes = volumes;
  }

  /** Adds a row, greater than all before, if its class can be touched. */
  add(row: number): void {
    const { startTouch, touch } = this.#world.classOf(row);
    if (startTouch !== undefined || touch !== undefined) this.#rows.push(row);
  }

  /** Counts again after rows have come back or gone. */
  restore(): void {
    const { entities } = this.#world;
    this.#rows = [];
    this.#begun = 0;
    for (let row = 0; row < entities.count; row++) {
      this.add(row);
      if (entities.touchTick[row] !== NEVER) this.#begun++;
    }
  }

  /** Lets the player touch all that it overlaps. */
  touchAll(): void {
    this.#player.startTick();
    for (const row of this.#rows) this.test(row);
  }

  /** Lets the player touch an entity if they overlap. */
  test(row: number): void {
    const { entities } = this.#world;
    const player = this.#player.row;
    const kind = entities.touchKind[row];
    if (kind === TOUCH.none || player < 0 || entities.isRemoved[row] !== 0) return;
    if (entities.model[row] === 0 || !this.#overlaps(row, kind === TOUCH.solid ? SOLID_REACH : 0))
      return;
    const one = this.#world.classOf(row);
    const isNew = entities.touchTick[row] === NEVER;
    entities.touchTick[row] = this.#world.tick;
    if (isNew) {
      this.#begun++;
      one.startTouch?.(this.#world, row, player);
    }
    if (entities.isRemoved[row] === 0) one.touch?.(this.#world, row, player);
  }

  #overlaps(row: number, reach: number): boolean {
    const { mins, maxs } = this.#player;
    for (let axis = 0; axis < 3; axis++) {
      this.#box.mins[axis] = mins[axis] - reach;
      this.#box.maxs[axis] = maxs[axis] + reach;
    }
    this.#place(row);
    return overlapsModel(this.#volumes, this.#world.entities.model[row], this.#matrix, this.#box);
  }

  /** Writes an entity's matrix; most triggers are neither turned nor carried. */
  #place(row: number): void {
    const { parent, angles, origin } = this.#world.entities;
    const first = row * 3;
    const isTurned = angles[first] !== 0 || angles[first + 1] !== 0 || angles[first + 2] !== 0;
    if (isTurned || parent[row] >= 0) {
      writeWorldMatrix(this.#world.entities, row, this.#matrix);
      return;
    }
    this.#matrix.fill(0);
    for (let axis = 0; axis < 3; axis++) {
      this.#matrix[axis * 5] = 1;
      this.#matrix[axis * 4 + 3] = origin[first + axis];
    }
  }

  /** Whether a touch has begun that may end. */
  get hasBegun(): boolean {
    return this.#begun > 0;
  }

  /** Ends the touches that this tick has not renewed. */
  endStale(): void {
    if (this.#begun === 0) return;
    const { entities, tick } = this.#world;
    const { entity } = this.#player;
    for (const row of this.#rows) {
      const touched = entities.touchTick[row];
      if (touched === NEVER || touched === tick) continue;
      entities.touchTick[row] = NEVER;
      this.#begun--;
      if (entities.isRemoved[row] === 0)
        this.#world.classOf(row).endTouch?.(this.#world, row, entity);
    }
  }
}
