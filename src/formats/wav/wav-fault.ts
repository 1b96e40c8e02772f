import { FormatError, type FormatErrorCode } from "../../core/errors.ts";

export function wavFault(
  code: FormatErrorCode,
  where: string,
  offset: number,
  expected: string,
  found: string | number,
): FormatError {
  return new FormatError({ format: "WAV", code, where, offset, expected, found: String(found) });
}
