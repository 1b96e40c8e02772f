/** What the page and the load worker say to each other, and how errors travel between them. */

import type { ContentSpec } from "../content/types.ts";
import { CancelledError, FormatError, type FormatErrorDetail } from "../core/errors.ts";
import type { LightSideName } from "../map/types.ts";
import type { LoadEvent, LoadOptions, RelitMap } from "../scene/events.ts";
import type { PostedMap } from "./map-source.ts";

/** `LoadOptions` as it can be posted: a signal cannot, a "cancel" message stands for it. */
export type PostedLoadOptions = Omit<LoadOptions, "signal">;

export type ToLoadWorker =
  /** The first message, once: a worker loads one map. */
  | {
      readonly type: "load";
      readonly map: PostedMap;
      readonly content: readonly ContentSpec[];
      readonly options: PostedLoadOptions;
    }
  | { readonly type: "cancel" }
  | { readonly type: "relight"; readonly id: number; readonly side: LightSideName };

export type FromLoadWorker =
  | { readonly type: "event"; readonly event: LoadEvent }
  | { readonly type: "failed"; readonly error: ErrorData }
  | { readonly type: "relit"; readonly id: number; readonly relit: RelitMap }
  | { readonly type: "relight-failed"; readonly id: number; readonly error: ErrorData };

/** An error as plain data: structured cloning keeps neither a class nor its fields. */
export type ErrorData =
  | { readonly kind: "format"; readonly detail: FormatErrorDetail }
  | { readonly kind: "cancelled" }
  | { readonly kind: "other"; readonly name: string; readonly message: string };

export function toErrorData(error: unknown): ErrorData {
  if (error instanceof FormatError) {
    const { format, code, where, offset, expected, found } = error;
    return { kind: "format", detail: { format, code, where, offset, expected, found } };
  }
  if (error instanceof CancelledError) return { kind: "cancelled" };
  if (error instanceof Error) return { kind: "other", name: error.name, message: error.message };
  return { kind: "other", name: "Error", message: String(error) };
}

export function fromErrorData(data: ErrorData): Error {
  if (data.kind === "format") return new FormatError(data.detail);
  if (data.kind === "cancelled") return new CancelledError();
  const error = new Error(data.message);
  error.name = data.name;
  return error;
}
