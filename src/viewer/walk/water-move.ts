/**
 * Moves the player in water: depth, swimming, and jumps onto edges. The engine's `CheckWater`,
 * `WaterMove`, `CheckWaterJump`.
 */

import { MASK_WATER } from "../../formats/bsp/layouts/contents-flags.ts";
import { stepMove } from "./ground-move.ts";
import { slideMove } from "./slide-move.ts";
import { DRY, EYES, FEET, WAIST, type WalkBody, type WalkKeys } from "./walk-body.ts";
import { ACCELERATE, FRICTION, STEP_SIZE } from "./walk-rules.ts";

const SINKING_SPEED = 60;
const SWIM_SPEED_PART = 0.8;
/** WATERJUMP_HEIGHT, inches above the eyes, and forward reach of the test. */
const WATER_JUMP_HEIGHT = 8;
const WATER_JUMP_REACH = 24;
const WATER_JUMP_SPEED = 256;
const WATER_JUMP_SECONDS = 2;

/** Updates the water level, and returns whether it reaches the waist. */
export function findWater(body: WalkBody): boolean {
  const { trace, x, y, z } = body;
  body.waterLevel = DRY;
  if (trace.contentsAt(x, y, z + 1, MASK_WATER) !== 0) {
    body.waterLevel = FEET;
    if (trace.contentsAt(x, y, z + body.height / 2, MASK_WATER) !== 0) {
      body.waterLevel = WAIST;
      if (trace.contentsAt(x, y, z + body.eyeHeight, MASK_WATER) !== 0) body.waterLevel = EYES;
    }
  }
  return body.waterLevel > FEET;
}

/** @param speed speed limit of the player */
export function waterMove(body: WalkBody, keys: WalkKeys, speed: number, seconds: number): void {
  const { forward, left } = keys;
  const pitch = (keys.pitch * Math.PI) / 180;
  const yaw = (keys.yaw * Math.PI) / 180;
  const forwardZ = -Math.sin(pitch);
  let x = (Math.cos(yaw) * Math.cos(pitch) * forward - Math.sin(yaw) * left) * speed;
  let y = (Math.sin(yaw) * Math.cos(pitch) * forward + Math.cos(yaw) * left) * speed;
  let z = forwardZ * forward * speed;
  if (keys.jump) z += speed;
  else if (forward === 0 && left === 0) z -= SINKING_SPEED;
  else z += Math.min(speed, Math.max(0, forward * speed * forwardZ * 2));
  const length = Math.hypot(x, y, z);
  if (length > 0) {
    x /= length;
    y /= length;
    z /= length;
  }
  const wanted = Math.min(length, speed) * SWIM_SPEED_PART;
  const old = Math.hypot(body.vx, body.vy, body.vz);
  let now = old - seconds * old * FRICTION * body.surfaceFriction;
  if (now < 0.1) now = 0;
  const part = old > 0 ? now / old : 0;
  body.vx *= part;
  body.vy *= part;
  body.vz *= part;
  if (wanted >= 0.1 && wanted > now) {
    const added = Math.min(wanted - now, ACCELERATE * wanted * seconds * body.surfaceFriction);
    body.vx += added * x;
    body.vy += added * y;
    body.vz += added * z;
  }
  body.addBase(1);
  swim(body, seconds);
  body.addBase(-1);
}

function swim(body: WalkBody, seconds: number): void {
  const toX = body.x + body.vx * seconds;
  const toY = body.y + body.vy * seconds;
  const toZ = body.z + body.vz * seconds;
  if (body.sweepTo(toX, toY, toZ).fraction < 1) {
    if (body.onGround) stepMove(body, seconds);
    else slideMove(body, seconds);
    return;
  }
  // The obstacle may be a step or slope: sweeps down onto it from above.
  const hit = body.sweep(toX, toY, toZ + STEP_SIZE + 1, toX, toY, toZ);
  if (hit.startsSolid || hit.isAllSolid) slideMove(body, seconds);
  else body.takeEnd();
}

/** Starts a jump onto an edge that is no higher than the eyes. */
export function checkWaterJump(body: WalkBody, keys: WalkKeys): void {
  if (body.waterJumpSeconds > 0 || body.vz < -180) return;
  const yaw = (keys.yaw * Math.PI) / 180;
  const aheadX = Math.cos(yaw);
  const aheadY = Math.sin(yaw);
  const isBacking = body.vx * aheadX + body.vy * aheadY < 0;
  if (isBacking) return;
  const reachX = body.x + aheadX * WATER_JUMP_REACH;
  const reachY = body.y + aheadY * WATER_JUMP_REACH;
  // As in the engine, the sweep starts half a hull higher, so only obstacles above the waist count.
  const waist = body.z + body.height / 2;
  const wall = body.sweep(body.x, body.y, waist, reachX, reachY, waist);
  if (wall.fraction === 1) return;
  const { normalX, normalY } = wall;
  const top = body.z + body.eyeHeight + WATER_JUMP_HEIGHT;
  if (body.sweep(body.x, body.y, top, reachX, reachY, top).fraction < 1) return;
  body.sweep(reachX, reachY, top, reachX, reachY, top - 1024);
  if (!body.isStandable) return;
  body.vz = WATER_JUMP_SPEED;
  body.isJumpHeld = true;
  body.waterJumpSeconds = WATER_JUMP_SECONDS;
  body.waterJumpX = -50 * normalX;
  body.waterJumpY = -50 * normalY;
}
