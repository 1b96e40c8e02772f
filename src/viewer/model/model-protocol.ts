/** Messages between the page and the worker about a single model. */

import type { ContentSpec } from "../../content/types.ts";
import type { ToldFile } from "../../model/files/told-files.ts";
import type { ModelLoadEvent, ModelLoadOptions, ModelMapLight } from "../../scene/model/events.ts";
import type { LoadLimits } from "../load/load-protocol.ts";
import type { MapSource } from "../load/map-source.ts";

export interface ModelRequest {
  /** Content path of its `.mdl` or source. */
  readonly path: string;
  /** Requests its sources instead of its draws. */
  readonly wants?: "sources";
  readonly content: readonly ContentSpec[];
  readonly options: Omit<ModelLoadOptions, "signal" | "limits" | "light" | "onFile"> & {
    readonly limits?: LoadLimits;
  };
  /** `null` for studio light. */
  readonly light: PostedMapLight | null;
}

/** A place in a map whose light is used. */
export interface PostedMapLight extends Pick<ModelMapLight, "at" | "side"> {
  readonly map: MapSource;
}

/**
 * Requests a model after the previous ones are finished. The worker is terminated if the rest is
 * not needed.
 */
export type OpenModelMessage = { readonly type: "model" } & ModelRequest;

/** A model's sources as a zip; "done" follows. */
export interface SourcesEvent {
  readonly type: "sources";
  readonly name: string;
  readonly zip: Uint8Array<ArrayBuffer>;
}

/**
 * A file that was looked up. The first is the model's `.mdl`, even if it was compiled from sources.
 */
export type FileEvent = { readonly type: "file" } & ToldFile;

export type PostedModelEvent = ModelLoadEvent | FileEvent | SourcesEvent;

export type ModelEventMessage = {
  readonly type: "model-event";
  readonly event: PostedModelEvent;
};
