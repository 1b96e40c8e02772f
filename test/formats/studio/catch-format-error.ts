import { FormatError } from "../../../src/core/errors.ts";

/** Returns the FormatError that a call throws. Any other outcome fails the test. */
export function catchFormatError(call: () => unknown): FormatError {
  try {
    call();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("expected a FormatError");
}
