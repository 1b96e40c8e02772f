/** What to tell someone whose map is not shown: in the words of the catalogue. */

import { explainMessage } from "../core/catalogue/error-catalogue.ts";
import { FormatError } from "../core/errors.ts";
import { GpuError } from "../gpu/errors.ts";
import { LoadEndedError } from "../viewer/load/load-watch.ts";
import { findSupportProblem } from "./describe-support.ts";

export interface Failure {
  /**
   * For programs: a `SupportProblemCode`, a `GpuErrorCode`, a `FormatErrorCode`, a `LoadEndReason`, or
   * "failed".
   */
  readonly code: string;
  /** What could not be done, in plain words. */
  readonly title: string;
  /** What happened and what to do about it, the likeliest first; docs/errors.md has the same. */
  readonly advice: readonly string[];
  /** The error's one line. */
  readonly detail: string;
  /** Whether trying again may end otherwise. */
  readonly canRetry: boolean;
}

/** `subject`: what was to be opened, by its name. */
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
  // Names of options are code in the page of all errors.
  const advice = [`${means} ${remedy}`, ...more].map((text) => text.replaceAll("`", ""));
  return { code, title: `Could not open ${subject}`, advice, detail, canRetry: !isFile };
}

function codeOf(error: unknown): string {
  if (error instanceof FormatError || error instanceof GpuError) return error.code;
  return error instanceof LoadEndedError ? error.reason : "failed";
}
