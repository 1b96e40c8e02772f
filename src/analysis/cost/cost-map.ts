/** A map as its costs are counted: what is drawn of it, from where it is seen, and what stops a look. */

import type { Warning } from "../../core/diagnostics.ts";
import type { MapAreas } from "../../map/areas.ts";
import type { MapCollision } from "../../map/collision.ts";
import type { PropSet } from "../../map/props.ts";
import type { Pvs } from "../../map/tree.ts";
import type { Chunks, WorldMesh } from "../../map/world.ts";
import type { StandingMap } from "./standing-map.ts";

/** Runs of triangles of the world that are drawn, a row a chunk of the scene. */
export interface WorldUnits {
  readonly mesh: WorldMesh;
  readonly chunks: Chunks;
  /** 0: nothing is drawn of the chunk. */
  readonly triangles: Uint32Array;
  /** 1: it blends, and is drawn back to front. */
  readonly isTranslucent: Uint8Array;
}

export interface CostMap extends StandingMap {
  readonly name: string;
  /** null: everything is seen from everywhere. */
  readonly pvs: Pvs | null;
  /** null: nothing is closed when the map starts. */
  readonly areas: MapAreas | null;
  readonly world: WorldUnits;
  /** null: it has none, or none whose model was found. */
  readonly props: PropSet | null;
  /** Static props that the map lists, whether their models were found or not. */
  readonly statedProps: number;
  /** What is not seen through: no glass, no grates, no brush entities. */
  readonly opaque: MapCollision;
  readonly warnings: readonly Warning[];
}
