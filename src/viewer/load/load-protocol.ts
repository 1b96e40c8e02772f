/** What the page and the load worker say to each other, and how errors travel between them. */

import type { ContentSpec } from "../../content/types.ts";
import { CancelledError, FormatError, type FormatErrorDetail } from "../../core/errors.ts";
import type { Limits } from "../../core/limits.ts";
import type { LightSideName, MapScene } from "../../map/types.ts";
import type { LoadEvent, LoadOptions, RelitMap } from "../../scene/open/events.ts";
import { LoadEndedError, type WatchedStage, type WatchLimits } from "./load-watch.ts";
import type { PostedMap } from "./map-source.ts";
import type { PostedEntities } from "./posted-entities.ts";

/** What a map may cost to open, and its worker while it does; what is left out is as `docs/limits.md` says. */
export type LoadLimits = Limits & Partial<WatchLimits>;

/** `LoadOptions` as it can be posted: a signal cannot, a "cancel" message stands for it. */
export interface PostedLoadOptions extends Omit<LoadOptions, "signal"> {
  readonly limits?: LoadLimits;
}

export type ToLoadWorker =
  /** The first message, once: a worker loads one map. */
  | {
      readonly type: "load";
      readonly map: PostedMap;
      readonly content: readonly ContentSpec[];
      readonly options: PostedLoadOptions;
    }
  | { readonly type: "cancel" }
  /** Answered by "awake", when the worker next looks at its messages. */
  | { readonly type: "ping" }
  | { readonly type: "relight"; readonly id: number; readonly side: LightSideName };

/** What a load yields, as it is posted. */
export type PostedEvent =
  | Exclude<LoadEvent, { type: "scene" }>
  | {
      readonly type: "scene";
      readonly scene: MapScene;
      readonly entities: PostedEntities;
    };

export type FromLoadWorker =
  | { readonly type: "event"; readonly event: PostedEvent }
  | { readonly type: "awake" }
  | { readonly type: "failed"; readonly error: ErrorData }
  | { readonly type: "relit"; readonly id: number; readonly relit: RelitMap }
  | { readonly type: "relight-failed"; readonly id: number; readonly error: ErrorData };

/** An error as plain data: structured cloning keeps neither a class nor its fields. */
export type ErrorData =
  | { readonly kind: "format"; readonly detail: FormatErrorDetail }
  | { readonly kind: "cancelled" }
  /** Memory could not be had. */
  | { readonly kind: "memory"; readonly stage: WatchedStage; readonly message: string }
  | { readonly kind: "other"; readonly name: string; readonly message: string };

/** As browsers word it when an array, a buffer or a text cannot be made for its size. */
const NO_MEMORY =
  /allocation failed|invalid (typed )?array (buffer )?length|invalid string length|out of memory/i;

/** @param stage what the worker was at */
export function toErrorData(error: unknown, stage: WatchedStage = "read"): ErrorData {
  if (error instanceof FormatError) {
    const { format, code, where, offset, expected, found } = error;
    return { kind: "format", detail: { format, code, where, offset, expected, found } };
  }
  if (error instanceof CancelledError) return { kind: "cancelled" };
  if (error instanceof RangeError && NO_MEMORY.test(error.message)) {
    return { kind: "memory", stage, message: error.message };
  }
  if (error instanceof Error) return { kind: "other", name: error.name, message: error.message };
  return { kind: "other", name: "Error", message: String(error) };
}

export function fromErrorData(data: ErrorData): Error {
  if (data.kind === "format") return new FormatError(data.detail);
  if (data.kind === "cancelled") return new CancelledError();
  if (data.kind === "memory") return new LoadEndedError("memory", data.stage, data.message);
  const error = new Error(data.message);
  error.name = data.name;
  return error;
}
