/** What to tell someone whose map is not shown. */

import { FormatError } from "../core/errors.ts";
import { GpuError } from "../gpu/errors.ts";
import { findSupportProblem } from "./describe-support.ts";

export interface Failure {
  /** For programs: a `SupportProblemCode`, a `GpuErrorCode`, a `FormatErrorCode`, or "failed". */
  readonly code: string;
  /** What happened, in plain words. */
  readonly title: string;
  /** What to do about it, the likeliest first. */
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
  const title = `Could not open ${subject}`;
  if (error instanceof FormatError) {
    return { code: error.code, title, advice: adviseOnFile(error), detail, canRetry: false };
  }
  if (error instanceof GpuError) {
    return { code: error.code, title, advice: adviseOnGpu(error), detail, canRetry: true };
  }
  return { code: "failed", title, advice: [], detail, canRetry: true };
}

function adviseOnFile(error: FormatError): string[] {
  switch (error.code) {
    case "bad-magic":
      return ["This is not a compiled Source map (.bsp), nor an archive with one."];
    case "bad-version":
    case "unsupported":
      return ["The file is of a kind that is not read here. Maps of Source games are."];
    case "truncated":
      return ["The file ends too early: a download or an upload may have been cut short."];
    default:
      return ["The file is damaged. Get it again, or open another map."];
  }
}

function adviseOnGpu(error: GpuError): string[] {
  switch (error.code) {
    case "out-of-memory":
      return [
        "Close other pages and programs that draw much, and try again.",
        "Another device with more graphics memory may show it.",
      ];
    case "limit":
      return ["The map is larger than this graphics adapter allows. Another device may show it."];
    default:
      return ["Reload the page.", "Bring the browser and the graphics driver up to date."];
  }
}
