/** State of a player: position, velocity, and the hull that is swept. */

import { MASK_PLAYERSOLID } from "../../formats/bsp/layouts/contents-flags.ts";
import { EYE_HEIGHT, type MapHulls } from "../../map/hulls.ts";
import { createHullTrace, type HullTrace, type SweepHit } from "../../visibility/hull-trace.ts";
import { RailRide } from "./rail-ride.ts";
import {
  DUCKED_HEIGHT,
  HALF_WIDTH,
  HULL_HEIGHT,
  STANDABLE_Z,
  type WalkRules,
} from "./walk-rules.ts";

/** State of the player's keys for one tick. */
export interface WalkKeys {
  /** −1 to 1. */
  forward: number;
  left: number;
  jump: boolean;
  duck: boolean;
  fast: boolean;
  /** Degrees. */
  pitch: number;
  yaw: number;
}

/** Velocities of what players stand on. */
export interface WalkGround {
  /** Writes the velocity of a row of the hulls' models, inches a second. */
  writeVelocity(row: number, out: Float64Array): void;
  /** Writes the velocity by which a row carries who stands on it; false if it is no conveyor. */
  writeConveyance(row: number, out: Float64Array): boolean;
}

/** Depth of the player in water. */
export const DRY = 0;
export const FEET = 1;
export const WAIST = 2;
export const EYES = 3;

export class WalkBody {
  /** Bottom centre of the hull, inches. */
  x = 0;
  y = 0;
  z = 0;
  vx = 0;
  vy = 0;
  vz = 0;
  /** Base velocity: of the ground that was left, of conveyors, and of what pushes. */
  baseX = 0;
  baseY = 0;
  baseZ = 0;
  /** Whether something still gives the base velocity; if not, it becomes the player's own. */
  hasBase = false;
  /** Factor of gravity. */
  weight = 1;
  /** Row of the hulls' models that the player stands on; −1 for the world. */
  groundModel = -1;
  /** State of the brush models that move; `null` if the map stands still. */
  ground: WalkGround | null = null;
  /** Height above the feet. */
  eyeHeight = EYE_HEIGHT;
  onGround = false;
  onLadder = false;
  ladderX = 0;
  ladderY = 0;
  ladderZ = 0;
  waterLevel = DRY;
  isDucked = false;
  /** Seconds since ducking or standing up began; −1 if neither is in progress. */
  duckSeconds = -1;
  isDuckHeld = false;
  isJumpHeld = false;
  /** Remaining seconds of a jump out of water. */
  waterJumpSeconds = 0;
  waterJumpX = 0;
  waterJumpY = 0;
  /** Below 1 on a slope that is too steep to stand on. */
  surfaceFriction = 1;

  readonly rules: WalkRules;
  trace: HullTrace;
  readonly ride: RailRide;

  constructor(hulls: MapHulls, rules: WalkRules) {
    this.trace = createHullTrace(hulls);
    this.ride = new RailRide(hulls, this.trace);
    this.rules = rules;
  }

  get height(): number {
    return this.isDucked ? DUCKED_HEIGHT : HULL_HEIGHT;
  }

  get speed(): number {
    return Math.hypot(this.vx, this.vy);
  }

  /**
   * Sweeps the hull between two foot positions; the result is in `trace.hit`, whose position is the
   * hull's centre.
   */
  sweep(x: number, y: number, z: number, toX: number, toY: number, toZ: number): SweepHit {
    const half = this.height / 2;
    this.trace.setBox(HALF_WIDTH, HALF_WIDTH, half);
    this.trace.sweep(x, y, z + half, toX, toY, toZ + half, MASK_PLAYERSOLID);
    return this.trace.hit;
  }

  sweepTo(toX: number, toY: number, toZ: number): SweepHit {
    return this.sweep(this.x, this.y, this.z, toX, toY, toZ);
  }

  /** Moves the feet to the end of the last sweep. */
  takeEnd(): void {
    const { hit } = this.trace;
    this.x = hit.x;
    this.y = hit.y;
    this.z = hit.z - this.height / 2;
  }

  /** Whether the hull overlaps something solid. */
  isStuckAt(x: number, y: number, z: number): boolean {
    const hit = this.sweep(x, y, z, x, y, z);
    return hit.startsSolid || hit.isAllSolid;
  }

  /** Whether the surface hit last can be stood on. */
  get isStandable(): boolean {
    const { hit } = this.trace;
    return hit.fraction < 1 && hit.normalZ >= STANDABLE_Z;
  }

  /**
   * Sets whether the player stands on the model that was hit last; takes its velocity along when it
   * is left, and gives it back when it is reached (`SetGroundEntity`).
   */
  setGround(isOn: boolean): void {
    if (isOn !== this.onGround) {
      const model = isOn ? this.trace.hit.model : this.groundModel;
      const sign = isOn ? -1 : 1;
      this.#writeVelocity(model);
      this.baseX += sign * velocity[0];
      this.baseY += sign * velocity[1];
      this.baseZ = velocity[2];
    }
    this.onGround = isOn;
    this.groundModel = isOn ? this.trace.hit.model : -1;
  }

  /** Leaves the ground without its velocity: something throws or teleports the player. */
  leaveGround(): void {
    this.onGround = false;
    this.groundModel = -1;
  }

  /** Upward velocity of what the player stands on, inches a second. */
  get groundRise(): number {
    if (this.groundModel < 0) return 0;
    this.#writeVelocity(this.groundModel);
    return velocity[2];
  }

  #writeVelocity(model: number): void {
    velocity.fill(0);
    if (model >= 0) this.ground?.writeVelocity(model, velocity);
  }

  /**
   * Begins a tick: a conveyor gives a base velocity; one that nothing gives any more becomes the
   * player's own (`CheckMovingGround`).
   */
  takeBase(seconds: number): void {
    const isCarried =
      this.onGround &&
      this.groundModel >= 0 &&
      this.ground?.writeConveyance(this.groundModel, velocity) === true;
    if (isCarried) {
      this.baseX = velocity[0] + (this.hasBase ? this.baseX : 0);
      this.baseY = velocity[1] + (this.hasBase ? this.baseY : 0);
      this.baseZ = velocity[2] + (this.hasBase ? this.baseZ : 0);
    } else if (!this.hasBase) {
      // Half of the last tick's way is added first, as in the engine.
      this.vx += this.baseX * (1 + seconds / 2);
      this.vy += this.baseY * (1 + seconds / 2);
      this.vz += this.baseZ * (1 + seconds / 2);
      this.baseX = this.baseY = this.baseZ = 0;
    }
    this.hasBase = false;
  }

  /** Adds the base velocity to the player's own for a move; −1 takes it out again. */
  addBase(sign: number): void {
    this.vx += this.baseX * sign;
    this.vy += this.baseY * sign;
    this.vz += this.baseZ * sign;
  }

  stop(): void {
    this.vx = this.vy = this.vz = 0;
  }
}

const velocity = new Float64Array(3);
