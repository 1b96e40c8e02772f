export { parseBsp } from "./parse-bsp.ts";
export { parseEntities } from "./read/parse-entities.ts";
export type { BspSummary } from "./summarize-bsp.ts";
export { summarizeBsp } from "./summarize-bsp.ts";
export type * from "./types.ts";
