/** SMD and VTA: reads and writes model sources. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { parseSmd } from "./parse-smd.ts";
export { type SmdSummary, summarizeSmd } from "./summarize-smd.ts";
export type * from "./types.ts";
export { writeSmd } from "./write-smd.ts";
