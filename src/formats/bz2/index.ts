/** bzip2: decompresses maps as game servers compress them. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { decompressBz2 } from "./decompress-bz2.ts";
export { isBz2 } from "./is-bz2.ts";
