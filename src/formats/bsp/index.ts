/** BSP: reads compiled maps, and writes parts of them like a compiler. */

export { Diagnostics, type Warning, type WarningCode } from "../../core/diagnostics.ts";
export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { parseBsp } from "./parse-bsp.ts";
export { parseEntities } from "./read/parse-entities.ts";
export { type BspSummary, summarizeBsp } from "./summarize-bsp.ts";
export type * from "./types.ts";
export { assembleLumps, type Lump } from "./write/write-bsp.ts";
export { writeEntities } from "./write/write-entities.ts";
export { type StaticPropTable, writeStaticProps } from "./write/write-static-props.ts";
