/** Puts a player where there is room for him. */

import type { WalkBody } from "./walk-body.ts";
import { DUCKED_EYE_HEIGHT, EYE_HEIGHT } from "./walk-rules.ts";

/** Inches: how far around a place is looked for room, and in which steps. */
const REACH = 48;
const STEP = 8;

/**
 * Eyes first at (x, y, z), standing or else ducked, then at places around it: above before beside. false: there is no
 * room, and the body is where it was.
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
      body.onGround = body.onLadder = false;
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
