/** Places a player where there is room. */

import { EYE_HEIGHT } from "../../map/hulls.ts";
import type { WalkBody } from "./walk-body.ts";
import { DUCKED_EYE_HEIGHT } from "./walk-rules.ts";

/** Range and step of the search for room, inches. */
const REACH = 48;
const STEP = 8;

/**
 * Places the eyes at (x, y, z), standing or else ducked, then at positions around it: above before
 * beside. Returns `false`, and leaves the body unchanged, if there is no room.
 */
export function placeBody(body: WalkBody, x: number, y: number, eyeZ: number): boolean {
  const { isDucked, eyeHeight } = body;
  for (const ducked of [false, true]) {
    body.isDucked = ducked;
    body.eyeHeight = ducked ? DUCKED_EYE_HEIGHT : EYE_HEIGHT;
    const z = eyeZ - body.eyeHeight;
    for (let ring = 0; ring <= REACH; ring += STEP) {
      const place = findInRing(body, x, y, z, ring);
      if (place === null) continue;
      [body.x, body.y, body.z] = place;
      body.stop();
      body.ride.leave();
      body.leaveGround();
      body.onLadder = body.hasBase = false;
      body.baseX = body.baseY = body.baseZ = 0;
      body.duckSeconds = -1;
      body.waterJumpSeconds = 0;
      return true;
    }
  }
  Object.assign(body, { isDucked, eyeHeight });
  return false;
}

type Place = [x: number, y: number, z: number];

function findInRing(body: WalkBody, x: number, y: number, z: number, ring: number): Place | null {
  if (ring === 0) return body.isStuckAt(x, y, z) ? null : [x, y, z];
  for (const up of [ring, 0, -ring]) {
    for (let side = 0; side < 9; side++) {
      const px = x + ((side % 3) - 1) * ring;
      const py = y + (Math.floor(side / 3) - 1) * ring;
      if (up !== 0 && side !== 4 && ring === STEP) continue;
      if (!body.isStuckAt(px, py, z + up)) return [px, py, z + up];
    }
  }
  return null;
}

/** Inches by which a stuck player is moved, the least first. */
const NUDGES = [1 / 16, 1 / 4, 1, 2, 4];

/** Moves a player out of a model that has come to it; far, and at rest, if little is not enough. */
export function freeBody(body: WalkBody): void {
  const { x, y, z } = body;
  for (const step of NUDGES) {
    for (let way = 0; way < 6; way++) {
      const sign = (way & 1) === 0 ? step : -step;
      body.x = x + (way >> 1 === 0 ? sign : 0);
      body.y = y + (way >> 1 === 1 ? sign : 0);
      body.z = z + (way >> 1 === 2 ? sign : 0);
      if (!body.isStuckAt(body.x, body.y, body.z)) return;
    }
  }
  Object.assign(body, { x, y, z });
  placeBody(body, x, y, z + body.eyeHeight);
}
