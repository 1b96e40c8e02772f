/**
 * Moves entities that meet a player who walks: they push and carry it, or it blocks them
 * (`CPhysicsPushedEntities` and `CBaseEntity::PerformPush`, physics_main.cpp of Source SDK 2013).
 */

import { MASK_PLAYERSOLID } from "../../formats/bsp/layouts/contents-flags.ts";
import type { EntityWorld } from "../entity-class.ts";
import { invertPlacement, writeWorldMatrix } from "../hierarchy.ts";
import { addWay, endStep, push } from "../motion.ts";
import { TICK_SECONDS } from "../tick.ts";
import type { Player } from "./player.ts";
import type { Solids } from "./solids.ts";

/** Inches by which a player is moved to make room for a train that it cannot block. */
const NUDGE = 0.5;

export class Pushes {
  /** Solids around the player; `null` until something walks. */
  solids: Solids | null = null;
  readonly #world: EntityWorld;
  readonly #player: Player;
  /** Rows of the hulls' models that the entity carries which moves now. */
  readonly #carried: number[] = [];
  readonly #before = new Float32Array(12);
  readonly #after = new Float32Array(12);
  /** Way of the player's feet in the present push, inches. */
  readonly #way = new Float64Array(3);

  constructor(world: EntityWorld, player: Player) {
    this.#world = world;
    this.#player = player;
  }

