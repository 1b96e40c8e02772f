/** Creates errors of the VMF reader and writer. */

import { FormatError, type FormatErrorCode } from "../../core/errors.ts";

/** Place in the text that an error refers to. */
export interface TextPlace {
  /** Line number, from 1. */
  readonly line: number;
  /** Offset in characters from the text's start. */
  readonly offset: number;
}

export function vmfError(
  code: FormatErrorCode,
  where: string,
  { line, offset }: TextPlace,
  expected: string,
  found?: string | number,
): FormatError {
  const detail = { format: "VMF", code, where, line, offset, expected } as const;
  return new FormatError(found === undefined ? detail : { ...detail, found: String(found) });
}
