/**
 * A model on a canvas of any page: the entry point `visleaf/model`.
 *
 *     const viewer = await createModelViewer(canvas);
 *     await viewer.load("/content/models/props/barrel.mdl");
 *     viewer.play("idle");
 */

export type { ContentFile, ContentSpec, StoredFile } from "../../content/types.ts";
export { CancelledError, FormatError } from "../../core/errors.ts";
export { GpuError, type GpuErrorCode } from "../../gpu/errors.ts";
export type { StudioModel } from "../../model/files/studio-model.ts";
export type { PoseLayer } from "../../model/pose/pose-player.ts";
export type { LightPlace } from "../../scene/model/map-light.ts";
export { STUDIO_LIGHT, type StudioLamp, type StudioLight } from "../../scene/model/model-light.ts";
export type * from "../base-viewer.ts";
export { createModelViewer } from "./create-model-viewer.ts";
export type { ModelSources } from "./export-sources.ts";
export { boneColor } from "./lines/bone-color.ts";
export type { ModelHighlight } from "./lines/highlight.ts";
export type { LineKind } from "./lines/shown-lines.ts";
export type { HitBoxInfo, MaterialInfo, ModelInfo, RangeInfo, SequenceInfo } from "./model-info.ts";
export type * from "./model-types.ts";
export type { EventKind, SequenceEventInfo } from "./shown/event-kinds.ts";
export type { UvEdges } from "./uv-edges.ts";
