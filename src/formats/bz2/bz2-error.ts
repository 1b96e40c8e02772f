import { FormatError, type FormatErrorCode } from "../../core/errors.ts";

export function bz2Error(
  code: FormatErrorCode,
  where: string,
  offset: number,
  expected: string,
  found: string | number,
): FormatError {
  return new FormatError({ format: "BZ2", code, where, offset, expected, found: String(found) });
}
