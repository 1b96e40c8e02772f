/** VTF: reads textures, and converts them for a GPU. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export type { GpuImage, GpuImageFormat } from "../../core/image.ts";
export { decodeVtfImage } from "./decode-vtf-image.ts";
export { openVtf } from "./open-vtf.ts";
export { parseVtf } from "./parse-vtf.ts";
export { summarizeVtf } from "./summarize-vtf.ts";
export type * from "./types.ts";
