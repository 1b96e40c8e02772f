/**
 * Models of brush entities, and the state that a simulation gives them, the lights and the area
 * portals. The renderer, rays and walking read the same state.
 */

import type { ReadEmission } from "../placed/emitters.ts";
import type { EntityTracks } from "./entity-tracks.ts";
import type { LampRows } from "./lamps.ts";
import type { ModelsMoment } from "./models.ts";
import type { MomentView } from "./view.ts";

/**
 * Models of brush entities in the world's geometry. A row is one entity: entities may share a model.
 * Chunks of the kind `CHUNK_BRUSH_MODEL` belong to exactly one row.
 */
export interface BrushModels {
  readonly count: number;
  /** Row of the entity lump. */
  readonly entity: Int32Array;
  /** Row of the map's models: N of `*N`. */
  readonly model: Int32Array;
  /** 12 a row: 3x4 row-major, world from model, as the geometry was built. Inches. */
  readonly worldFromModel: Float32Array;
  /** 1 if the geometry is there, but the entity is hidden when the map starts. */
  readonly isHidden: Uint8Array;
  /** Run of `chunks`. */
  readonly firstChunk: Uint32Array;
  readonly chunkCount: Uint32Array;
  /** Rows of `MapScene.chunks`, each row's in ascending order; see `Chunks.count`. */
  readonly chunks: Uint32Array;
}

/** Number of light styles that a simulation knows. */
export const SIMULATED_STYLES = 64;

/**
 * State of a map at a moment. The columns are read in place when `version` has changed, so that a
 * simulation may write into the same arrays again.
 */
export interface MapMoment {
  /** Increases with every change of the fields below. */
  readonly version: number;
  /** 12 a row of `BrushModels`: 3x4 row-major, world from model; rotation and translation only. */
  readonly worldFromModel: Float32Array;
  /** 1 for each row of `BrushModels` that is not drawn. */
  readonly isHidden: Uint8Array;
  /**
   * `SIMULATED_STYLES` entries: a brightness (1 is the baked one), or a pattern with ten letters a
   * second, `a` dark and `m` as baked. `null` for the map's own style.
   */
  readonly lightStyles: readonly (number | string | null)[];
  /** 1 for each open area portal, by the entity's `portalnumber`; `null` for the map's own state. */
  readonly openPortals: Uint8Array | null;
  /** Reads when effects of particles emit. Left out if they do as the map starts. */
  readonly emission?: ReadEmission;
  /** Picture and eye; left out if they are as the map starts. */
  readonly view?: MomentView;
  /** Projected textures. Left out if they are as the map starts. */
  readonly lamps?: LampRows;
  /** Seconds of the simulation, in which `emission` counts. Left out: the renderer's own. */
  readonly seconds?: number;
  /** Time and places that particle systems follow. Left out: the renderer's time, built places. */
  readonly tracks?: EntityTracks;
  /** Models of entities. Left out if they are as the map starts. */
  readonly models?: ModelsMoment;
}

/** Returns the state in which the map was built. */
export function momentAtStart(brushes: BrushModels): MapMoment {
  return {
    version: 0,
    worldFromModel: brushes.worldFromModel.slice(),
    isHidden: brushes.isHidden.slice(),
    lightStyles: new Array<null>(SIMULATED_STYLES).fill(null),
    openPortals: null,
  };
}
