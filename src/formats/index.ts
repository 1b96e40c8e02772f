/**
 * The formats by themselves: bytes in, plain typed data out, and back. No DOM, no GPU, no network.
 * Everything here throws `FormatError`, and nothing else, for input that is bad.
 */

export { Diagnostics, type Warning, type WarningCode } from "../core/diagnostics.ts";
export {
  FormatError,
  type FormatErrorCode,
  type FormatErrorDetail,
  type FormatName,
} from "../core/errors.ts";
export type { GpuImage, GpuImageFormat } from "../core/image.ts";
export { parseBsp } from "./bsp/parse-bsp.ts";
export { type BspSummary, summarizeBsp } from "./bsp/summarize-bsp.ts";
export type * from "./bsp/types.ts";
export { assembleLumps, type Lump } from "./bsp/write/write-bsp.ts";
export { writeEntities } from "./bsp/write/write-entities.ts";
export { type StaticPropTable, writeStaticProps } from "./bsp/write/write-static-props.ts";
export { decompressBz2 } from "./bz2/decompress-bz2.ts";
export { isBz2 } from "./bz2/is-bz2.ts";
export * from "./gma/index.ts";
export * from "./prt/index.ts";
export * from "./smd/index.ts";
export * from "./studio/animation/animation-types.ts";
export { buildStudioMesh } from "./studio/mesh/build-studio-mesh.ts";
export { parseMdl } from "./studio/read/parse-mdl.ts";
export { parseMdlAnimations } from "./studio/read/parse-mdl-animations.ts";
export { parseVtx } from "./studio/read/parse-vtx.ts";
export { parseVvd } from "./studio/read/parse-vvd.ts";
export {
  type MdlSummary,
  summarizeMdl,
  summarizeVtx,
  summarizeVvd,
  type VtxSummary,
  type VvdSummary,
} from "./studio/summarize-studio.ts";
export type * from "./studio/types.ts";
export * from "./vmf/index.ts";
export { parseVmt } from "./vmt/parse-vmt.ts";
export { resolveVmt } from "./vmt/resolve-vmt.ts";
export { summarizeVmt } from "./vmt/summarize-vmt.ts";
export type * from "./vmt/types.ts";
export * from "./vpk/index.ts";
export { decodeVtfImage } from "./vtf/decode-vtf-image.ts";
export { parseVtf } from "./vtf/parse-vtf.ts";
export { summarizeVtf } from "./vtf/summarize-vtf.ts";
export type * from "./vtf/types.ts";
export { parseZip } from "./zip/parse-zip.ts";
export type * from "./zip/types.ts";
export { writeZip } from "./zip/write-zip.ts";
