/**
 * Errors with codes. Bad input ends in one `FormatError`; nothing else is thrown for it.
 */

/** The file formats that visleaf reads; the first word of every `FormatError` message. */
export type FormatName =
  | "BSP"
  | "MDL"
  | "ANI"
  | "VVD"
  | "VTX"
  | "VHV"
  | "PPL"
  | "PHY"
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
  /** Visleaf's own: a recorded flight or a list of cameras, and what a benchmark wrote down. */
  | "camera path"
  | "bench report";

export type FormatErrorCode =
  /** The file does not start with the format's identification. */
  | "bad-magic"
  /** A version that no reader here knows. */
  | "bad-version"
  /** The bytes end before the data do. */
  | "truncated"
  /** A count that is negative, or larger than the bytes that are there. */
  | "bad-count"
  /** An offset outside the file, or outside the block it should lie in. */
  | "bad-offset"
  /** An index past the end of the array it points into. */
  | "bad-index"
  /** A value outside the range that the format allows. */
  | "bad-value"
  /** References that lead back to where they came from. */
  | "cycle"
  /** Files or tables that belong together but do not fit each other. */
  | "mismatch"
  /** More than opening such a file may cost; see `Limits`. */
  | "too-large"
  /** Text that does not follow its grammar. */
  | "syntax"
  /** Valid as far as can be told, but of a kind that is not read. */
  | "unsupported";

export interface FormatErrorDetail {
  readonly format: FormatName;
  readonly code: FormatErrorCode;
  /** The lump, block, or table, by its name in Valve's headers: `LUMP_FACES`, `header`. */
  readonly where: string;
  /** Byte offset in the file (or in the decompressed lump) at which the fault was seen. */
  readonly offset: number;
  /** Of a text file, the line, from 1. */
  readonly line?: number;
  /** What a sound file would have here. */
  readonly expected: string;
  /** What is here. */
  readonly found?: string;
}

/** A sentence for a person, of text that may be a whole file's. */
const MAX_FOUND = 80;
export const MAX_NAMED = 300;

/** Cuts text out of a file before it becomes a part of a message. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/** The one error for bad input: which format, where in it, what was expected. */
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

  /** The fields of the error as a plain object, for JSON and for posting between threads. */
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

/** Thrown when work was stopped on request; never shown as a fault. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
  constructor() {
    super("cancelled");
  }
}

/** Stops a bug of our own, never bad input: a condition that the code before it guarantees. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`visleaf bug: ${message}`);
}
