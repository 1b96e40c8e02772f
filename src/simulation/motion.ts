/** Moves of brush entities: `CBaseEntity::PerformPush` without anything that is pushed or blocks. */

import type { EntityTable } from "./entity-table.ts";

/** Kinds of moves: to a position, to angles, or without a destination. */
export const MOVE = { none: 0, linear: 1, angular: 2, free: 3 } as const;

/** Seconds below which a move is at its end: rounding must not add a tick. */
const NOTHING_LEFT = 1e-6;

/**
 * Moves an entity by its velocities for a tick, or for the rest of its move.
 * @returns whether the move ended; then it is exactly at its goal and rests
 */
export function push(entities: EntityTable, row: number, tickSeconds: number): boolean {
  const seconds = Math.min(entities.moveTime[row], tickSeconds);
  const { origin, velocity, angles, angularVelocity, goal } = entities;
  for (let i = row * 3; i < row * 3 + 3; i++) {
    origin[i] += velocity[i] * seconds;
    angles[i] += angularVelocity[i] * seconds;
  }
  entities.moveTime[row] -= seconds;
  if (entities.moveTime[row] > NOTHING_LEFT) return false;
  entities.moveTime[row] = -1;
  const kind = entities.moveKind[row];
  for (let i = row * 3; i < row * 3 + 3; i++) {
    if (kind === MOVE.linear) {
      origin[i] = goal[i];
      velocity[i] = 0;
    } else if (kind === MOVE.angular) {
      angles[i] = goal[i];
      angularVelocity[i] = 0;
    }
  }
  return true;
}
