import { FormatError } from "../../../src/core/errors.ts";

/** The FormatError that a call ends in; anything else fails the test. */
export function catchFormatError(call: () => unknown): FormatError {
  try {
    call();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("expected a FormatError");
}
