/** Interface of the model viewer. Inches in the model's own space, z up; models face +x. */

import type { ContentSpec } from "../../content/types.ts";
import type { Warning } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import type { GpuError } from "../../gpu/errors.ts";
import type { LightSideName } from "../../map/types.ts";
import type { StudioModel } from "../../model/files/studio-model.ts";
import type { PoseLayer } from "../../model/pose/pose-player.ts";
import type { FrameStats } from "../../render/types.ts";
import type { LightPlace } from "../../scene/model/map-light.ts";
import type { StudioLight } from "../../scene/model/model-light.ts";
import type { BaseViewer, BaseViewerOptions, ContentInput, Point } from "../base-viewer.ts";
import type { MapInput } from "../viewer-types.ts";
import type { ModelSources } from "./export-sources.ts";
import type { ModelHighlight } from "./lines/highlight.ts";
import type { LineKind } from "./lines/shown-lines.ts";
import type { ModelInfo } from "./model-info.ts";
import type { SequenceEventInfo } from "./shown/event-kinds.ts";
import type { UvEdges } from "./uv-edges.ts";

/**
 * A model: the address of its `.mdl`, with its other files beside it and its materials in the
 * parent of `models`; its path in the content; its bytes, whose other files are in the content; or
 * its files. Instead of an `.mdl` it may be a source, which is compiled first: a `.qc` with its
 * SMDs beside it, an `.smd`, or a `.vta`. For a VTA without its SMD only vertices are shown.
 */
export type ModelInput =
  | string
  | URL
  | { readonly path: string }
  | Blob
  | ArrayBuffer
  | Uint8Array
  | readonly File[];

export type ModelViewerOptions = BaseViewerOptions;

export interface LoadModelOptions {
  /** Content for this model, searched before the viewer's. */
  readonly content?: readonly ContentInput[];
  /** Ends the load; the shown model stays. */
  readonly signal?: AbortSignal;
  readonly limits?: Limits;
  /** Row of the skin table; 0 if omitted. */
  readonly skin?: number;
  /**
   * Sequence to play first, by name or row. Its idle sequence if omitted, or, with a warning, if
   * the name is unknown.
   */
  readonly sequence?: string | number;
  /** Whether it stands on a floor; true if omitted. */
  readonly floor?: boolean;
}

/** A place in a map whose light is used. */
export interface MapLightInput {
  /** The map, which is read partially. */
  readonly map: MapInput;
  /** Position in the map, inches; the first player start if omitted. */
  readonly at?: Point;
  /** The light to use if the map has both; "hdr" if omitted. */
  readonly side?: LightSideName;
}

/** Studio lamps, or a map's light. */
export type ModelLightInput = StudioLight | MapLightInput;

export type EyeTarget = Point | "camera" | null;

export interface PlayModelOptions {
  /** Seconds of the fade from the previous sequence; 0.2 if omitted. */
  readonly fadeSeconds?: number;
  /**
   * Start position in the sequence, 0 to 1. If omitted, the start, or the end for a sequence that
   * does not loop and plays backwards.
   */
  readonly cycle?: number;
  /** Playback rate; 1 if omitted, negative plays backwards. */
  readonly rate?: number;
}

export interface ModelSummary {
  /** Warnings about missing or damaged parts. */
  readonly warnings: readonly Warning[];
  /**
   * Milliseconds from `load` until the next frame can show the model; `totalMs` until the last
   * texture.
   */
  readonly firstFrameMs: number;
  readonly totalMs: number;
}

export interface ModelViewerEvents {
  readonly loadstart: { readonly name: string };
  /** The model can be seen; its textures are still loading. */
  readonly model: ModelInfo;
  /** Everything is loaded. */
  readonly load: ModelSummary;
  readonly unload: undefined;
  readonly error: Error;
  /** WebGPU reported an error. */
  readonly fault: GpuError;
  readonly lost: { readonly message: string };
  readonly restored: undefined;
  /** The sequence, skin, body group, level of detail, map light or playback state has changed. */
  readonly change: undefined;
  /** An event of the playing sequence was passed; not emitted when it plays backwards. */
  readonly sequenceevent: SequenceEventInfo;
  /** Emitted before each frame, with the time of the animation frame in milliseconds. */
  readonly frame: number;
  /** Twice a second while frames are drawn. */
  readonly statschange: FrameStats;
}

