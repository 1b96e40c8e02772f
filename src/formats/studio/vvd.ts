/** VVD: reads vertices of models. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { parseVvd } from "./read/parse-vvd.ts";
export { parseVvdExtra } from "./read/parse-vvd-extra.ts";
export { summarizeVvd, type VvdSummary } from "./summarize-studio.ts";
export type * from "./types.ts";
