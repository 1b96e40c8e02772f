import { FormatError, type FormatErrorCode } from "../../core/errors.ts";

/** A place in the text: what every fault of a map's source is told with. */
export interface TextPlace {
  /** From 1. */
  readonly line: number;
  /** In characters, from the text's start. */
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
