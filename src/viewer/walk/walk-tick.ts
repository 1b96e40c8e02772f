/**
 * Runs one tick of a walking player, in the order of the engine's `PlayerMove` and `FullWalkMove`.
 * The same keys from the same place give the same result, independent of the frame rate.
 */

import { CONTENTS_LADDER } from "../../formats/bsp/layouts/contents-flags.ts";
import { EYE_HEIGHT } from "../../map/hulls.ts";
import { airMove, applyFriction, findGround, type LevelWish, walkMove } from "./ground-move.ts";
import { railMove } from "./rail-move.ts";
import { slideMove } from "./slide-move.ts";
import { WAIST, type WalkBody, type WalkKeys } from "./walk-body.ts";
import {
  CLIMB_SPEED,
  DUCKED_EYE_HEIGHT,
  DUCKED_HEIGHT,
  DUCKED_SPEED_PART,
  HULL_HEIGHT,
  LADDER_JUMP_SPEED,
  MAX_VELOCITY,
  TICK_SECONDS,
  TIME_TO_DUCK,
  TIME_TO_UNDUCK,
} from "./walk-rules.ts";
import { checkWaterJump, findWater, waterMove } from "./water-move.ts";

// Ducking and standing up: the engine's `Duck`, without the changes by jumps in Half-Life 2.

/** Inches by which the feet are raised when ducking in the air. */
const LIFT = HULL_HEIGHT - DUCKED_HEIGHT;
/** Most upward steps, an inch each, to free a stuck hull. */
const MOST_STEPS = 36;

function duckMove(body: WalkBody, wantsDuck: boolean, seconds: number): void {
  if (wantsDuck !== body.isDuckHeld) {
    // Continues from the present eye height.
    const part = (EYE_HEIGHT - body.eyeHeight) / (EYE_HEIGHT - DUCKED_EYE_HEIGHT);
    body.duckSeconds = wantsDuck ? part * TIME_TO_DUCK : (1 - part) * TIME_TO_UNDUCK;
    body.isDuckHeld = wantsDuck;
  }
  if (wantsDuck) {
    if (body.isDucked) {
      body.duckSeconds = -1;
      body.eyeHeight = DUCKED_EYE_HEIGHT;
      return;
    }
    body.duckSeconds = Math.max(0, body.duckSeconds) + seconds;
    if (body.duckSeconds > TIME_TO_DUCK || !body.onGround) finishDuck(body);
    else setEyes(body, body.duckSeconds / TIME_TO_DUCK);
    return;
  }
  if (!body.isDucked && body.duckSeconds < 0) return;
  if (body.isDucked && !hasRoomToStand(body)) {
    body.duckSeconds = 0;
    body.eyeHeight = DUCKED_EYE_HEIGHT;
    return;
  }
  body.duckSeconds = Math.max(0, body.duckSeconds) + seconds;
  if (body.duckSeconds > TIME_TO_UNDUCK || !body.onGround) finishUnduck(body);
  else setEyes(body, 1 - body.duckSeconds / TIME_TO_UNDUCK);
}

/** @param part 0 standing, 1 ducked; the eye height eases at both ends */
function setEyes(body: WalkBody, part: number): void {
  const smooth = part * part * (3 - 2 * part);
  body.eyeHeight = EYE_HEIGHT + (DUCKED_EYE_HEIGHT - EYE_HEIGHT) * smooth;
}

function finishDuck(body: WalkBody): void {
  body.isDucked = true;
  body.duckSeconds = -1;
  body.eyeHeight = DUCKED_EYE_HEIGHT;
  if (!body.onGround) body.z += LIFT;
  const { x, y, z } = body;
  for (let up = 0; up < MOST_STEPS && body.isStuckAt(x, y, body.z); up++) body.z = z + up + 1;
  if (body.isStuckAt(x, y, body.z)) body.z = z;
  findGround(body);
}

