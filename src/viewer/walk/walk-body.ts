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
  readonly trace: HullTrace;
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

  stop(): void {
    this.vx = this.vy = this.vz = 0;
  }
}
