/** What a map uses of what its engine takes. */

import { FormatError } from "../../../core/errors.ts";
import { LUMP, type LumpName } from "../lumps.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { countRecords } from "../tables/count-records.ts";
import type { LumpLengths } from "../tables/lump-length.ts";
import { toldFaceBrushes } from "../tables/weigh-lumps.ts";
import type { DialectName, LumpEntry } from "../types.ts";
import { findBranchLimits, type LimitUnit } from "./branch-limits.ts";

export interface LimitUse {
  readonly lump: LumpName;
  /** Of `used` and `limit`. */
  readonly unit: LimitUnit;
  readonly used: number;
  readonly limit: number;
  /** `used` of `limit`; above 1 where the map has more than its engine takes. */
  readonly share: number;
}

export interface MapLimits {
  /** Whose numbers they are; null where nothing public says what the map's engine takes. */
  readonly limitsOf: string | null;
  /** Of lumps that hold anything, the fullest first. */
  readonly limits: readonly LimitUse[];
}

/** What is asked of a map that was read. */
export interface CountedMap extends LumpLengths {
  readonly dialect: DialectName;
  /** What became of each lump when the map was read. */
  readonly lumps: readonly LumpEntry[];
  readonly entityCount: number;
  readonly clusterCount: number;
}

/** A lump that is damaged counts as many records as were read of it. */
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
