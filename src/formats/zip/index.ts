/** Zip: reads and writes archives such as pakfiles. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { parseZip } from "./parse-zip.ts";
export type * from "./types.ts";
export { writeZip } from "./write-zip.ts";
