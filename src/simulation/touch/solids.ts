/**
 * The solids of a map in a simulation: where its models are now, which of them are solid, and how
 * fast those move that carry a player.
 */

import { type HullModels, type MapHulls, SOLIDITY } from "../../map/hulls.ts";
import type { HullPlaces, HullSphere, NearPoint } from "../../visibility/hull-models.ts";
import { createHullTrace, type HullTrace } from "../../visibility/hull-trace.ts";
import type { EntityWorld } from "../entity-class.ts";
import { writeWorldMatrix } from "../hierarchy.ts";

/** Parents above an entity that are followed; more are a mistake in the map. */
const MOST_PARENTS = 32;
/**
 * Inches around a player's feet within which models are gathered: its hull, its fastest move in a
 * tick, and that of what pushes it.
 */
const REACH = 192;
/** Inches that a player may have gone since models were gathered in the same tick. */
const SLACK = 64;

export class Solids implements HullPlaces {
  readonly hulls: MapHulls;
  readonly trace: HullTrace;
  readonly #world: EntityWorld;
  readonly #models: HullModels;
  /** Entity that has each model now: a template may have made it again. */
  readonly #entity: Int32Array;
  /** Number of entities for which `#entity` was found; −1 to find it again. */
  #entityCount = -1;
  readonly #point: NearPoint = { x: 0, y: 0, z: 0, reach: REACH };
  /** Tick in which models were gathered last; −1 to gather them again. */
  #tick = -1;
  readonly #matrix = new Float32Array(12);

  constructor(world: EntityWorld, hulls: MapHulls) {
    this.#world = world;
    this.hulls = hulls;
    this.trace = createHullTrace(hulls);
    this.#models = hulls.models;
    this.#entity = hulls.models.entity.slice();
  }

