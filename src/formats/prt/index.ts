/** Portals between clusters, as vbsp hands them to vvis in a file. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { parsePrt } from "./parse-prt.ts";
export type * from "./types.ts";
export { writePrt } from "./write-prt.ts";
