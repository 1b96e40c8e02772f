/** On ladders that are brushes (`CONTENTS_LADDER`): the engine's `LadderMove`. */

import { CONTENTS_LADDER } from "../../formats/bsp/layouts/contents-flags.ts";
import type { WalkBody, WalkKeys } from "./walk-body.ts";
import { CLIMB_SPEED, LADDER_JUMP_SPEED } from "./walk-rules.ts";

/** Inches at which a ladder is within reach. */
const LADDER_DISTANCE = 2;

/** Whether the player is on a ladder; his velocity is then along it. */
export function ladderMove(body: WalkBody, keys: WalkKeys): boolean {
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
  // What is wanted into the ladder is turned into upwards: along the normal crossed with the level of its face.
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
