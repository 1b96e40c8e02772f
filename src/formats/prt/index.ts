/** PRT: reads and writes files of portals between clusters, which vbsp writes for vvis. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { type PortalFile, parsePrt } from "./parse-prt.ts";
export { writePrt } from "./write-prt.ts";