function hasRoomToStand(body: WalkBody): boolean {
  const z = body.onGround ? body.z : body.z - LIFT;
  body.isDucked = false;
  const hit = body.sweep(body.x, body.y, body.z, body.x, body.y, z);
  const isFree = !hit.startsSolid && hit.fraction === 1 && !body.isStuckAt(body.x, body.y, z);
  body.isDucked = true;
  return isFree;
}

function finishUnduck(body: WalkBody): void {
  if (body.isDucked && !body.onGround) body.z -= LIFT;
  body.isDucked = false;
  body.duckSeconds = -1;
  body.eyeHeight = EYE_HEIGHT;
  findGround(body);
}

// Ladders that are brushes (`CONTENTS_LADDER`): the engine's `LadderMove`.

/** Distance in inches at which a ladder is in reach. */
const LADDER_DISTANCE = 2;

/** Returns whether the player is on a ladder, and then sets the velocity along it. */
function ladderMove(body: WalkBody, keys: WalkKeys): boolean {
  const pitch = (keys.pitch * Math.PI) / 180;
  const yaw = (keys.yaw * Math.PI) / 180;
  const forwardX = Math.cos(yaw) * Math.cos(pitch);
  const forwardY = Math.sin(yaw) * Math.cos(pitch);
  const forwardZ = -Math.sin(pitch);
  let x = -body.ladderX;
  let y = -body.ladderY;
  let z = -body.ladderZ;
  if (!body.onLadder) {
    if (keys.forward === 0 && keys.left === 0) return false;
    x = forwardX * keys.forward - Math.sin(yaw) * keys.left;
    y = forwardY * keys.forward + Math.cos(yaw) * keys.left;
    z = forwardZ * keys.forward;
    const length = Math.hypot(x, y, z) / LADDER_DISTANCE;
    x /= length;
    y /= length;
    z /= length;
  } else {
    x *= LADDER_DISTANCE;
    y *= LADDER_DISTANCE;
    z *= LADDER_DISTANCE;
  }
  const hit = body.sweepTo(body.x + x, body.y + y, body.z + z);
  body.onLadder = hit.fraction < 1 && (hit.contents & CONTENTS_LADDER) !== 0;
  if (!body.onLadder) return false;
  const { normalX: nx, normalY: ny, normalZ: nz } = hit;
  body.ladderX = nx;
  body.ladderY = ny;
  body.ladderZ = nz;
  if (keys.jump) {
    body.onLadder = false;
    body.vx = nx * LADDER_JUMP_SPEED;
    body.vy = ny * LADDER_JUMP_SPEED;
    body.vz = nz * LADDER_JUMP_SPEED;
    return false;
  }
  const ahead = Math.sign(keys.forward) * CLIMB_SPEED;
  const aside = Math.sign(keys.left) * CLIMB_SPEED;
  const wantX = forwardX * ahead - Math.sin(yaw) * aside;
  const wantY = forwardY * ahead + Math.cos(yaw) * aside;
  const wantZ = forwardZ * ahead;
  // Motion into the ladder is turned upwards, along the cross product of the normal and the face's
  // horizontal direction.
  const into = wantX * nx + wantY * ny + wantZ * nz;
  const level = Math.hypot(nx, ny) || 1;
  body.vx = wantX - nx * into - into * ((-nx * nz) / level);
  body.vy = wantY - ny * into - into * ((-ny * nz) / level);
  body.vz = wantZ - nz * into - into * level;
  if (body.onGround && into > 0) {
    body.vx += CLIMB_SPEED * nx;
    body.vy += CLIMB_SPEED * ny;
    body.vz += CLIMB_SPEED * nz;
  }
  return true;
}

/** Upward speed above which the player was thrown, and is not on the ground. */
const THROWN_SPEED = 250;
const SWIM_UP_SPEED = 100;

const wish: LevelWish = { x: 0, y: 0, speed: 0 };

