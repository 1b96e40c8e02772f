/**
 * File formats: bytes in, plain typed data out, and back. No DOM, no GPU, no network. For bad
 * input, everything here throws `FormatError` and nothing else. Each format also has a separate
 * entry point (`visleaf/formats/bsp`).
 */

export type { FormatName } from "../core/errors.ts";
export * from "./bsp/index.ts";
export * from "./bz2/index.ts";
export * from "./gma/index.ts";
export * from "./phy/index.ts";
export * from "./prt/index.ts";
export * from "./smd/index.ts";
export * from "./studio/mdl.ts";
export * from "./studio/vtx.ts";
export * from "./studio/vvd.ts";
export * from "./vmf/index.ts";
export * from "./vmt/index.ts";
export * from "./vpk/index.ts";
export * from "./vtf/index.ts";
export * from "./zip/index.ts";
