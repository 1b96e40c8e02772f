/** A map as its costs are counted: what is drawn of it, from where it is seen, and what stops a look. */

import type { Warning } from "../../core/diagnostics.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { MapAreas } from "../../map/areas.ts";
import type { MapCollision } from "../../map/collision.ts";
import type { PropSet } from "../../map/props.ts";
import type { LeafTree, Pvs } from "../../map/tree.ts";
import type { Chunks, WorldMesh } from "../../map/world.ts";

/** Runs of triangles of the world that are drawn, a row a chunk of the scene. */
export interface WorldUnits {
  readonly mesh: WorldMesh;
  readonly chunks: Chunks;
  /** 0: nothing is drawn of the chunk. */
  readonly triangles: Uint32Array;
  /** 1: it blends, and is drawn back to front. */
  readonly isTranslucent: Uint8Array;
}

export interface CostMap {
  readonly name: string;
  readonly bsp: BspWorld;
  readonly brushes: Brushes;
  readonly tree: LeafTree;
  /** null: everything is seen from everywhere. */
  readonly pvs: Pvs | null;
  /** null: nothing is closed when the map starts. */
  readonly areas: MapAreas | null;
  readonly world: WorldUnits;
  /** null: it has none, or none whose model was found. */
  readonly props: PropSet | null;
  /** Static props that the map lists, whether their models were found or not. */
  readonly statedProps: number;
  /** What can be stood on: glass and brush entities, too, but no doors. */
  readonly solid: MapCollision;
  /** What is not seen through: no glass, no grates, no brush entities. */
  readonly opaque: MapCollision;
  /** By leaf, 1: a visitor may be there; not in solid, not outside, not in the miniature of the sky. */
  readonly isPlayable: Uint8Array;
  readonly warnings: readonly Warning[];
}
