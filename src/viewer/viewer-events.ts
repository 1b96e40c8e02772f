/** What a viewer tells of, and what it says about a map. */

import type { Warning } from "../core/diagnostics.ts";
import type { CameraPose, LightSideName, MapScene } from "../map/types.ts";
import type { FrameStats } from "../render/types.ts";
import type { LoadStage } from "../scene/open/events.ts";
import type { ViewerCamera } from "./camera/camera.ts";
import type { MapSource } from "./load/map-source.ts";

export type ViewerStage = LoadStage;

/** The facts of a map that a page shows; the scene itself is the renderer's. */
export interface MapInfo {
  readonly name: string;
  /** Of the BSP format. */
  readonly version: number;
  /** How often it was saved in the editor. */
  readonly revision: number;
  readonly side: LightSideName | null;
  readonly sides: readonly LightSideName[];
  /** What linear light is multiplied by before `settings.exposure`: 1 in LDR. */
  readonly exposure: number;
  readonly skyName: string;
  /** Read after the world; null until then. */
  readonly staticPropCount: number | null;
  readonly materialCount: number;
  readonly triangleCount: number;
  /** Where the map was first seen from. */
  readonly start: CameraPose;
}

export function describeMap(scene: MapScene): MapInfo {
  return {
    name: scene.name,
    version: scene.version,
    revision: scene.revision,
    side: scene.side,
    sides: [...scene.sides],
    exposure: scene.exposure,
    skyName: scene.skyName,
    staticPropCount: null,
    materialCount: scene.materials.count,
    triangleCount: scene.world.indices.length / 3,
    start: { ...scene.start },
  };
}

export interface LeafInfo {
  readonly leaf: number;
  /** -1: solid, or outside the map. */
  readonly cluster: number;
  /** null until the rest of the map has been read after its first picture. */
  readonly area: number | null;
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
  /** A map was asked for: by `load`, or to be loaded again on a new device. */
  readonly loadstart: MapSource;
  /** `total` is 0 where it is not known. */
  readonly progress: {
    readonly stage: ViewerStage;
    readonly done: number;
    readonly total: number;
  };
  /** The map can be seen; more of it is on its way. */
  readonly scene: MapInfo;
  /** More became known of the map that is shown. */
  readonly details: MapInfo;
  /** Everything there is has been loaded. */
  readonly load: LoadSummary;
  /** The same map, its light changed. */
  readonly relit: MapInfo;
  /** Nothing is shown any more. */
  readonly unload: undefined;
  /** The load was ended with `cancel` or a signal. */
  readonly abort: undefined;
  /**
   * A map could not be loaded: what was shown before still is, unless its scene had come. Or the GPU
   * device was lost for good.
   */
  readonly error: Error;
  /** WebGPU refused something, or ran out of memory: the picture may be wrong. */
  readonly fault: Error;
  /** The GPU device went away; a new one is being made. */
  readonly lost: { readonly message: string };
  /** The map is seen again, on a new device. */
  readonly restored: undefined;
  /** Before each frame: the time, milliseconds. For what must move with the camera. */
  readonly frame: number;
  /** The camera differs from that of the frame before. */
  readonly camerachange: ViewerCamera;
  /** The camera has come into another leaf, or another map. */
  readonly leafchange: LeafInfo;
  /** `stats` and `timing` to be shown anew: twice a second while frames are drawn. */
  readonly statschange: FrameStats;
}
