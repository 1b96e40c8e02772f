/** VPK: reads and writes archives of game files. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { parseVpk, parseVpkTree } from "./parse-vpk.ts";
export { parseVpkHeader } from "./parse-vpk-header.ts";
export {
  locateVpkSections,
  parseVpkSums,
  VPK_SUM_BLAKE3,
  VPK_SUM_BYTES,
  VPK_SUM_MD5,
  type VpkSections,
  type VpkSignature,
  type VpkSums,
} from "./parse-vpk-sums.ts";
export { summarizeVpk, type VpkSummary } from "./summarize-vpk.ts";
export * from "./types.ts";
export {
  joinVpkFile,
  locateVpkFile,
  type VpkFileSlice,
  vpkFileByteLength,
  vpkPartName,
} from "./vpk-file.ts";
export { type SplitVpk, type WriteVpkOptions, writeSplitVpk, writeVpk } from "./write-vpk.ts";
