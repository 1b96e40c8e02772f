/** Compares the size of a map's lumps with the limits of its engine. */

import { FormatError } from "../../core/errors.ts";
import { findBranchLimits, type LimitUnit } from "./branch-limits.ts";
import { LUMP, type LumpName } from "./lumps.ts";
import type { LumpReader } from "./read/lump-reader.ts";
import type { LumpLengths } from "./tables/lump-structs.ts";
import { countRecords, toldFaceBrushes } from "./tables/weigh-lumps.ts";
import type { DialectName, LumpEntry } from "./types.ts";

export interface LimitUse {
  readonly lump: LumpName;
  /** Unit of `used` and `limit`. */
  readonly unit: LimitUnit;
  readonly used: number;
  readonly limit: number;
  /** `used` divided by `limit`; above 1 if the map exceeds the engine's limit. */
  readonly share: number;
}

export interface MapLimits {
  /** Source of the limits; `null` if none are published for the map's engine. */
  readonly limitsOf: string | null;
  /** Non-empty lumps, the fullest first. */
  readonly limits: readonly LimitUse[];
}

/** Properties of a map that was read. */
export interface CountedMap extends LumpLengths {
  readonly dialect: DialectName;
  /** Directory entries with the outcome of reading each lump. */
  readonly lumps: readonly LumpEntry[];
  readonly entityCount: number;
  readonly clusterCount: number;
}

/** Lists the uses. For a damaged lump, only the records that were read count. */
export function listLimitUses(reader: LumpReader, map: CountedMap): MapLimits {
  const branch = findBranchLimits(map.version, map.dialect);
  if (branch === null) return { limitsOf: null, limits: [] };
  const withFaceBrushes = toldFaceBrushes(reader, map);
  const countUsed = (lump: LumpName, unit: LimitUnit): number => {
    if (unit === "clusters") return map.clusterCount;
    if (lump === "LUMP_ENTITIES") return map.entityCount;
    const read = Math.max(0, map.lumps[LUMP[lump]].records);
    try {
      if (unit === "bytes") return reader.bytes(lump).length;
      return countRecords(reader, lump, map, withFaceBrushes)?.records ?? read;
    } catch (error) {
      if (error instanceof FormatError) return unit === "bytes" ? 0 : read;
      throw error;
    }
  };
  const limits = branch.limits.flatMap(({ lump, unit, limit }): LimitUse[] => {
    if (limit === null) return [];
    const used = countUsed(lump, unit);
    return used > 0 ? [{ lump, unit, used, limit, share: used / limit }] : [];
  });
  return { limitsOf: branch.name, limits: limits.sort((a, b) => b.share - a.share) };
}
