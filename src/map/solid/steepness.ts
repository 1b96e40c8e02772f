/** How far up surfaces look, by the z of their normals, unit length. */

/** What one can stand on: game/shared/gamemovement.cpp of Valve's `source-sdk-2013`. */
export const STANDABLE_Z = 0.7;

/** Nobody takes a wall for a floor: what rises by less, or looks down by less, is one. */
export const WALL_Z = 0.01;

/** Whether it faces up, and is slid off. */
export const isSteep = (normalZ: number): boolean => normalZ > WALL_Z && normalZ < STANDABLE_Z;
