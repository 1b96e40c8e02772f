/**
 * The viewer as a library: a map in a canvas of someone else's page.
 *
 *     const viewer = await createViewer({ canvas });
 *     await viewer.open({ name: "de_office", url: "/maps/de_office.bsp" });
 */

export type { ContentFile, ContentSpec } from "../content/types.ts";
export type { Warning, WarningCode } from "../core/diagnostics.ts";
export { CancelledError, FormatError } from "../core/errors.ts";
export { GpuError, type GpuErrorCode } from "../gpu/errors.ts";
export type { CameraPose, LightSideName } from "../map/types.ts";
export type { Camera, FrameStats, RenderSettings } from "../render/types.ts";
export type { ViewerCamera } from "./camera.ts";
export type { FlyControls } from "./fly-controls.ts";
export type { MapSource } from "./map-source.ts";
export { createViewer, type Viewer, type ViewerOptions } from "./viewer.ts";
export type { LoadSummary, MapInfo, ViewerEvents, ViewerStage } from "./viewer-events.ts";
