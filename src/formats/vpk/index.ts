export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { parseVpk, parseVpkTree } from "./parse-vpk.ts";
export { parseVpkHeader } from "./parse-vpk-header.ts";
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
