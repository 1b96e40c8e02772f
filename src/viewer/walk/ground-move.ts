/**
 * Moves the player on the ground and in the air: the engine's `WalkMove`, `StepMove`, `AirMove`,
 * and their helpers.
 */

import { MASK_PLAYERSOLID } from "../../formats/bsp/layouts/contents-flags.ts";
import { SWEEP_GAP } from "../../visibility/hull-trace.ts";
import { slideMove } from "./slide-move.ts";
import type { WalkBody } from "./walk-body.ts";
import {
  ACCELERATE,
  AIR_ACCELERATE,
  AIR_SPEED_CAP,
  FRICTION,
  LEAVING_SPEED,
  STANDABLE_Z,
  STEP_SIZE,
  STOP_SPEED,
} from "./walk-rules.ts";

/** Wanted horizontal direction (unit length) and speed. */
export interface LevelWish {
  x: number;
  y: number;
  speed: number;
}

export function applyFriction(body: WalkBody, seconds: number): void {
  const speed = Math.hypot(body.vx, body.vy, body.vz);
  if (speed < 0.1) return;
  const control = Math.max(speed, STOP_SPEED);
  const left = Math.max(0, speed - control * FRICTION * body.surfaceFriction * seconds);
  body.vx *= left / speed;
  body.vy *= left / speed;
  body.vz *= left / speed;
}

/** @param cap limit of the resulting speed along the wish, inches/s */
function accelerate(
  body: WalkBody,
  wish: LevelWish,
  amount: number,
  cap: number,
  seconds: number,
): void {
  const along = body.vx * wish.x + body.vy * wish.y;
  const lacking = Math.min(wish.speed, cap) - along;
  if (lacking <= 0) return;
  const added = Math.min(lacking, amount * wish.speed * seconds * body.surfaceFriction);
  body.vx += added * wish.x;
  body.vy += added * wish.y;
}

export function airMove(body: WalkBody, wish: LevelWish, seconds: number): void {
  accelerate(body, wish, AIR_ACCELERATE, AIR_SPEED_CAP, seconds);
  body.addBase(1);
  slideMove(body, seconds);
  body.addBase(-1);
}

export function walkMove(body: WalkBody, wish: LevelWish, seconds: number): void {
  body.vz = 0;
  accelerate(body, wish, ACCELERATE, Number.POSITIVE_INFINITY, seconds);
  body.addBase(1);
  if (Math.hypot(body.vx, body.vy, body.vz) < 1) {
    body.stop();
    body.addBase(-1);
    return;
  }
  const toX = body.x + body.vx * seconds;
  const toY = body.y + body.vy * seconds;
  const hit = body.sweepTo(toX, toY, body.z);
  if (hit.fraction === 1) body.takeEnd();
  else stepMove(body, seconds);
  body.addBase(-1);
  stayOnGround(body);
}

/**
 * Slides along the ground, and also from one step height above; keeps the result that gets farther.
 */
export function stepMove(body: WalkBody, seconds: number): void {
  const { x, y, z, vx, vy, vz } = body;
  slideMove(body, seconds);
  const { x: lowX, y: lowY, z: lowZ, vx: lowVx, vy: lowVy, vz: lowVz } = body;
  Object.assign(body, { x, y, z, vx, vy, vz });
  const takeLow = (): void => {
    Object.assign(body, { x: lowX, y: lowY, z: lowZ, vx: lowVx, vy: lowVy, vz: lowVz });
  };
  const up = body.sweepTo(x, y, z + STEP_SIZE + SWEEP_GAP);
  if (!up.startsSolid && !up.isAllSolid) body.takeEnd();
  slideMove(body, seconds);
  const down = body.sweepTo(body.x, body.y, body.z - STEP_SIZE - SWEEP_GAP);
  if (down.normalZ < STANDABLE_Z) {
    takeLow();
    return;
  }
  if (!down.startsSolid && !down.isAllSolid) body.takeEnd();
  const low = (lowX - x) ** 2 + (lowY - y) ** 2;
  const high = (body.x - x) ** 2 + (body.y - y) ** 2;
  if (low > high) takeLow();
  else body.vz = lowVz;
}

/** Follows stairs and slopes downwards without leaving the ground. */
function stayOnGround(body: WalkBody): void {
  const { x, y, z } = body;
  const up = body.sweepTo(x, y, z + 2);
  const top = up.z - body.height / 2;
  const down = body.sweep(x, y, top, x, y, z - STEP_SIZE);
  const isFound = down.fraction > 0 && down.fraction < 1 && !down.startsSolid;
  if (!isFound || down.normalZ < STANDABLE_Z) return;
  const bottom = down.z - body.height / 2;
  // Half of the step to which positions are rounded for networking.
  if (Math.abs(z - bottom) > 1 / 64) body.z = bottom;
}

/** Updates whether there is ground within two inches below the feet. */
export function findGround(body: WalkBody): void {
  body.surfaceFriction = 1;
  const isRisingFast = body.vz > LEAVING_SPEED && body.vz - body.groundRise > LEAVING_SPEED;
  if (isRisingFast || (body.vz > 0 && body.onLadder)) {
    body.setGround(false);
    return;
  }
  const { x, y, z } = body;
  body.sweepTo(x, y, z - 2);
  body.setGround(body.isStandable || hasStandableQuarter(body));
  if (body.onGround) {
    body.waterJumpSeconds = 0;
    body.vz = 0;
  } else if (body.vz > 0) body.surfaceFriction = 0.25;
}

/**
 * Tests the quarters of the hull, because one may stand where the whole hull hits a steep surface.
 */
function hasStandableQuarter(body: WalkBody): boolean {
  const { trace, x, y, z } = body;
  if (trace.hit.fraction === 1) return false;
  const half = body.height / 2;
  trace.setBox(8, 8, half);
  for (let quarter = 0; quarter < 4; quarter++) {
    const qx = x + ((quarter & 1) === 0 ? -8 : 8);
    const qy = y + ((quarter & 2) === 0 ? -8 : 8);
    trace.sweep(qx, qy, z + half, qx, qy, z + half - 2, MASK_PLAYERSOLID);
    if (body.isStandable) return true;
  }
  return false;
}
