/** VTX: reads triangles of models. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { parseVtx } from "./read/parse-vtx.ts";
export * from "./read/parse-vtx-details.ts";
export { parseVtxDetails } from "./read/parse-vtx-details.ts";
export { summarizeVtx, type VtxSummary } from "./summarize-studio.ts";
export type * from "./types.ts";
