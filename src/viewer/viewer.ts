/** All of the viewer but flights. */

export type { ContentFile, ContentSpec, StoredFile } from "../content/types.ts";
export type { Warning, WarningCode } from "../core/diagnostics.ts";
export { CancelledError, FormatError } from "../core/errors.ts";
export type { LimitName, Limits } from "../core/limits.ts";
export { GpuError, type GpuErrorCode } from "../gpu/errors.ts";
export type { MemoryKind } from "../gpu/memory.ts";
export type { CameraPose, LightSideName } from "../map/types.ts";
export type { Camera, FrameStats, PropShadows, RenderSettings } from "../render/types.ts";
export type * from "./base-viewer.ts";
export { type ViewerCamera, wrapYaw } from "./camera/camera.ts";
export { formatCamera, parseCamera } from "./camera/camera-url.ts";
export { createViewer } from "./create-viewer.ts";
export type { FrameTiming } from "./frame/frame-timing.ts";
export { type MapLocation, type MapSource, mapNameFrom } from "./load/map-source.ts";
export type { LeafInfo, LoadSummary, MapInfo, ViewerEvents, ViewerStage } from "./viewer-events.ts";
export type * from "./viewer-types.ts";
