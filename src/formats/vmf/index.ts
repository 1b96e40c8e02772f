/** VMF: reads and writes map sources. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { createVmfEntity, parseVmf } from "./parse-vmf.ts";
export type * from "./types.ts";
export { writeVmf } from "./write-vmf.ts";
