/** PHY: reads collision models. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export type * from "../keyvalues/types.ts";
export { type Phy, parsePhy } from "./parse-phy.ts";
export { type PhySummary, summarizePhy } from "./summarize-phy.ts";
