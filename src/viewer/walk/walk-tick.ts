/**
 * One tick of a walking player: the order of the engine's `PlayerMove` and `FullWalkMove`. The same keys from the same
 * place lead to the same place, whatever the frames.
 */

import { duckMove } from "./duck-move.ts";
import { airMove, applyFriction, findGround, type LevelWish, walkMove } from "./ground-move.ts";
import { ladderMove } from "./ladder-move.ts";
import { railMove } from "./rail-move.ts";
import { slideMove } from "./slide-move.ts";
import { WAIST, type WalkBody, type WalkKeys } from "./walk-body.ts";
import { DUCKED_SPEED_PART, MAX_VELOCITY, TICK_SECONDS } from "./walk-rules.ts";
import { checkWaterJump, findWater, waterMove } from "./water-move.ts";

/** What rises faster than this is thrown, and stands on nothing. */
const THROWN_SPEED = 250;
const SWIM_UP_SPEED = 100;

const wish: LevelWish = { x: 0, y: 0, speed: 0 };

export function walkTick(body: WalkBody, keys: WalkKeys): void {
  const seconds = TICK_SECONDS;
  if (body.vz > THROWN_SPEED) body.onGround = false;
  duckMove(body, keys.duck, seconds);
  if (railMove(body, keys, seconds)) return;
  const { speed: usual, fastSpeed } = body.rules;
  const isSlow = body.isDucked && body.onGround;
  const speed = (keys.fast ? fastSpeed : usual) * (isSlow ? DUCKED_SPEED_PART : 1);
  if (ladderMove(body, keys)) {
    findWater(body);
    slideMove(body, seconds);
    findGround(body);
    return;
  }
  setWish(keys, speed);
  walk(body, keys, speed, seconds);
}

function walk(body: WalkBody, keys: WalkKeys, speed: number, seconds: number): void {
  const { gravity } = body.rules;
  if (!findWater(body)) body.vz -= gravity * 0.5 * seconds;
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

/** Out of water, until the feet are dry or time is up. */
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
    body.onGround = false;
    body.vz = SWIM_UP_SPEED;
    return;
  }
  const mayJump = body.onGround && !body.isJumpHeld;
  body.isJumpHeld = true;
  // Not while the eyes are on their way down or up.
  if (!mayJump || (body.isDucked && body.duckSeconds >= 0)) return;
  body.onGround = false;
  body.vz = body.isDucked ? body.rules.jumpSpeed : body.vz + body.rules.jumpSpeed;
  body.vz -= body.rules.gravity * 0.5 * seconds;
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
