import type { Warning } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";

/**
 * What is told of a sequence that could not be played: it is not there, or broken.
 * @throws `error`, where it is of something else
 */
export function missingSequence(wanted: string | number, error: unknown): Warning {
  if (!(error instanceof TypeError || error instanceof FormatError)) throw error;
  return { code: "missing-sequence", subject: String(wanted), message: error.message, count: 1 };
}
