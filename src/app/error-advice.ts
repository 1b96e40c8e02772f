/** What to tell someone whose map did not open. */

import { FormatError } from "../core/errors.ts";

export interface ErrorText {
  /** What happened, in plain words. */
  readonly title: string;
  /** The error's one line. */
  readonly detail: string;
  /** What to do about it. */
  readonly advice: string;
}

export function describeError(error: unknown, mapName: string): ErrorText {
  const detail = error instanceof Error ? error.message : String(error);
  const title = `${mapName} did not open`;
  return { title, detail, advice: adviseOn(error) };
}

function adviseOn(error: unknown): string {
  if (!(error instanceof FormatError)) return "Try it again, or open another map.";
  switch (error.code) {
    case "bad-magic":
      return "This is not a compiled Source map. Choose a .bsp file; unpack it first if it came as .bz2 or .zip.";
    case "bad-version":
    case "unsupported":
      return "The file is of a kind that visleaf does not read. Maps of Source games do open.";
    case "truncated":
      return "The file ends too early: a download may have been cut short. Get it again.";
    default:
      return "The file is damaged. Get it again, or open another map.";
  }
}
