/** Moves of brush entities: `CBaseEntity::PerformPush` of Source SDK 2013. */

import type { EntityTable } from "./entity-table.ts";

/** Kinds of moves: to a position, to angles, or without a destination. */
export const MOVE = { none: 0, linear: 1, angular: 2, free: 3 } as const;

/** Seconds below which a move is at its end: rounding must not add a tick. */
const NOTHING_LEFT = 1e-6;

/** Adds the way of some seconds to a place; −1 takes it back. */
export function addWay(place: Float64Array, velocity: Float64Array, row: number, seconds: number) {
  for (let i = row * 3; i < row * 3 + 3; i++) place[i] += velocity[i] * seconds;
}

/**
 * Moves an entity by its velocities for a tick, or for the rest of its move. Nothing blocks it.
 * @returns whether the move ended; then it is exactly at its goal and rests
 */
export function push(entities: EntityTable, row: number, tickSeconds: number): boolean {
  const seconds = Math.min(entities.moveTime[row], tickSeconds);
  const { origin, velocity, angles, angularVelocity } = entities;
  addWay(origin, velocity, row, seconds);
  addWay(angles, angularVelocity, row, seconds);
  return endStep(entities, row, seconds);
}

/** Lets the time of a move pass. Returns whether it ended, as `push` does. */
export function endStep(entities: EntityTable, row: number, seconds: number): boolean {
  const { origin, velocity, angles, angularVelocity, goal } = entities;
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
