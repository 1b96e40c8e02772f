/** Ducking and standing up: the engine's `Duck`, without what a jump does to it in Half-Life 2. */

import { findGround } from "./ground-move.ts";
import type { WalkBody } from "./walk-body.ts";
import {
  DUCKED_EYE_HEIGHT,
  DUCKED_HEIGHT,
  EYE_HEIGHT,
  HULL_HEIGHT,
  TIME_TO_DUCK,
  TIME_TO_UNDUCK,
} from "./walk-rules.ts";

/** Inches that the feet are drawn up by in the air. */
const LIFT = HULL_HEIGHT - DUCKED_HEIGHT;
/** Steps upwards in which a hull that became stuck is freed, an inch each. */
const MOST_STEPS = 36;

export function duckMove(body: WalkBody, wantsDuck: boolean, seconds: number): void {
  if (wantsDuck !== body.isDuckHeld) {
    // From where the eyes are now.
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

/** @param part 0: standing, 1: ducked; eyes go there slowly at both ends */
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
