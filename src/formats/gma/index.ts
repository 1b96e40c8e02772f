export { checkGmaFile, parseGma } from "./parse-gma.ts";
export { type GmaSummary, summarizeGma } from "./summarize-gma.ts";
export type * from "./types.ts";
export { type GmaInfo, writeGma } from "./write-gma.ts";