export interface ModelViewer extends BaseViewer<ModelViewerEvents> {
  /** Frames the whole model, from the present direction with `keepAngles`, else from the front. */
  frame(options?: { readonly keepAngles?: boolean; readonly seconds?: number }): void;
  /**
   * Loads a model in place of the shown one, which stays until the new one can be seen. Resolves
   * when everything is loaded. Rejects with FormatError for a bad file, with one sentence if it
   * cannot be read, and with CancelledError if aborted or replaced by another load.
   */
  load(model: ModelInput, options?: LoadModelOptions): Promise<ModelSummary>;
  cancel(): void;
  unload(): void;
  /** Facts about the shown model; `null` if none. */
  readonly info: ModelInfo | null;
  /** Content that is searched for the model's files, in order. */
  readonly modelContent: readonly ContentSpec[];
  /**
   * Exports sources from which studiomdl can compile the model again, as a zip. A worker reads the
   * model again for this. Rejects as `load` does, or if no model is shown.
   */
  exportSources(options?: { readonly signal?: AbortSignal }): Promise<ModelSources>;
  /** The model as read. */
  readonly model: StudioModel | null;

  /** Row of the playing sequence in `info.sequences`; −1 if none. */
  readonly sequence: number;
  /** @param sequence name (ignoring case) or row. Throws TypeError if it does not exist. */
  play(sequence: string | number, options?: PlayModelOptions): void;
  /** Position in the sequence, 0 to 1; can be changed at any time. */
  cycle: number;
  /**
   * Playback rate: 1 is normal, 0 stops, negative plays backwards. Backwards, looping sequences
   * wrap to their end; others stop at their start, or restart at their end if `isRepeating`.
   */
  rate: number;
  /** Whether time advances for the model. */
  isPlaying: boolean;
  /** Whether sequences that do not loop restart at their end; true by default. */
  isRepeating: boolean;
  /**
   * Whether sequences move the model; false by default, when they play in place. Camera, light and
   * floor move along; lines of the kind `ground` stay, and so move past.
   */
  rootMotion: boolean;
  /** Position (inches) and rotation about z (degrees) since `rootMotion` was enabled. */
  readonly travel: readonly [x: number, y: number, z: number, yaw: number];
  /** Adds a sequence that plays on top of the main one. Its fields can be changed. */
  addLayer(sequence: string | number, weight?: number): PoseLayer;
  removeLayer(layer: PoseLayer): void;
  /** In the order in which they were added. */
  readonly layers: readonly PoseLayer[];
  /** Changes fields of a layer, and redraws the model if it stands still. */
  setLayer(layer: PoseLayer, changed: Partial<Pick<PoseLayer, "weight" | "rate" | "cycle">>): void;
  /**
   * @param row row of `info.poseParameters`
   * @param value value in the parameter's own range
   */
  setPoseParameter(row: number, value: number): void;
  /**
   * Controllers with the same input field move together, as in the engine.
   * @param row row of `info.boneControllers`
   * @param value value in the controller's own range
   */
  setBoneController(row: number, value: number): void;
  /** Returns the value of a row of `info.flexControllers`, in the controller's own range. */
  flex(row: number): number;
  setFlex(row: number, value: number): void;
  /** Target of the eyes, within their range: a point, the camera, or `null` for straight ahead. */
  eyeTarget: EyeTarget;
  skin: number;
  /** Selected model of each body part. */
  readonly bodyGroups: readonly number[];
  setBodyGroup(part: number, model: number): void;
  /** Level of detail; `null` selects it by size on screen. */
  lod: number | null;
  /**
   * Shows or hides lines in the model's pose: bones, attachments, hit boxes, collision hulls,
   * edges, normals. `weights` fills the model with colours of the bones that move it. Resolves when
   * they are shown.
   */
  show(kind: LineKind, isShown: boolean): Promise<void>;
  isShowing(kind: LineKind): boolean;
  /**
   * Highlighted part; `null` if none. If it is a bone, `weights` shows that bone alone, as heat.
   */
  readonly highlight: ModelHighlight | null;
  /** Highlights a bone, an attachment or a hit box. Resolves when it is drawn. */
  setHighlight(part: ModelHighlight | null): Promise<void>;
  /**
   * Writes the position of a part in its pose; returns `false` if it does not exist. Allocates
   * nothing.
   */
  writePlace(part: ModelHighlight, out: Float32Array): boolean;
  /** Returns the texture coordinates of the drawn triangles, a row for each material. */
  uvEdges(): UvEdges[];
  /** Like `setLight`, without waiting for the result. */
  light: ModelLightInput;
  /**
   * Sets the light of this model and later ones. A map lights the model like a prop at that place,
   * with its nearest cubemap and exposure. Resolves when the light is visible, with the place where
   * it was sampled. Resolves with `null` for studio light, or if the map is unavailable, which
   * `load` reports as a warning.
   */
  setLight(light: ModelLightInput): Promise<LightPlace | null>;
  /** Place where the shown model's light was sampled; `null` for studio light. */
  readonly lightPlace: LightPlace | null;
  /** Rotation of the light about z, degrees. */
  lightYaw: number;
}
