/** What a viewer tells of, and what it says about a map. */

import type { Warning } from "../core/diagnostics.ts";
import type { LightSideName, MapScene } from "../map/types.ts";
import type { LoadStage } from "../scene/events.ts";
import type { MapSource } from "./map-source.ts";

/** The stages of a load, with the one before the worker has anything to do. */
export type ViewerStage = "read" | LoadStage;

/** The facts of a map that a page shows; the scene itself is the renderer's. */
export interface MapInfo {
  readonly name: string;
  /** Of the BSP format. */
  readonly version: number;
  /** How often it was saved in the editor. */
  readonly revision: number;
  readonly side: LightSideName | null;
  readonly sides: readonly LightSideName[];
  readonly skyName: string;
  readonly staticPropCount: number;
  readonly materialCount: number;
  readonly triangleCount: number;
}

export function describeMap(scene: MapScene): MapInfo {
  return {
    name: scene.name,
    version: scene.version,
    revision: scene.revision,
    side: scene.side,
    sides: [...scene.sides],
    skyName: scene.skyName,
    staticPropCount: scene.staticPropCount,
    materialCount: scene.materials.count,
    triangleCount: scene.world.indices.length / 3,
  };
}

export interface LoadSummary {
  /** What is missing, or left out because it is damaged. */
  readonly warnings: readonly Warning[];
  readonly stageMs: Readonly<Record<LoadStage, number>>;
  /** From `open` to the lit world, which the next frame shows, and to the last texture. */
  readonly firstFrameMs: number;
  readonly totalMs: number;
}

export interface ViewerEvents {
  /** A map was asked for: by `open`, or to be loaded again on a new device. */
  readonly open: MapSource;
  /** `total` is 0 where it is not known. */
  readonly progress: {
    readonly stage: ViewerStage;
    readonly done: number;
    readonly total: number;
  };
  /** The map can be seen; more of it is on its way. */
  readonly scene: MapInfo;
  /** Everything there is has been loaded. */
  readonly done: LoadSummary;
  /** The same map, its light changed. */
  readonly relit: MapInfo;
  /** A map could not be opened; what was shown before still is, unless its scene had come. */
  readonly error: Error;
  /** The load was ended with `cancel`. */
  readonly cancelled: undefined;
  /** WebGPU refused something, or ran out of memory: the picture may be wrong. */
  readonly fault: Error;
  /** The GPU device went away. `recovered`: there is a new one, and the map is loaded again. */
  readonly lost: { readonly message: string; readonly recovered: boolean };
}
