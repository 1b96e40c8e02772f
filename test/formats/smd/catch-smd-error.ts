import { FormatError } from "../../../src/core/errors.ts";
import { parseSmd } from "../../../src/formats/smd/parse-smd.ts";

/** Returns the error that parsing a text must throw, as `[code, line]`. */
export function catchSmdError(text: string): [code: string, line: number | undefined] {
  try {
    parseSmd(text);
  } catch (error) {
    if (error instanceof FormatError && error.format === "SMD") return [error.code, error.line];
    throw error;
  }
  throw new Error("the text was read without an error");
}