  /** Takes the places of models around a player's feet. Call before sweeps. */
  gather(x: number, y: number, z: number): void {
    this.#tick = this.#world.tick;
    if (this.#world.entities.count !== this.#entityCount) this.#findEntities();
    this.#point.x = x;
    this.#point.y = y;
    this.#point.z = z;
    this.trace.models.gather(this, this.#point);
  }

  /**
   * Takes the places of models around a player's feet within a tick. Those that a walker gathered
   * before the tick are enough, because nothing has moved since.
   */
  gatherInTick(x: number, y: number, z: number): void {
    const point = this.#point;
    const isNear =
      Math.abs(point.x - x) < SLACK &&
      Math.abs(point.y - y) < SLACK &&
      Math.abs(point.z - z) < SLACK;
    const isSame = this.#tick === this.#world.tick - 1;
    if (isNear && isSame && this.#world.entities.count === this.#entityCount) {
      this.trace.models.refresh(this);
    } else this.gather(x, y, z);
  }

  /** Finds the entities of models again at the next `gather`, because rows came back or went. */
  restore(): void {
    this.#entityCount = this.#tick = -1;
  }

  /** Entity of a row of the hulls' models; −1 for row −1. */
  entityOf(row: number): number {
    return row < 0 ? -1 : this.#entity[row];
  }

  #findEntities(): void {
    const { lumpRow, isRemoved, count } = this.#world.entities;
    const { entity: own } = this.#models;
    this.#entityCount = count;
    this.#entity.set(own);
    for (let row = 0; row < count; row++) {
      if (lumpRow[row] === row || lumpRow[row] < 0 || isRemoved[row] !== 0) continue;
      const model = own.indexOf(lumpRow[row]);
      if (model >= 0 && isRemoved[own[model]] !== 0) this.#entity[model] = row;
    }
  }

  mayBeNear(row: number, sphere: Readonly<HullSphere>, point: Readonly<NearPoint>): boolean {
    const { origin, angles, parent, isRemoved } = this.#world.entities;
    let entity = this.#entity[row];
    if (isRemoved[entity] !== 0) return false;
    const at = entity * 3;
    let reach = point.reach + sphere.radius;
    let [x, y, z] = [origin[at] - point.x, origin[at + 1] - point.y, origin[at + 2] - point.z];
    const isTurned = angles[at] !== 0 || angles[at + 1] !== 0 || angles[at + 2] !== 0;
    if (!isTurned && parent[entity] < 0) {
      x += sphere.x;
      y += sphere.y;
      z += sphere.z;
      return x * x + y * y + z * z <= reach * reach;
    }
    // However it and what carries it are turned, it is no farther from the carrier's origin.
    reach += Math.sqrt(sphere.x ** 2 + sphere.y ** 2 + sphere.z ** 2);
    for (let i = 0; parent[entity] >= 0 && i < MOST_PARENTS; i++) {
      const o = entity * 3;
      reach += Math.sqrt(origin[o] ** 2 + origin[o + 1] ** 2 + origin[o + 2] ** 2);
      entity = parent[entity];
    }
    x = origin[entity * 3] - point.x;
    y = origin[entity * 3 + 1] - point.y;
    z = origin[entity * 3 + 2] - point.z;
    return x * x + y * y + z * z <= reach * reach;
  }

  place(row: number, out: Float32Array): boolean {
    const entity = this.#entity[row];
    if (!this.#isSolid(row, entity)) return false;
    writeWorldMatrix(this.#world.entities, entity, out);
    return true;
  }

  #isSolid(row: number, entity: number): boolean {
    const { isRemoved, isHidden } = this.#world.entities;
    if (isRemoved[entity] !== 0) return false;
    const solidity = this.#models.solidity[row];
    if (solidity === SOLIDITY.always) return true;
    if (isHidden[entity] !== 0) return false;
    if (solidity === SOLIDITY.door || this.#models.isSolid[row] === 1) return true;
    // A class that is not simulated is never shown later.
    return this.#world.classOf(entity).names.length > 0;
  }

  /** Whether an entity is `carrier`, or carried by it. */
  isCarriedBy(entity: number, carrier: number): boolean {
    const { parent } = this.#world.entities;
    for (let row = entity, i = 0; row >= 0 && i < MOST_PARENTS; row = parent[row], i++) {
      if (row === carrier) return true;
    }
    return false;
  }

  /** The entity, or the nearest that carries it, that can be used; −1 for none. */
  usableOf(entity: number): number {
    const { parent } = this.#world.entities;
    for (let row = entity, i = 0; row >= 0 && i < MOST_PARENTS; row = parent[row], i++) {
      if (this.#world.classOf(row).use !== undefined) return row;
    }
    return -1;
  }

  /** Writes the velocity of an entity in world space, inches a second; turning is left out. */
  writeVelocity(entity: number, out: Float64Array): void {
    const { parent, velocity, moveTime } = this.#world.entities;
    out.fill(0);
    for (let row = entity, i = 0; row >= 0 && i < MOST_PARENTS; row = parent[row], i++) {
      if (moveTime[row] < 0) continue;
      const [x, y, z] = [velocity[row * 3], velocity[row * 3 + 1], velocity[row * 3 + 2]];
      if (parent[row] < 0) {
        out[0] += x;
        out[1] += y;
        out[2] += z;
        continue;
      }
      writeWorldMatrix(this.#world.entities, parent[row], this.#matrix);
      const m = this.#matrix;
      for (let axis = 0; axis < 3; axis++) {
        out[axis] += m[axis * 4] * x + m[axis * 4 + 1] * y + m[axis * 4 + 2] * z;
      }
    }
  }

  /**
   * Writes the velocity in inches a second that a conveyor gives to players who stand on it; returns
   * false for other entities.
   */
  writeConveyance(entity: number, out: Float64Array): boolean {
    if (!this.#world.isAlive(entity)) return false;
    return this.#world.classOf(entity).conveys?.(this.#world, entity, out) ?? false;
  }
}
