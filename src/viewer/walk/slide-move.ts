/**
 * Moves a player for a tick and slides along obstacles: `TryPlayerMove` and `ClipVelocity` of the
 * engine's gamemovement.cpp.
 */

import type { WalkBody } from "./walk-body.ts";

const MAX_BUMPS = 4;
const MAX_CLIP_PLANES = 5;

const planes = new Float64Array(MAX_CLIP_PLANES * 3);
const clipped = new Float64Array(3);

/** Writes the component of a velocity along a plane into `clipped`. */
function clip(vx: number, vy: number, vz: number, plane: number): void {
  const nx = planes[plane * 3];
  const ny = planes[plane * 3 + 1];
  const nz = planes[plane * 3 + 2];
  const into = vx * nx + vy * ny + vz * nz;
  clipped[0] = vx - nx * into;
  clipped[1] = vy - ny * into;
  clipped[2] = vz - nz * into;
  // Removes what rounding may have left.
  const rest = clipped[0] * nx + clipped[1] * ny + clipped[2] * nz;
  if (rest >= 0) return;
  clipped[0] -= nx * rest;
  clipped[1] -= ny * rest;
  clipped[2] -= nz * rest;
}

function isAgainst(plane: number): boolean {
  const p = plane * 3;
  return clipped[0] * planes[p] + clipped[1] * planes[p + 1] + clipped[2] * planes[p + 2] < 0;
}

function takeClipped(body: WalkBody): void {
  body.vx = clipped[0];
  body.vy = clipped[1];
  body.vz = clipped[2];
}

/**
 * Follows all hit planes: a clipped velocity that leads into no other plane, or the crease of two.
 */
function followPlanes(body: WalkBody, count: number, ox: number, oy: number, oz: number): boolean {
  for (let i = 0; i < count; i++) {
    clip(ox, oy, oz, i);
    takeClipped(body);
    let isFree = true;
    for (let j = 0; j < count && isFree; j++) isFree = j === i || !isAgainst(j);
    if (isFree) return true;
  }
  if (count !== 2) return false;
  const x = planes[1] * planes[5] - planes[2] * planes[4];
  const y = planes[2] * planes[3] - planes[0] * planes[5];
  const z = planes[0] * planes[4] - planes[1] * planes[3];
  const length = Math.hypot(x, y, z);
  if (length === 0) return false;
  const along = (x * body.vx + y * body.vy + z * body.vz) / length / length;
  body.vx = x * along;
  body.vy = y * along;
  body.vz = z * along;
  return true;
}

export function slideMove(body: WalkBody, seconds: number): void {
  const { vx: firstX, vy: firstY, vz: firstZ } = body;
  let ox = firstX;
  let oy = firstY;
  let oz = firstZ;
  let count = 0;
  let left = seconds;
  let gone = 0;
  for (let bump = 0; bump < MAX_BUMPS; bump++) {
    if (body.vx === 0 && body.vy === 0 && body.vz === 0) break;
    const { x, y, z } = body;
    const hit = body.sweepTo(x + body.vx * left, y + body.vy * left, z + body.vz * left);
    gone += hit.fraction;
    if (hit.isAllSolid) {
      body.stop();
      return;
    }
    const { fraction, normalX, normalY, normalZ } = hit;
    if (fraction > 0) {
      body.takeEnd();
      // A swept box may slip into a triangle; then the move is undone.
      if (fraction === 1 && body.isStuckAt(body.x, body.y, body.z)) {
        body.x = x;
        body.y = y;
        body.z = z;
        body.stop();
        return;
      }
      ox = body.vx;
      oy = body.vy;
      oz = body.vz;
      count = 0;
    }
    if (fraction === 1) break;
    left -= left * fraction;
    if (count >= MAX_CLIP_PLANES) {
      body.stop();
      break;
    }
    planes[count * 3] = normalX;
    planes[count * 3 + 1] = normalY;
    planes[count * 3 + 2] = normalZ;
    count++;
    if (count === 1 && !body.onGround && !body.onLadder) {
      clip(ox, oy, oz, 0);
      takeClipped(body);
      ox = body.vx;
      oy = body.vy;
      oz = body.vz;
      continue;
    }
    if (!followPlanes(body, count, ox, oy, oz)) {
      body.stop();
      break;
    }
    // Never moves backwards, which would jitter in corners.
    if (body.vx * firstX + body.vy * firstY + body.vz * firstZ <= 0) {
      body.stop();
      break;
    }
  }
  if (gone === 0) body.stop();
}
