/** Creates errors of the map readers and writers. */

import type { FormatErrorCode } from "../../core/errors.ts";
import { FormatError } from "../../core/errors.ts";

export function bspError(
  code: FormatErrorCode,
  where: string,
  offset: number,
  expected: string,
  found?: string | number,
): FormatError {
  return new FormatError({
    format: "BSP",
    code,
    where,
    offset,
    expected,
    ...(found === undefined ? {} : { found: String(found) }),
  });
}
