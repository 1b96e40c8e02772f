/** A map's source: reading and writing VMF. */

export { createVmfEntity, parseVmf } from "./parse-vmf.ts";
export type * from "./types.ts";
export { writeVmf } from "./write-vmf.ts";
