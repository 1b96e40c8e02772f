import { FormatError, type FormatErrorCode } from "../../core/errors.ts";

/** Returns an error for a fault of the map's source that is detected only during compilation. */
export function vmfFault(
  code: FormatErrorCode,
  where: string,
  line: number,
  expected: string,
  found?: string,
): FormatError {
  const detail = { format: "VMF", code, where, line, offset: 0, expected } as const;
  return new FormatError(found === undefined ? detail : { ...detail, found });
}
