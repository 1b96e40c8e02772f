/** Describes a failed load for users, in the words of the error catalogue. */

import { explainMessage } from "../core/error-catalogue.ts";
import { FormatError } from "../core/errors.ts";
import { GpuError } from "../gpu/errors.ts";
import { LoadEndedError } from "../viewer/load/load-watch.ts";
import { findSupportProblem } from "./describe-support.ts";

export interface Failure {
  /**
   * Code for programs: a `SupportProblemCode`, a `GpuErrorCode`, a `FormatErrorCode`, a
   * `LoadEndReason`, or "failed".
   */
  readonly code: string;
  /** Short description of the failure. */
  readonly title: string;
  /** Causes and remedies, the most likely first; the same as in docs/errors.md. */
  readonly advice: readonly string[];
  /** The error message in one line. */
  readonly detail: string;
  /** Whether a retry may succeed. */
  readonly canRetry: boolean;
}

/** Describes an error. `subject`: name of the map or model. */
export async function describeFailure(error: unknown, subject: string): Promise<Failure> {
  const detail = error instanceof Error ? error.message : String(error);
  const problem = await findSupportProblem(error);
  if (problem !== null) {
    const { code, title, reason, advice } = problem;
    return { code, title, advice, detail: reason, canRetry: code === "no-device" };
  }
  const isFile = error instanceof FormatError;
  const code = codeOf(error);
  const { means, remedy, more = [] } = explainMessage(isFile ? "file" : "page", code, detail);
  // The catalogue marks names of options as code; plain text has no backquotes.
  const advice = [`${means} ${remedy}`, ...more].map((text) => text.replaceAll("`", ""));
  return { code, title: `Could not open ${subject}`, advice, detail, canRetry: !isFile };
}

function codeOf(error: unknown): string {
  if (error instanceof FormatError || error instanceof GpuError) return error.code;
  return error instanceof LoadEndedError ? error.reason : "failed";
}
