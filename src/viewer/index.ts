/**
 * The viewer as a library: a map in a canvas of someone else's page.
 *
 *     const viewer = await createViewer(canvas);
 *     await viewer.load("/maps/de_office.bsp", { content: ["/content/", "/hl2_textures_dir.vpk"] });
 */

export type { ContentFile, ContentSpec, StoredFile } from "../content/types.ts";
export type { Warning, WarningCode } from "../core/diagnostics.ts";
export { CancelledError, FormatError } from "../core/errors.ts";
export type { LimitName, Limits } from "../core/limits.ts";
export { GpuError, type GpuErrorCode } from "../gpu/errors.ts";
export type { MemoryKind } from "../gpu/memory.ts";
export type { CameraPose, LightSideName } from "../map/types.ts";
export type { Camera, FrameStats, RenderSettings } from "../render/types.ts";
export { type ViewerCamera, wrapYaw } from "./camera/camera.ts";
export { formatCamera, parseCamera } from "./camera/camera-url.ts";
export { FLIGHT_FORMAT, type Flight, parseFlight } from "./camera/flight.ts";
export {
  createFlight,
  type FlightKeys,
  KEY_SIZE as FLIGHT_KEY_SIZE,
} from "./camera/flight-curve.ts";
export { createViewer } from "./create-viewer.ts";
export type { FrameTiming } from "./frame/frame-timing.ts";
export { type MapLocation, type MapSource, mapNameFrom } from "./load/map-source.ts";
export type { LeafInfo, LoadSummary, MapInfo, ViewerEvents, ViewerStage } from "./viewer-events.ts";
export type * from "./viewer-types.ts";
