/** Errors with codes. Bad input throws a `FormatError` and nothing else. */

/** File formats that visleaf reads; the first word of every `FormatError` message. */
export type FormatName =
  | "BSP"
  | "MDL"
  | "ANI"
  | "VVD"
  | "VTX"
  | "VHV"
  | "PPL"
  | "PHY"
  | "PCF"
  | "VTF"
  | "VMT"
  | "KeyValues"
  | "VMF"
  | "PRT"
  | "SMD"
  | "QC"
  | "VPK"
  | "GMA"
  | "ZIP"
  | "BZ2"
  | "LZMA"
  | "WAV"
  | "DEM"
  | "MTV"
  /** Formats of visleaf itself: recorded flights or camera lists, and benchmark reports. */
  | "camera path"
  | "bench report";

export type FormatErrorCode =
  /** The file does not start with the signature of its format. */
  | "bad-magic"
  /** No reader supports this version. */
  | "bad-version"
  /** The bytes end before the data does. */
  | "truncated"
  /** A count is negative, or exceeds the bytes available. */
  | "bad-count"
  /** An offset lies outside the file, or outside the block that should contain it. */
  | "bad-offset"
  /** An index lies past the end of its array. */
  | "bad-index"
  /** A value lies outside the range that the format allows. */
  | "bad-value"
  /** References form a cycle. */
  | "cycle"
  /** Files or tables that belong together do not match. */
  | "mismatch"
  /** Opening the file would exceed a limit; see `Limits`. */
  | "too-large"
  /** Text does not follow its grammar. */
  | "syntax"
  /** The file looks valid but is of an unsupported kind. */
  | "unsupported";

export interface FormatErrorDetail {
  readonly format: FormatName;
  readonly code: FormatErrorCode;
  /** Lump, block or table, named as in Valve's headers: `LUMP_FACES`, `header`. */
  readonly where: string;
  /** Byte offset of the fault in the file or in the decompressed lump. */
  readonly offset: number;
  /** Line of a text file, from 1. */
  readonly line?: number;
  /** What a sound file has here. */
  readonly expected: string;
  /** What this file has here. */
  readonly found?: string;
}

/**
 * Maximum lengths of `found` and of other text in a message, since the text may be a whole file.
 */
const MAX_FOUND = 80;
export const MAX_NAMED = 300;

/** Shortens text from a file for use in a message. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/** The one error for bad input: format, place in the file, and what was expected there. */
export class FormatError extends Error implements FormatErrorDetail {
  override readonly name = "FormatError";
  readonly format: FormatName;
  readonly code: FormatErrorCode;
  readonly where: string;
  readonly offset: number;
  readonly line?: number;
  readonly expected: string;
  readonly found?: string;

  constructor(detail: FormatErrorDetail) {
    const { format, code, offset, line } = detail;
    const where = shorten(detail.where, MAX_NAMED);
    const expected = shorten(detail.expected, MAX_NAMED);
    const found = detail.found === undefined ? undefined : shorten(detail.found, MAX_FOUND);
    const place = line === undefined ? `byte ${offset}` : `line ${line}`;
    const end = found === undefined ? "" : `, found ${found}`;
    super(`${format} ${where} at ${place}: expected ${expected}${end} [${code}]`);
    this.format = format;
    this.code = code;
    this.where = where;
    this.offset = offset;
    this.expected = expected;
    if (line !== undefined) this.line = line;
    if (found !== undefined) this.found = found;
  }

  /** Returns the error's fields as a plain object, for JSON and for posting between threads. */
  toJSON(): FormatErrorDetail & { message: string } {
    return {
      format: this.format,
      code: this.code,
      where: this.where,
      offset: this.offset,
      ...(this.line === undefined ? {} : { line: this.line }),
      expected: this.expected,
      ...(this.found === undefined ? {} : { found: this.found }),
      message: this.message,
    };
  }
}

/** Thrown if work was stopped on request; never shown as a fault. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
  constructor() {
    super("cancelled");
  }
}

/**
 * Throws if a condition that earlier code guarantees is false: a bug in visleaf, never bad input.
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`visleaf bug: ${message}`);
}
