import { LUMP } from "../lumps.ts";
import type { LumpChange } from "./lump-change.ts";
import type { LumpDirectory } from "./lump-directory.ts";
import { mendEntities } from "./mend-entities.ts";

/**
 * Writes the entities that are whole over what there was, and shortens the lump in the directory.
 *
 * @param image the map, the lump of which is not packed
 * @param room bytes that are there, of a lump that the file's end cuts
 * @returns null where nothing is to be changed, or nothing is left
 */
export function mendEntityLump(
  image: Uint8Array,
  directory: LumpDirectory,
  room?: number,
): LumpChange | null {
  const lump = "LUMP_ENTITIES";
  const offset = directory.header.offset[LUMP[lump]];
  const length = directory.header.length[LUMP[lump]];
  const there = image.subarray(offset, offset + (room ?? length));
  const mended = mendEntities(there, room !== undefined);
  if (mended === null || mended.keptCount === 0) return null;
  const { bytes, keptCount, lostCount, hasNewWorld } = mended;
  there.set(bytes);
  directory.shorten(lump, bytes.length);
  const kept = `${keptCount} entities are whole and kept, at ${lostCount} places others are not`;
  const world = hasNewWorld ? "; an empty worldspawn stands for the map's own" : "";
  const left = room === undefined ? "" : `; ${room} of ${length} bytes at ${offset} are there`;
  return { lump, action: "shortened", message: kept + world + left };
}
