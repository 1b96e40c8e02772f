/** Places of entities at each tick of a simulation, for what follows them step by step. */

/**
 * Places of the entities that particle systems follow. A place is a function of entity and tick up
 * to the simulation's present, so that going back shows the same again.
 */
export interface EntityTracks {
  /** Shown time of the simulation in seconds, between its last two ticks. */
  readonly seconds: number;
  /** Whether an entity, or one that carries it, has moved at any recorded tick. */
  hasMoved(entity: number): boolean;
  /**
   * Writes where an entity is after a tick: 3x4 row-major, world from entity, inches. Allocates
   * nothing.
   * @param entity row of the entity lump
   * @returns false if the entity is not followed
   */
  read(entity: number, tick: number, out: Float32Array): boolean;
  /** Returns the first tick whose places changed since the last call; `Infinity` if none did. */
  takeRewritten(): number;
}
