/** Limits of each lump in an engine, by the branch that a map was compiled for. */

import type { LumpName } from "./lumps.ts";
import type { DialectName } from "./types.ts";

/** Unit of a limit: records of a lump, uncompressed bytes, or clusters of the visibility. */
export type LimitUnit = "records" | "bytes" | "clusters";

export interface LumpLimit {
  readonly lump: LumpName;
  readonly unit: LimitUnit;
  /** `null` if there is no limit, or no public source states it. */
  readonly limit: number | null;
}

export interface BranchLimits {
  /** Source of the numbers. */
  readonly name: string;
  readonly limits: readonly LumpLimit[];
}

type Row = readonly [lump: LumpName, limit: number | null, unit?: LimitUnit];

const listLimits = (rows: readonly Row[]): LumpLimit[] =>
  rows.map(([lump, limit, unit = "records"]) => ({ lump, unit, limit }));

/** `MAX_MAP_*` of Source SDK 2013's `bspfile.h`, whose `BSPVERSION` is 20. */
const SDK_2013: readonly LumpLimit[] = listLimits([
  ["LUMP_ENTITIES", 8192],
  ["LUMP_MODELS", 1024],
  ["LUMP_BRUSHES", 8192],
  ["LUMP_BRUSHSIDES", 65536],
  ["LUMP_PLANES", 65536],
  ["LUMP_VERTEXES", 65536],
  ["LUMP_EDGES", 256000],
  ["LUMP_SURFEDGES", 512000],
  ["LUMP_FACES", 65536],
  ["LUMP_FACES_HDR", 65536],
  ["LUMP_ORIGINALFACES", 65536],
  ["LUMP_NODES", 65536],
  ["LUMP_LEAFS", 65536],
  ["LUMP_LEAFFACES", 65536],
  ["LUMP_LEAFBRUSHES", 65536],
  ["LUMP_LEAFWATERDATA", 32768],
  ["LUMP_AREAS", 256],
  ["LUMP_AREAPORTALS", 1024],
  ["LUMP_TEXINFO", 12288],
  ["LUMP_TEXDATA", 2048],
  ["LUMP_TEXDATA_STRING_TABLE", 65536],
  ["LUMP_TEXDATA_STRING_DATA", 256000, "bytes"],
  ["LUMP_DISPINFO", 2048],
  // MAX_MAP_DISPINFO displacements of the largest size, 17 by 17.
  ["LUMP_DISP_VERTS", 2048 * 17 * 17],
  ["LUMP_PRIMITIVES", 32768],
  ["LUMP_PRIMVERTS", 65536],
  ["LUMP_PRIMINDICES", 65536],
  ["LUMP_VERTNORMALS", 256000],
  ["LUMP_VERTNORMALINDICES", 256000],
  ["LUMP_WORLDLIGHTS", 8192],
  ["LUMP_WORLDLIGHTS_HDR", 8192],
  ["LUMP_CUBEMAPS", 1024],
  ["LUMP_OVERLAYS", 512],
  ["LUMP_WATEROVERLAYS", 16384],
  ["LUMP_LIGHTING", 2 ** 24, "bytes"],
  ["LUMP_LIGHTING_HDR", 2 ** 24, "bytes"],
  ["LUMP_VISIBILITY", 2 ** 24, "bytes"],
  ["LUMP_VISIBILITY", 65536, "clusters"],
]);

/** Differences in the Alien Swarm SDK's `bspfile.h`, whose `BSPVERSION` is 21. */
const ALIEN_SWARM = changeLimits([["LUMP_ENTITIES", 16384]]);

/**
 * Strata Source, version 25, from its wiki's page on the format. Limits that it does not state are
 * unknown or, for texinfos and lights, do not exist (Momentum Mod's 0.9.2).
 */
const STRATA: readonly LumpLimit[] = listLimits([
  ["LUMP_ENTITIES", 20480],
  ["LUMP_MODELS", 65536],
  ["LUMP_BRUSHES", 131072],
  ["LUMP_BRUSHSIDES", 655360],
  ["LUMP_PLANES", 1048576],
  ["LUMP_VERTEXES", 1048576],
  ["LUMP_EDGES", 4096000],
  ["LUMP_SURFEDGES", 8192000],
  ["LUMP_FACES", 1048576],
  ["LUMP_FACES_HDR", 1048576],
  ["LUMP_ORIGINALFACES", 1048576],
  ["LUMP_NODES", 1048576],
  ["LUMP_LEAFS", 1048576],
  ["LUMP_LEAFFACES", 1048576],
  ["LUMP_LEAFBRUSHES", 1048576],
  ["LUMP_LEAFWATERDATA", 32768],
  ["LUMP_AREAS", 65536],
  ["LUMP_AREAPORTALS", 65536],
  ["LUMP_TEXINFO", null],
  ["LUMP_TEXDATA", 16384],
  ["LUMP_TEXDATA_STRING_TABLE", 1048576],
  ["LUMP_TEXDATA_STRING_DATA", 256000, "bytes"],
  ["LUMP_DISPINFO", 262144],
  ["LUMP_DISP_VERTS", 262144 * 17 * 17],
  ["LUMP_VERTNORMALS", 1048576],
  ["LUMP_VERTNORMALINDICES", 1048576],
  ["LUMP_PRIMITIVES", 1048576],
  ["LUMP_PRIMVERTS", 1048576],
  ["LUMP_PRIMINDICES", 1048576],
  ["LUMP_WORLDLIGHTS", null],
  ["LUMP_WORLDLIGHTS_HDR", null],
  ["LUMP_CUBEMAPS", 16384],
  ["LUMP_OVERLAYS", 16384],
  ["LUMP_WATEROVERLAYS", 16384],
  ["LUMP_LIGHTING", 2 ** 24, "bytes"],
  ["LUMP_LIGHTING_HDR", 2 ** 24, "bytes"],
  ["LUMP_VISIBILITY", 2 ** 24, "bytes"],
  ["LUMP_VISIBILITY", 1048576, "clusters"],
]);

/** Returns a limit of Source SDK 2013. Throws if its row is missing. */
export function limitOfSdk2013(lump: LumpName, unit: LimitUnit = "records"): number {
  const row = SDK_2013.find((each) => each.lump === lump && each.unit === unit);
  if (typeof row?.limit === "number") return row.limit;
  throw new Error(`visleaf bug: no limit of ${lump} in ${unit}`);
}

/** Returns the limits of Source SDK 2013 with some rows replaced. */
function changeLimits(rows: readonly Row[]): LumpLimit[] {
  const changed = listLimits(rows);
  return SDK_2013.map(
    (row) => changed.find(({ lump, unit }) => lump === row.lump && unit === row.unit) ?? row,
  );
}

/** Engines with their own records and no published limits. */
const UNKNOWN_DIALECTS: readonly DialectName[] = ["vindictus", "dota2-22", "dota2-23"];

/**
 * Returns the limits of the branch that a map belongs to; `null` if none are published. Engines
 * older than version 20 have no public header; they get the limits of Source SDK 2013.
 */
export function findBranchLimits(version: number, dialect: DialectName): BranchLimits | null {
  if (UNKNOWN_DIALECTS.includes(dialect)) return null;
  if (version === 21) return { name: "Alien Swarm SDK", limits: ALIEN_SWARM };
  if (version === 25) return { name: "Strata Source", limits: STRATA };
  if (version <= 20 || dialect === "dark-messiah") {
    return { name: "Source SDK 2013", limits: SDK_2013 };
  }
  return null;
}
