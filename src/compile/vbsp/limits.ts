/** Limits of a map: `MAX_MAP_*` of Valve's `bspfile.h`. */

import { FormatError } from "../../core/errors.ts";

export const MAX_MAP_MODELS = 1024;
export const MAX_MAP_BRUSHES = 8192;
export const MAX_MAP_ENTITIES = 8192;
export const MAX_MAP_TEXINFO = 12288;
export const MAX_MAP_TEXDATA = 2048;
export const MAX_MAP_AREAS = 256;
export const MAX_MAP_PLANES = 65536;
export const MAX_MAP_NODES = 65536;
export const MAX_MAP_BRUSHSIDES = 65536;
export const MAX_MAP_LEAFS = 65536;
export const MAX_MAP_VERTS = 65536;
export const MAX_MAP_FACES = 65536;
export const MAX_MAP_LEAFFACES = 65536;
export const MAX_MAP_LEAFBRUSHES = 65536;
export const MAX_MAP_EDGES = 256000;
export const MAX_MAP_SURFEDGES = 512000;
export const MAX_MAP_PRIMITIVES = 32768;
export const MAX_MAP_PRIMINDICES = 65536;

/**
 * Most pairs of brushes with overlapping boxes. Each pair may be cut; real maps have up to 8 pairs
 * a brush.
 */
export const MAX_OVERLAPS = 16 * MAX_MAP_BRUSHES;
/**
 * Most luxels of all faces, counted four times for bumped materials: `MAX_MAP_LIGHTING` is 2^24
 * bytes, 4 a luxel.
 */
export const MAX_LUXELS = 2 ** 22;

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
