/**
 * The player: a box that something outside places, which touches triggers and uses entities. The
 * simulation does not walk. It says where triggers put the player and how they push it, and whoever
 * places the player follows.
 */

import {
  type EntityClass,
  type EntityWorld,
  layoutOf,
  notRun,
  type PlayerOfWorld,
  value,
} from "../entity-class.ts";

/** Where a player stands: its feet in world space in inches, and its view in degrees. */
export interface PlayerPlace {
  x: number;
  y: number;
  z: number;
  pitch: number;
  yaw: number;
  /** Whether it is ducked: 36 inches tall, not 72. */
  isDucked?: boolean;
  /** Whether it walks, so that it is pushed, carried, and blocks. */
  isSolid?: boolean;
  /** Entity that it stands on; −1 for the world, or if it stands on nothing. */
  ground?: number;
}

/** `VEC_HULL_MAX`, `VEC_DUCK_HULL_MAX`, `VEC_VIEW`, `VEC_DUCK_VIEW` of Source SDK 2013. */
const HALF_WIDTH = 16;
const HEIGHT = 72;
const DUCKED_HEIGHT = 36;
const EYE_HEIGHT = 64;
const DUCKED_EYE_HEIGHT = 28;

const state = layoutOf({
  isDucked: value(),
  isSolid: value(),
  ground: value(-1),
  /** Entity that it uses in the next tick. */
  used: value(-1),
  teleports: value(),
  /** Inches a second by which triggers push during this tick. */
  push: value(0, 3),
  /** Inches a second that triggers gave at once, all together. */
  impulse: value(0, 3),
  /** Factor of gravity. */
  gravity: value(1),
  /** Last velocity that the map set, which replaces that of the walk, and how often it set one. */
  velocity: value(0, 3),
  velocities: value(),
});
const { at } = state;

/** Inputs of players that visleaf does not run. */
const GAME_INPUTS = [
  ...["SetHealth", "SetHUDVisibility", "SetFogController", "HandleMapEvent", "AddContext"],
  ...["IgnoreFallDamage", "IgnoreFallDamageWithoutReset", "OnSquadMemberKilled"],
  ...["DisableFlashlight", "EnableFlashlight", "ForceDropPhysObjects"],
];

export const PLAYER_CLASS: EntityClass = {
  names: ["player"],
  state,
  inputs: Object.fromEntries(GAME_INPUTS.map((name) => [name, notRun])),
};

export class Player implements PlayerOfWorld {
  /** Row of the entity that it was made; -1 before. It stays the player's after it left. */
  entity = -1;
  /** Box around the player in world space, inches. */
  readonly mins = new Float64Array(3);
  readonly maxs = new Float64Array(3);
  readonly #world: EntityWorld;
  /** Adds the entity of a player to the simulation, and returns its row. */
  readonly #make: () => number;

  constructor(world: EntityWorld, make: () => number) {
    this.#world = world;
    this.#make = make;
  }

  /** Row of the player's entity; -1 while there is no player. */
  get row(): number {
    return this.#world.isAlive(this.entity) ? this.entity : -1;
  }

  /** Puts the player somewhere, from the next tick on; the first call makes it. */
  place(place: PlayerPlace): void {
    const { x, y, z, pitch, yaw, isDucked = false, isSolid = false, ground = -1 } = place;
    if (this.entity < 0) this.entity = this.#make();
    this.#world.entities.isRemoved[this.entity] = 0;
    this.#world.set(this.entity, at.isDucked, isDucked ? 1 : 0);
    this.#world.set(this.entity, at.isSolid, isSolid ? 1 : 0);
    this.#world.set(this.entity, at.ground, ground);
    this.#move(x, y, z, pitch, yaw);
  }

  /** Lets the player use an entity in the next tick, as the use key does. */
  use(entity: number): void {
    if (this.row >= 0) this.#world.set(this.entity, at.used, entity);
  }

  /** Takes the player away; triggers that it touches notice in the next tick. */
  leave(): void {
    if (this.row >= 0) this.#world.entities.isRemoved[this.entity] = 1;
  }

