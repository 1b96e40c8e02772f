/**
 * Converts errors for posting from a worker, because structured cloning keeps neither a class nor
 * its fields.
 */

import { CancelledError, FormatError, type FormatErrorDetail } from "../../core/errors.ts";
import { LoadEndedError, type WatchedStage } from "./load-watch.ts";

export type ErrorData =
  | { readonly kind: "format"; readonly detail: FormatErrorDetail }
  | { readonly kind: "cancelled" }
  /** An allocation failed. */
  | { readonly kind: "memory"; readonly stage: WatchedStage; readonly message: string }
  | { readonly kind: "other"; readonly name: string; readonly message: string };

/**
 * Matches the messages of browsers when an array, a buffer or a string is too large to allocate.
 */
const NO_MEMORY =
  /allocation failed|invalid (typed )?array (buffer )?length|invalid string length|out of memory/i;

/** @param stage stage that the worker was in */
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
