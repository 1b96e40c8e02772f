/** GMA: reads and writes addons of Garry's Mod. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { checkGmaFile, type GmaDirectory, type GmaFile, parseGma } from "./parse-gma.ts";
export { type GmaSummary, summarizeGma } from "./summarize-gma.ts";
export { type GmaInfo, writeGma } from "./write-gma.ts";
