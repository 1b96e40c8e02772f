/** Limits of a compiled map: `MAX_MAP_*` of Valve's `bspfile.h`, from the table of engines. */

import { FormatError } from "../../core/errors.ts";
import { limitOfSdk2013 } from "../../formats/bsp/branch-limits.ts";

export const MAX_MAP_MODELS = limitOfSdk2013("LUMP_MODELS");
export const MAX_MAP_BRUSHES = limitOfSdk2013("LUMP_BRUSHES");
export const MAX_MAP_ENTITIES = limitOfSdk2013("LUMP_ENTITIES");
export const MAX_MAP_TEXINFO = limitOfSdk2013("LUMP_TEXINFO");
export const MAX_MAP_TEXDATA = limitOfSdk2013("LUMP_TEXDATA");
export const MAX_MAP_AREAS = limitOfSdk2013("LUMP_AREAS");
export const MAX_MAP_PLANES = limitOfSdk2013("LUMP_PLANES");
export const MAX_MAP_NODES = limitOfSdk2013("LUMP_NODES");
export const MAX_MAP_BRUSHSIDES = limitOfSdk2013("LUMP_BRUSHSIDES");
export const MAX_MAP_LEAFS = limitOfSdk2013("LUMP_LEAFS");
export const MAX_MAP_VERTS = limitOfSdk2013("LUMP_VERTEXES");
export const MAX_MAP_FACES = limitOfSdk2013("LUMP_FACES");
export const MAX_MAP_LEAFFACES = limitOfSdk2013("LUMP_LEAFFACES");
export const MAX_MAP_LEAFBRUSHES = limitOfSdk2013("LUMP_LEAFBRUSHES");
export const MAX_MAP_EDGES = limitOfSdk2013("LUMP_EDGES");
export const MAX_MAP_SURFEDGES = limitOfSdk2013("LUMP_SURFEDGES");
export const MAX_MAP_PRIMITIVES = limitOfSdk2013("LUMP_PRIMITIVES");
export const MAX_MAP_PRIMINDICES = limitOfSdk2013("LUMP_PRIMINDICES");
export const MAX_MAP_DISPINFO = limitOfSdk2013("LUMP_DISPINFO");
export const MAX_MAP_OVERLAYS = limitOfSdk2013("LUMP_OVERLAYS");
/** Bytes. */
export const MAX_MAP_VISIBILITY = limitOfSdk2013("LUMP_VISIBILITY", "bytes");

/**
 * Most pairs of brushes with overlapping boxes. Each pair may be cut; real maps have up to 8 pairs
 * a brush.
 */
export const MAX_OVERLAPS = 16 * MAX_MAP_BRUSHES;
/** Most luxels of all faces, 4 bytes each, counted four times for bumped materials. */
export const MAX_LUXELS = limitOfSdk2013("LUMP_LIGHTING", "bytes") / 4;

/** Inches from the world's origin to its edge. */
export const MAX_COORD = 16384;

/** Throws FormatError if a table has become too long. */
export function checkLimit(what: string, count: number, limit: number): void {
  if (count <= limit) return;
  throw new FormatError({
    format: "VMF",
    code: "bad-count",
    where: what,
    offset: 0,
    line: 1,
    expected: `at most ${limit} ${what} in the compiled map`,
    found: String(count),
  });
}