  /** Whether the player may be pushed. */
  get #isActive(): boolean {
    return this.solids !== null && this.#player.isSolid;
  }

  /** Finds what is near the player. Call before entities move. */
  startTick(): void {
    const { solids } = this;
    if (solids === null || !this.#player.isSolid) return;
    const { origin } = this.#world.entities;
    const feet = this.#player.row * 3;
    // A trigger may have teleported it.
    this.#player.writeBox();
    solids.gatherInTick(origin[feet], origin[feet + 1], origin[feet + 2]);
  }

  /** Moves an entity for a tick. Returns whether its move ended. */
  move(row: number): boolean {
    const { entities } = this.#world;
    if (!this.#isActive || !this.#findCarried(row)) {
      if (entities.blocker[row] >= 0) this.#setBlocker(row, -1);
      return push(entities, row, TICK_SECONDS);
    }
    const seconds = Math.min(entities.moveTime[row], TICK_SECONDS);
    const isTurning = hasAny(entities.angularVelocity, row);
    const isTurned = isTurning && this.#turn(row, seconds);
    let isFree = !isTurning || isTurned;
    if (isFree && hasAny(entities.velocity, row)) isFree = this.#slide(row, seconds);
    this.#setBlocker(row, isFree ? -1 : this.#player.row);
    if (!isFree) this.#world.classOf(row).blocked?.(this.#world, row, this.#player.row);
    // An entity that has turned, but could not slide, has spent its time.
    if (!isFree && !isTurned) return false;
    const isOver = endStep(entities, row, seconds);
    if (isOver) this.#update();
    return isOver;
  }

  #setBlocker(row: number, blocker: number): void {
    const { blocker: blockers } = this.#world.entities;
    if (blockers[row] === blocker) return;
    const one = this.#world.classOf(row);
    const isEnd = blockers[row] >= 0;
    blockers[row] = blocker;
    if (isEnd) one.endBlocked?.(this.#world, row);
    if (blocker >= 0) one.startBlocked?.(this.#world, row, blocker);
  }

  /** Finds the solids near the player that an entity carries; returns whether there are any. */
  #findCarried(row: number): boolean {
    const carried = this.#carried;
    carried.length = 0;
    const { solids } = this;
    if (solids === null) return false;
    const { near, nearCount } = solids.trace.models;
    for (let i = 0; i < nearCount; i++) {
      if (solids.isCarriedBy(solids.entityOf(near[i]), row)) carried.push(near[i]);
    }
    return carried.length > 0;
  }

  /** Takes the places of the carried solids. */
  #update(): void {
    const { solids } = this;
    if (solids === null) return;
    for (const model of this.#carried) solids.trace.models.update(solids, model);
  }

  /** Slides an entity, unless the player blocks it. */
  #slide(row: number, seconds: number): boolean {
    const { entities } = this.#world;
    const { origin, velocity, parent } = entities;
    const at = row * 3;
    let [x, y, z] = [
      velocity[at] * seconds,
      velocity[at + 1] * seconds,
      velocity[at + 2] * seconds,
    ];
    if (parent[row] >= 0) {
      writeWorldMatrix(entities, parent[row], this.#before);
      const m = this.#before;
      [x, y, z] = [0, 4, 8].map((i) => m[i] * x + m[i + 1] * y + m[i + 2] * z);
    }
    addWay(origin, velocity, row, seconds);
    this.#update();
    this.#setWay(x, y, z);
    if (!this.#meetsPlayer(row) || this.#pushPlayer(row, false)) return true;
    addWay(origin, velocity, row, -seconds);
    this.#update();
    return false;
  }

  /** Turns an entity, unless the player blocks it. */
  #turn(row: number, seconds: number): boolean {
    const { entities } = this.#world;
    const { angles, angularVelocity } = entities;
    writeWorldMatrix(entities, row, this.#before);
    invertPlacement(this.#before);
    addWay(angles, angularVelocity, row, seconds);
    writeWorldMatrix(entities, row, this.#after);
    this.#update();
    if (!this.#meetsPlayer(row)) return true;
    this.#findTurnWay(row);
    if (this.#pushPlayer(row, true)) {
      this.#player.turn(angularVelocity[row * 3 + 1] * seconds);
      return true;
    }
    addWay(angles, angularVelocity, row, -seconds);
    this.#update();
    return false;
  }

  /**
   * Finds the way of a player whom an entity turns: that of the feet if they stand on it, else of the
   * corner of the box that it meets first.
   */
  #findTurnWay(row: number): void {
    const { mins, maxs } = this.#player;
    const x = (mins[0] + maxs[0]) / 2;
    const y = (mins[1] + maxs[1]) / 2;
    this.#followTurn(x, y, mins[2]);
    if (this.#isStandingOn(row)) return;
    const [wayX, wayY, wayZ] = this.#way;
    this.#followTurn(
      wayX < 0 ? maxs[0] : mins[0],
      wayY < 0 ? maxs[1] : mins[1],
      wayZ < 0 ? maxs[2] : mins[2],
    );
  }

  /** Sets the way of a point from `#before`, which is inverted, to `#after`. */
  #followTurn(x: number, y: number, z: number): void {
    const b = this.#before;
    const a = this.#after;
    const u = b[0] * x + b[1] * y + b[2] * z + b[3];
    const v = b[4] * x + b[5] * y + b[6] * z + b[7];
    const w = b[8] * x + b[9] * y + b[10] * z + b[11];
    this.#setWay(
      a[0] * u + a[1] * v + a[2] * w + a[3] - x,
      a[4] * u + a[5] * v + a[6] * w + a[7] - y,
      a[8] * u + a[9] * v + a[10] * w + a[11] - z,
    );
  }

  #setWay(x: number, y: number, z: number): void {
    this.#way[0] = x;
    this.#way[1] = y;
    this.#way[2] = z;
  }

  #isStandingOn(row: number): boolean {
    const { ground } = this.#player;
    return ground >= 0 && (this.solids?.isCarriedBy(ground, row) ?? false);
  }

  /** Whether the player stands on what an entity carries, or overlaps it. */
  #meetsPlayer(row: number): boolean {
    if (this.#isStandingOn(row)) return true;
    const { solids } = this;
    if (solids === null) return false;
    this.#setBox(solids);
    const { mins, maxs } = this.#player;
    const x = (mins[0] + maxs[0]) / 2;
    const y = (mins[1] + maxs[1]) / 2;
    const z = (mins[2] + maxs[2]) / 2;
    for (const model of this.#carried) {
      if (solids.trace.overlapsModel(x, y, z, model, MASK_PLAYERSOLID)) return true;
    }
    return false;
  }

  #setBox({ trace }: Solids): void {
    const { mins, maxs } = this.#player;
    trace.setBox((maxs[0] - mins[0]) / 2, (maxs[1] - mins[1]) / 2, (maxs[2] - mins[2]) / 2);
  }

  /** Moves the player by `#way`; returns false, and leaves it where it was, if there is no room. */
  #pushPlayer(row: number, isTurn: boolean): boolean {
    const { solids } = this;
    if (solids === null) return true;
    const player = this.#player;
    const [x, y, z] = this.#way;
    if (this.#world.classOf(row).passesPlayers?.(this.#world, row)) {
      player.shift(x, y, z);
      if (this.#isStuck(solids)) this.#makeRoom(solids, row);
      return true;
    }
    const fraction = this.#sweep(solids, x, y, z);
    player.shift(x * fraction, y * fraction, z * fraction);
    if ((!isTurn && fraction === 1) || !this.#isStuck(solids)) return true;
    player.shift(-x * fraction, -y * fraction, -z * fraction);
    return false;
  }

  /** Sweeps the player's box through all that the moving entity does not carry. */
  #sweep(solids: Solids, x: number, y: number, z: number): number {
    const { mins, maxs } = this.#player;
    const { trace } = solids;
    const { isIgnored } = trace.models;
    const fromX = (mins[0] + maxs[0]) / 2;
    const fromY = (mins[1] + maxs[1]) / 2;
    const fromZ = (mins[2] + maxs[2]) / 2;
    this.#setBox(solids);
    for (const model of this.#carried) isIgnored[model] = 1;
    trace.sweep(fromX, fromY, fromZ, fromX + x, fromY + y, fromZ + z, MASK_PLAYERSOLID);
    for (const model of this.#carried) isIgnored[model] = 0;
    return trace.hit.fraction;
  }

  #isStuck(solids: Solids): boolean {
    const { mins, maxs } = this.#player;
    const { trace } = solids;
    const x = (mins[0] + maxs[0]) / 2;
    const y = (mins[1] + maxs[1]) / 2;
    const z = (mins[2] + maxs[2]) / 2;
    this.#setBox(solids);
    trace.sweep(x, y, z, x, y, z, MASK_PLAYERSOLID);
    return trace.hit.startsSolid || trace.hit.isAllSolid;
  }

  /** Moves a stuck player a little along the entity's axes; it stays if that does not help. */
  #makeRoom(solids: Solids, row: number): void {
    writeWorldMatrix(this.#world.entities, row, this.#after);
    const m = this.#after;
    for (let i = 0; i < 4; i++) {
      const step = (i & 1) === 0 ? NUDGE : -NUDGE;
      const column = i >> 1;
      const [x, y, z] = [m[column] * step, m[column + 4] * step, m[column + 8] * step];
      this.#player.shift(x, y, z);
      if (!this.#isStuck(solids)) return;
      this.#player.shift(-x, -y, -z);
    }
  }
}

const hasAny = (column: Float64Array, row: number): boolean =>
  column[row * 3] !== 0 || column[row * 3 + 1] !== 0 || column[row * 3 + 2] !== 0;
