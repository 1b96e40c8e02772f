/** Steepness of surfaces, by the z of their unit normals. */

/**
 * Minimum z of a surface that a player can stand on: game/shared/gamemovement.cpp of Valve's
 * `source-sdk-2013`.
 */
export const STANDABLE_Z = 0.7;

/** Surfaces with a smaller z count as walls or ceilings. */
export const WALL_Z = 0.01;

/** Whether a player slides off an upward-facing surface. */
export const isSteep = (normalZ: number): boolean => normalZ > WALL_Z && normalZ < STANDABLE_Z;
