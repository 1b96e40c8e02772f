/** What the page and the worker say to each other of a model alone. */

import type { ContentSpec } from "../../content/types.ts";
import type { ToldFile } from "../../model/files/told-files.ts";
import type { ModelLoadEvent, ModelLoadOptions, ModelMapLight } from "../../scene/model/events.ts";
import type { LoadLimits } from "../load/load-protocol.ts";
import type { MapSource } from "../load/map-source.ts";

export interface ModelRequest {
  /** Content path of its `.mdl`, or of its source. */
  readonly path: string;
  /** Its sources, in place of what is drawn of it. */
  readonly wants?: "sources";
  readonly content: readonly ContentSpec[];
  readonly options: Omit<ModelLoadOptions, "signal" | "limits" | "light" | "onFile"> & {
    readonly limits?: LoadLimits;
  };
  /** null: the studio's. */
  readonly light: PostedMapLight | null;
}

/** A place in a map, by whose light a model is lit. */
export interface PostedMapLight extends Pick<ModelMapLight, "at" | "side"> {
  readonly map: MapSource;
}

/** Asks a worker for a model, when it is done with those before: it is ended when nobody wants the rest. */
export type OpenModelMessage = { readonly type: "model" } & ModelRequest;

/** A model's sources, packed; "done" follows. */
export interface SourcesEvent {
  readonly type: "sources";
  readonly name: string;
  readonly zip: Uint8Array<ArrayBuffer>;
}

/** A file that was looked for. The first is the model's `.mdl`, even where that was compiled from sources. */
export type FileEvent = { readonly type: "file" } & ToldFile;

export type PostedModelEvent = ModelLoadEvent | FileEvent | SourcesEvent;

export type ModelEventMessage = {
  readonly type: "model-event";
  readonly event: PostedModelEvent;
};