export function walkTick(body: WalkBody, keys: WalkKeys): void {
  const seconds = TICK_SECONDS;
  body.takeBase(seconds);
  if (body.vz > THROWN_SPEED) body.setGround(false);
  duckMove(body, keys.duck, seconds);
  if (railMove(body, keys, seconds)) return;
  const { speed: usual, fastSpeed } = body.rules;
  const isSlow = body.isDucked && body.onGround;
  const speed = (keys.fast ? fastSpeed : usual) * (isSlow ? DUCKED_SPEED_PART : 1);
  if (ladderMove(body, keys)) {
    findWater(body);
    body.addBase(1);
    slideMove(body, seconds);
    body.addBase(-1);
    findGround(body);
    return;
  }
  setWish(keys, speed);
  walk(body, keys, speed, seconds);
}

function walk(body: WalkBody, keys: WalkKeys, speed: number, seconds: number): void {
  const gravity = body.rules.gravity * body.weight;
  if (!findWater(body)) {
    body.vz -= gravity * 0.5 * seconds;
    body.vz += body.baseZ * seconds;
    body.baseZ = 0;
  }
  keepVelocity(body);
  if (body.waterJumpSeconds > 0) {
    leap(body, seconds);
    return;
  }
  const isSwimming = body.waterLevel >= WAIST;
  if (body.waterLevel === WAIST) checkWaterJump(body, keys);
  if (keys.jump) jump(body, seconds);
  else body.isJumpHeld = false;
  if (isSwimming) {
    waterMove(body, keys, speed, seconds);
    findGround(body);
    return;
  }
  if (body.onGround) {
    body.vz = 0;
    applyFriction(body, seconds);
    keepVelocity(body);
    walkMove(body, wish, seconds);
  } else {
    airMove(body, wish, seconds);
  }
  findGround(body);
  keepVelocity(body);
  if (!findWater(body) && body.waterJumpSeconds === 0) body.vz -= gravity * 0.5 * seconds;
  if (body.onGround) body.vz = 0;
}

/** Continues a jump out of water until the feet are dry or the time is over. */
function leap(body: WalkBody, seconds: number): void {
  body.waterJumpSeconds = Math.max(0, body.waterJumpSeconds - seconds);
  if (body.waterLevel === 0) body.waterJumpSeconds = 0;
  body.vx = body.waterJumpX;
  body.vy = body.waterJumpY;
  slideMove(body, seconds);
  findWater(body);
}

function jump(body: WalkBody, seconds: number): void {
  if (body.waterJumpSeconds > 0) return;
  if (body.waterLevel >= WAIST) {
    body.setGround(false);
    body.vz = SWIM_UP_SPEED;
    return;
  }
  const mayJump = body.onGround && !body.isJumpHeld;
  body.isJumpHeld = true;
  // No jump while the eye height changes.
  if (!mayJump || (body.isDucked && body.duckSeconds >= 0)) return;
  body.setGround(false);
  body.vz = body.isDucked ? body.rules.jumpSpeed : body.vz + body.rules.jumpSpeed;
  body.vz -= body.rules.gravity * body.weight * 0.5 * seconds;
}

function setWish({ forward, left, yaw }: WalkKeys, speed: number): void {
  const turn = (yaw * Math.PI) / 180;
  const x = Math.cos(turn) * forward - Math.sin(turn) * left;
  const y = Math.sin(turn) * forward + Math.cos(turn) * left;
  const length = Math.hypot(x, y);
  wish.x = length > 0 ? x / length : 0;
  wish.y = length > 0 ? y / length : 0;
  wish.speed = Math.min(1, length) * speed;
}

function keepVelocity(body: WalkBody): void {
  body.vx = Math.min(MAX_VELOCITY, Math.max(-MAX_VELOCITY, body.vx));
  body.vy = Math.min(MAX_VELOCITY, Math.max(-MAX_VELOCITY, body.vy));
  body.vz = Math.min(MAX_VELOCITY, Math.max(-MAX_VELOCITY, body.vz));
}
