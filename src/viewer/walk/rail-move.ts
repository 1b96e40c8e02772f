/**
 * Climbs ladders that are lines (`func_useableladder`): the player is pulled to the line, climbs
 * along it, and is pulled off it to a place that the map names. Follows the engine's
 * hl_gamemovement.cpp, but without the use key: walking or swimming up to a ladder mounts it, and
 * walking on at its end dismounts.
 */

import { MASK_PLAYERSOLID } from "../../formats/bsp/layouts/contents-flags.ts";
import { NO_RAIL, type RailRide } from "./rail-ride.ts";
import { slideMove } from "./slide-move.ts";
import { EYES, type WalkBody, type WalkKeys } from "./walk-body.ts";
import { CLIMB_SPEED, TICK_SECONDS } from "./walk-rules.ts";
import { findWater } from "./water-move.ts";

/**
 * Distances in inches: within which ladders are searched, and within which they are mounted by
 * walking at them or at their ends.
 */
const FIND_DISTANCE = 64;
const MOUNT_DISTANCE = 32;
const END_DISTANCE = 16;
/** Distance in inches within which a ladder is mounted whatever the view direction. */
const TOUCH_DISTANCE = 4;
/** sv_ladderautomountdot: least cosine between the view and the ladder's axis. */
const ALONG = 0.4;
/** Least cosine between the view and the direction to the ladder: 15 degrees. */
const FACING = Math.cos((15 * Math.PI) / 180);
/** Distance from the line at which the player has fallen off, inches. */
const OFF_DISTANCE = 6;
const DISMOUNT_DISTANCE = 100;
/**
 * Limits under water: least cosine between the view and the dismount place, and its largest
 * distance.
 */
const STRICT_DOT = 0.7;
const STRICT_DISTANCE = 40;
/** Upward speed that is added to a jump off a ladder. */
const LEAP_RISE = 50;

/** View direction, and the horizontal vector to its right. */
const view = { x: 1, y: 0, z: 0, rightX: 0, rightY: -1 };

function setView({ pitch, yaw }: WalkKeys): void {
  const up = (pitch * Math.PI) / 180;
  const turn = (yaw * Math.PI) / 180;
  view.x = Math.cos(turn) * Math.cos(up);
  view.y = Math.sin(turn) * Math.cos(up);
  view.z = -Math.sin(up);
  view.rightX = Math.sin(turn);
  view.rightY = -Math.cos(turn);
}

/** Returns whether the player is on a ladder in this tick; otherwise the player walks. */
export function railMove(body: WalkBody, keys: WalkKeys, seconds: number): boolean {
  const { ride } = body;
  if (ride.count === 0) return false;
  setView(keys);
  let { forward } = keys;
  if (ride.isDrawn) {
    if (ride.draw(body, seconds)) return true;
    // Keys held while being pulled count for climbing, but not for mounting or dismounting.
    forward = 0;
  }
  if (ride.rail === NO_RAIL) return mount(body, ride, forward, keys.left);
  if (keys.jump) {
    leap(body, ride, keys.forward);
    return false;
  }
  if (!setClimb(body, ride, keys)) return false;
  climb(body, ride, keys);
  return true;
}

/** Mounts a nearby ladder that the player faces and walks up to. */
function mount(body: WalkBody, ride: RailRide, forward: number, left: number): boolean {
  if (forward <= 0) return false;
  let best = NO_RAIL;
  let bestDistance = FIND_DISTANCE;
  for (let rail = 0; rail < ride.count; rail++) {
    const distance = ride.closest(rail, body);
    if (distance > bestDistance || !isClear(body, ride)) continue;
    best = rail;
    bestDistance = distance;
  }
  if (best === NO_RAIL) return false;
  const distance = ride.closest(best, body);
  const isMounted = isWalkedAt(body, ride, distance, left) || isAtEnd(body, ride, best);
  if (isMounted) ride.drawTo(body, best, ride.x, ride.y, ride.z);
  return isMounted;
}

/** Whether nothing lies between the player's feet or centre and the ladder's nearest point. */
function isClear(body: WalkBody, ride: RailRide): boolean {
  const { trace, x, y, z } = body;
  trace.setBox(0, 0, 0);
  trace.sweep(x, y, z, ride.x, ride.y, ride.z, MASK_PLAYERSOLID);
  if (trace.hit.fraction === 1 && !trace.hit.startsSolid) return true;
  trace.sweep(x, y, z + body.height / 2, ride.x, ride.y, ride.z, MASK_PLAYERSOLID);
  return trace.hit.fraction === 1 && !trace.hit.startsSolid;
}

