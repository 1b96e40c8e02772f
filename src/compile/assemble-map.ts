/** The last step of every compile: the map's lumps become a file. */

import { assembleLumps } from "../formats/bsp/write/write-bsp.ts";
import { writeZip } from "../formats/zip/write-zip.ts";
import type { CompiledMap } from "./types.ts";

const BSP_VERSION = 20;

/**
 * A `.bsp` of version 20, little-endian: game lumps with their offsets from the file's start, the
 * pakfile as a stored zip, which is there even if it is empty. The same map gives the same bytes.
 */
export function writeBsp({ revision, lumps, gameLumps, pak }: CompiledMap): Uint8Array {
  const all = new Map(lumps);
  all.set("LUMP_PAKFILE", { version: 0, bytes: writeZip(pak) });
  return assembleLumps(BSP_VERSION, revision, all, gameLumps);
}
