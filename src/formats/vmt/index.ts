/** VMT: reads materials. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { parseVmt } from "./parse-vmt.ts";
export { resolveVmt } from "./resolve-vmt.ts";
export { summarizeVmt } from "./summarize-vmt.ts";
export type * from "./types.ts";