function isWalkedAt(body: WalkBody, ride: RailRide, distance: number, left: number): boolean {
  if (distance === 0 || distance >= MOUNT_DISTANCE) return false;
  const level = Math.hypot(ride.x - body.x, ride.y - body.y) || 1;
  const ahead = Math.hypot(view.x, view.y) || 1;
  const facing = ((ride.x - body.x) * view.x + (ride.y - body.y) * view.y) / level / ahead;
  const isAlong = Math.abs(ride.alongView(view.x, view.y, view.z)) > ALONG;
  const isMeant = (facing > 0 && left === 0) || isAlong;
  return isMeant && (facing > FACING || distance < TOUCH_DISTANCE);
}

function isAtEnd(body: WalkBody, ride: RailRide, rail: number): boolean {
  ride.setAxis(rail);
  const along = ride.alongView(view.x, view.y, view.z);
  if (ride.toTop(rail, body) < END_DISTANCE) return -along > ALONG;
  return ride.toBottom(rail, body) < END_DISTANCE && along > ALONG;
}

function leap(body: WalkBody, ride: RailRide, forward: number): void {
  ride.rail = NO_RAIL;
  const way = forward < 0 ? -CLIMB_SPEED : CLIMB_SPEED;
  body.vx = view.x * way;
  body.vy = view.y * way;
  body.vz = view.z * way + (view.z >= 0 ? LEAP_RISE : 0);
}

/** Sets the climbing velocity; returns `false` if the player has left the ladder. */
function setClimb(body: WalkBody, ride: RailRide, { forward, left }: WalkKeys): boolean {
  body.stop();
  if (forward === 0 && left === 0) return true;
  if (ride.fromLine(ride.rail, body) > OFF_DISTANCE) {
    ride.rail = NO_RAIL;
    return false;
  }
  const ahead = Math.sign(forward);
  const aside = -Math.sign(left);
  const x = view.x * ahead + view.rightX * aside;
  const y = view.y * ahead + view.rightY * aside;
  const z = view.z * ahead;
  const length = Math.hypot(x, y, z) || 1;
  ride.setAxis(ride.rail);
  const along = ride.alongView(x, y, z) / length;
  // The view direction decides between up and down; down requires a clear downward view.
  const changeover = ride.isLevel(ride.rail) ? 0 : 0.3;
  const isDown = z >= 0 ? along < -changeover : along < 0 && -along > changeover;
  const speed = isDown ? -CLIMB_SPEED : CLIMB_SPEED;
  body.vx = ride.axisX * speed;
  body.vy = ride.axisY * speed;
  body.vz = ride.axisZ * speed;
  return true;
}

function climb(body: WalkBody, ride: RailRide, { forward, left }: WalkKeys): void {
  const { rail } = ride;
  findWater(body);
  body.onGround = false;
  const { x, y, z } = body;
  const before = ride.partDown(rail, body);
  slideMove(body, TICK_SECONDS);
  const now = ride.partDown(rail, body);
  const slack = 1 / ride.length(rail);
  const isLeaving = (now < -slack && now < before) || (now > 1 + slack && now > before);
  const end = Math.min(ride.toTop(rail, body), ride.toBottom(rail, body));
  const isPressing = forward !== 0 || left !== 0;
  ride.setAxis(rail);
  const isClimbing = isPressing && Math.abs(ride.alongView(view.x, view.y, view.z)) > 0.9;
  const wantsOff = end < CLIMB_SPEED * TICK_SECONDS && isPressing && !isClimbing;
  if (!wantsOff && body.waterLevel === EYES && dismount(body, ride, true)) return;
  if (wantsOff && dismount(body, ride, false)) return;
  if (!isLeaving) return;
  body.x = x;
  body.y = y;
  body.z = z;
  body.stop();
}

/** Dismounts to a place that the map names, if it is near, in view, and has room for the player. */
function dismount(body: WalkBody, ride: RailRide, isStrict: boolean): boolean {
  const { dismounts, dismountRail } = ride.map;
  let best = -1;
  let bestDot = 0.5;
  let bestDistance = 0;
  for (let i = 0; i < dismountRail.length; i++) {
    if (dismountRail[i] !== ride.rail && dismountRail[i] !== -1) continue;
    const dx = dismounts[i * 3] - body.x;
    const dy = dismounts[i * 3 + 1] - body.y;
    const z = dismounts[i * 3 + 2];
    if (Math.hypot(dx, dy, z - body.z) > DISMOUNT_DISTANCE) continue;
    const distance = Math.hypot(dx, dy) || 1;
    const dot = (dx * view.x + dy * view.y) / distance;
    if (dot < bestDot || (dot === bestDot && best >= 0)) continue;
    if (body.isStuckAt(body.x + dx, body.y + dy, z + 1)) continue;
    best = i;
    bestDot = dot;
    bestDistance = distance;
  }
  if (best < 0) return false;
  if (isStrict && (bestDot < STRICT_DOT || bestDistance > STRICT_DISTANCE)) return false;
  const at = best * 3;
  ride.drawTo(body, NO_RAIL, dismounts[at], dismounts[at + 1], dismounts[at + 2] + 1);
  return true;
}
