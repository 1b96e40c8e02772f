/**
 * Models of entities, and the state that a simulation gives them. The renderer, rays and walking
 * read the same state.
 */

/** Clusters that a model may lie in after it moved; in more, it is visible from everywhere. */
export const MODEL_CLUSTERS = 24;

/** Models that entities of a map show. A row is one instance of a `PropSet`. */
export interface EntityModels {
  readonly count: number;
  /** Row of the entity lump. */
  readonly entity: Int32Array;
  /**
   * Number of the entity among those made from its row of the lump: 0 for the map's own, or for the
   * first that a template makes.
   */
  readonly copy: Uint8Array;
  /** Row of the set's instances, ascending. */
  readonly instance: Uint32Array;
  /** 12 a row: 3x4 row-major, world from entity, by the entity's keys. Inches, without scale. */
  readonly worldFromEntity: Float32Array;
  /** 12 a row: 3x4 row-major, world from model, as the instance was built. With scale. */
  readonly worldFromModel: Float32Array;
  /** 6 a row, in the model's space, in inches: mins, maxs of its vertices in all of its poses. */
  readonly box: Float32Array;
  /**
   * 3 a row, in the model's space, in inches: the point where ambient light is sampled; NaN if the
   * light of the map's start stays.
   */
  readonly lightPoint: Float32Array;
  /**
   * Looks of an entity: rows with the same `entity` and `copy`, of which one is drawn at a time. Skin,
   * body groups as the engine's body number, and lower-case name of the sequence, empty for none.
   */
  readonly skin: Int32Array;
  readonly body: Int32Array;
  readonly sequence: readonly string[];
  /** Seconds of the sequence at its own rate; 0 if the model does not move. */
  readonly seconds: Float32Array;
  readonly isLooping: Uint8Array;
  /** 4 a row: linear RGB, opacity. */
  readonly color: Float32Array;
  /** 1 for each row that is not drawn when the map starts. */
  readonly isHidden: Uint8Array;
  /** First of `PropSet.clusters` with room for `MODEL_CLUSTERS` of each row. */
  readonly firstRoom: number;
}

/** State of the models at a moment. */
export interface ModelsMoment {
  /** The models that the rows of the other columns belong to. */
  readonly models: EntityModels;
  /** Increases with every change of the columns, which are read in place. */
  readonly version: number;
  /** 12 a row: 3x4 row-major, world from model. Inches, with scale. */
  readonly worldFromModel: Float32Array;
  /** 1 for each row that is not drawn. */
  readonly isHidden: Uint8Array;
  /** 4 a row: linear RGB, opacity. */
  readonly color: Float32Array;
  /** Second of its sequence that each row shows; NaN for the renderer's own clock. */
  readonly playhead: Float32Array;
}

/** Returns the state in which the models were built. */
export function modelsAtStart(models: EntityModels): ModelsMoment {
  return {
    models,
    version: 0,
    worldFromModel: models.worldFromModel.slice(),
    isHidden: models.isHidden.slice(),
    color: models.color.slice(),
    playhead: new Float32Array(models.count).fill(Number.NaN),
  };
}
