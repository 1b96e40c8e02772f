/** Events of a viewer, and its descriptions of a map. */

import type { Warning } from "../core/diagnostics.ts";
import type { CameraPose, LightSideName, MapScene } from "../map/types.ts";
import type { FrameStats } from "../render/types.ts";
import type { LoadStage } from "../scene/open/events.ts";
import type { ViewerCamera } from "./camera/camera.ts";
import type { MapSource } from "./load/map-source.ts";
import type { Simulation } from "./simulation/simulation-types.ts";

export type ViewerStage = LoadStage;

/** Facts of a map that a page can show. The scene itself belongs to the renderer. */
export interface MapInfo {
  readonly name: string;
  /** Version of the BSP format. */
  readonly version: number;
  /** Number of times that the map was saved in the editor. */
  readonly revision: number;
  readonly side: LightSideName | null;
  readonly sides: readonly LightSideName[];
  /** Factor of linear light, applied before `settings.exposure`; 1 in LDR. */
  readonly exposure: number;
  readonly skyName: string;
  /** `null` until the event "details": props are read after the world. */
  readonly staticPropCount: number | null;
  /**
   * Whether entities act without a player: `logic_auto`, timers, fans. `null` until the event
   * "details".
   */
  readonly startsByItself: boolean | null;
  readonly materialCount: number;
  readonly triangleCount: number;
  /** Camera that the map is first seen from. */
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
    startsByItself: null,
    materialCount: scene.materials.count,
    triangleCount: countIndices(scene.chunks) / 3,
    start: { ...scene.start },
  };
}

/** Counts the indices of chunks that are drawn at the start. */
function countIndices({ count, indexCount }: MapScene["chunks"]): number {
  return indexCount.subarray(0, count).reduce((sum, own) => sum + own, 0);
}

export interface LeafInfo {
  readonly leaf: number;
  /** −1 if the leaf is solid, or outside the map. */
  readonly cluster: number;
  /** `null` until the lumps that the first picture does not need were read. */
  readonly area: number | null;
}

export interface LoadSummary {
  /** Warnings for parts that are missing, or left out because they are damaged. */
  readonly warnings: readonly Warning[];
  readonly stageMs: Readonly<Record<LoadStage, number>>;
  /** Time from `load` to the lit world, which the next frame shows, and to the last texture. */
  readonly firstFrameMs: number;
  readonly totalMs: number;
}

export interface ViewerEvents {
  /** A load starts: by `load`, or to load the map again on a new device. */
  readonly loadstart: MapSource;
  /** `total` is 0 if it is not known. */
  readonly progress: {
    readonly stage: ViewerStage;
    readonly done: number;
    readonly total: number;
  };
  /** The map can be drawn; more of it is still loading. */
  readonly scene: MapInfo;
  /** More facts of the shown map are known. */
  readonly details: MapInfo;
  /** The map is fully loaded. */
  readonly load: LoadSummary;
  /** The shown map has its other light. */
  readonly relit: MapInfo;
  /** The simulation of the shown map can be used; `null` when it has ended with its map. */
  readonly simulation: Simulation | null;
  /** The viewer is empty now. */
  readonly unload: undefined;
  /** The load was ended with `cancel` or a signal. */
  readonly abort: undefined;
  /**
   * A map could not be loaded. The map before it is still shown, unless the new scene had arrived.
   * Or the GPU device was lost, and there is no other.
   */
  readonly error: Error;
  /** WebGPU reported an error, or ran out of memory: the picture may be wrong. */
  readonly fault: Error;
  /** The GPU device went away; a new one is being made. */
  readonly lost: { readonly message: string };
  /** The map can be drawn again, on a new device. */
  readonly restored: undefined;
  /**
   * Emitted before each frame, with the time in milliseconds, for elements that follow the camera.
   */
  readonly frame: number;
  /** The camera has changed since the frame before. */
  readonly camerachange: ViewerCamera;
  /** The camera has entered another leaf, or another map is shown. */
  readonly leafchange: LeafInfo;
  /** New `stats` and `timing`: twice a second while frames are drawn. */
  readonly statschange: FrameStats;
}
