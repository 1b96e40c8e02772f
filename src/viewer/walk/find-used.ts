/**
 * Finds what the use key of a walker uses: `CBasePlayer::FindUseEntity`
 * (game/shared/baseplayer_shared.cpp of Source SDK 2013), without its search in a sphere.
 */

import { MASK_PLAYERSOLID } from "../../formats/bsp/layouts/contents-flags.ts";
import { writeForward } from "../../math/angles.ts";
import type { Solids } from "../../simulation/index.ts";
import type { ViewerCamera } from "../camera/camera.ts";

/** Inches within which things are used (`PLAYER_USE_RADIUS`). */
const REACH = 80;
/** Inches that boxes are swept, and half their side. */
const BOX_WAY = 72;
const BOX_HALF = 16;
/** Tangents of the angles at which boxes are swept downwards, after a line straight ahead. */
const TANGENTS = [1, 3 ** -0.5, 0.3639702342, 0.267949192431, 0.1763269807, -0.1763269807];

const forward = new Float32Array(3);
const up = new Float32Array(3);

/** Returns the entity that the use key uses; −1 for none. */
export function findUsed(solids: Solids, { x, y, z, pitch, yaw }: ViewerCamera): number {
  const { trace } = solids;
  writeForward(forward, pitch, yaw);
  writeForward(up, pitch - 90, yaw);
  const sweep = (dx: number, dy: number, dz: number, way: number): number => {
    trace.sweep(x, y, z, x + dx * way, y + dy * way, z + dz * way, MASK_PLAYERSOLID);
    return trace.hit.fraction < 1 ? solids.usableOf(solids.entityOf(trace.hit.model)) : -1;
  };
  trace.setBox(0, 0, 0);
  const ahead = sweep(forward[0], forward[1], forward[2], REACH);
  if (ahead >= 0) return ahead;
  trace.setBox(BOX_HALF, BOX_HALF, BOX_HALF);
  for (const tangent of TANGENTS) {
    const [dx, dy, dz] = [0, 1, 2].map((axis) => forward[axis] - tangent * up[axis]);
    const length = Math.hypot(dx, dy, dz);
    const found = sweep(dx / length, dy / length, dz / length, BOX_WAY);
    if (found >= 0) return found;
  }
  return -1;
}
