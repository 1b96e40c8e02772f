/** Last step of every compile: writes the map's lumps to a file. */

import { assembleLumps } from "../formats/bsp/write/write-bsp.ts";
import { writeZip } from "../formats/zip/write-zip.ts";
import type { CompiledMap } from "./types.ts";

const BSP_VERSION = 20;

/**
 * Writes a `.bsp` of version 20, little-endian, with game lump offsets from the file's start. The
 * pakfile is a stored zip, present even if empty. The same map gives the same bytes.
 */
export function writeBsp({ revision, lumps, gameLumps, pak }: CompiledMap): Uint8Array {
  const all = new Map(lumps);
  all.set("LUMP_PAKFILE", { version: 0, bytes: writeZip(pak) });
  return assembleLumps(BSP_VERSION, revision, all, gameLumps);
}