  /** Whether the player is at a place already. */
  isAt(place: PlayerPlace): boolean {
    const { x, y, z, pitch, yaw, isDucked = false, isSolid = false, ground = -1 } = place;
    const { origin, angles } = this.#world.entities;
    const first = this.entity * 3;
    return (
      this.row >= 0 &&
      origin[first] === x &&
      origin[first + 1] === y &&
      origin[first + 2] === z &&
      angles[first] === pitch &&
      angles[first + 1] === yaw &&
      (this.#number(at.isDucked) !== 0) === isDucked &&
      this.isSolid === isSolid &&
      this.ground === ground
    );
  }

  /** Writes the player's place; false while nobody plays. */
  readPlace(out: PlayerPlace): boolean {
    if (this.row < 0) return false;
    const { origin, angles } = this.#world.entities;
    const first = this.entity * 3;
    out.x = origin[first];
    out.y = origin[first + 1];
    out.z = origin[first + 2];
    out.pitch = angles[first];
    out.yaw = angles[first + 1];
    out.isDucked = this.#number(at.isDucked) !== 0;
    return true;
  }

  /** Whether it walks, so that it is pushed, carried, and blocks. */
  get isSolid(): boolean {
    return this.row >= 0 && this.#number(at.isSolid) !== 0;
  }

  get ground(): number {
    return this.entity < 0 ? -1 : this.#number(at.ground);
  }

  /** Times that the map replaced the player's velocity, and the last one along an axis. */
  get velocities(): number {
    return this.#number(at.velocities);
  }

  velocity(axis: number): number {
    return this.#number(at.velocity + axis);
  }

  /** Times that something in the map teleported the player. */
  get teleports(): number {
    return this.#number(at.teleports);
  }

  /** Factor of gravity that the map set; 1 at first. */
  get gravity(): number {
    return this.entity < 0 ? 1 : this.#number(at.gravity);
  }

  /** Inches a second along an axis by which triggers carried the player in the last tick. */
  push(axis: number): number {
    return this.#number(at.push + axis);
  }

  /** Sum of velocities along an axis that triggers gave the player at once, inches a second. */
  impulse(axis: number): number {
    return this.#number(at.impulse + axis);
  }

  /** Height of the eyes above the feet in inches. */
  get eyeHeight(): number {
    return this.#number(at.isDucked) === 0 ? EYE_HEIGHT : DUCKED_EYE_HEIGHT;
  }

  // For the simulation and its classes.

  /** Entity that the player uses in this tick, once; -1 for none. */
  takeUsed(): number {
    const used = this.#number(at.used);
    this.#world.set(this.entity, at.used, -1);
    return used;
  }

  /** Starts a tick: writes the box, and ends the pushes of the last tick. */
  startTick(): void {
    this.writeBox();
    for (let axis = 0; axis < 3; axis++) this.#world.set(this.entity, at.push + axis, 0);
  }

  /** Writes the box around the player's place. */
  writeBox(): void {
    const { origin } = this.#world.entities;
    for (let axis = 0; axis < 3; axis++) {
      const feet = origin[this.entity * 3 + axis];
      this.mins[axis] = axis === 2 ? feet : feet - HALF_WIDTH;
      this.maxs[axis] = axis === 2 ? feet + this.#height : feet + HALF_WIDTH;
    }
  }

  /** Moves the player within a tick: something pushes it. Inches. */
  shift(x: number, y: number, z: number): void {
    const { origin } = this.#world.entities;
    const first = this.entity * 3;
    origin[first] += x;
    origin[first + 1] += y;
    origin[first + 2] += z;
    this.writeBox();
  }

  /** Turns the player's view, degrees. */
  turn(yaw: number): void {
    this.#world.entities.angles[this.entity * 3 + 1] += yaw;
  }

  get #height(): number {
    return this.#number(at.isDucked) === 0 ? HEIGHT : DUCKED_HEIGHT;
  }

  teleport(x: number, y: number, z: number, pitch: number, yaw: number): void {
    this.#move(x, y, z, pitch, yaw);
    this.#world.set(this.entity, at.teleports, this.teleports + 1);
  }

  addPush(x: number, y: number, z: number): void {
    this.#addTo(at.push, x, y, z);
  }

  addImpulse(x: number, y: number, z: number): void {
    this.#addTo(at.impulse, x, y, z);
  }

  setVelocity(x: number, y: number, z: number): void {
    this.#world.set(this.entity, at.velocity, x);
    this.#world.set(this.entity, at.velocity + 1, y);
    this.#world.set(this.entity, at.velocity + 2, z);
    this.#world.set(this.entity, at.velocities, this.velocities + 1);
  }

  setGravity(factor: number): void {
    this.#world.set(this.entity, at.gravity, factor);
  }

  #addTo(field: number, x: number, y: number, z: number): void {
    this.#world.set(this.entity, field, this.#number(field) + x);
    this.#world.set(this.entity, field + 1, this.#number(field + 1) + y);
    this.#world.set(this.entity, field + 2, this.#number(field + 2) + z);
  }

  #move(x: number, y: number, z: number, pitch: number, yaw: number): void {
    const { origin, angles } = this.#world.entities;
    const first = this.entity * 3;
    origin[first] = x;
    origin[first + 1] = y;
    origin[first + 2] = z;
    angles[first] = pitch;
    angles[first + 1] = yaw;
  }

  #number(field: number): number {
    return this.entity < 0 ? 0 : this.#world.get(this.entity, field);
  }
}
