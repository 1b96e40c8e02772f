/** Summarises a PHY for `visleaf inspect`. */

import type { KeyValuesNode } from "../keyvalues/types.ts";
import { formatChecksum } from "../studio/checksums.ts";
import type { Phy } from "./parse-phy.ts";

/** Summary of a collision model: plain data for JSON. */
export interface PhySummary {
  readonly format: "PHY";
  /** Checksum of its MDL, eight hexadecimal digits. */
  readonly checksum: string;
  readonly hulls: number;
  readonly triangles: number;
  readonly solids: readonly {
    readonly hulls: number;
    readonly triangles: number;
    /** Total number of points of its hulls. */
    readonly points: number;
    /** [mins, maxs], inches; `null` if there is no hull. */
    readonly box: readonly (readonly number[])[] | null;
  }[];
  /** Text after the solids, as written: names, masses, surface properties. */
  readonly keyValues: readonly KeyValuesNode[];
}

export function summarizePhy(phy: Phy): PhySummary {
  const solids = Array.from({ length: phy.solidCount }, () => ({
    ...{ hulls: 0, triangles: 0, points: 0 },
    box: null as [mins: number[], maxs: number[]] | null,
  }));
  for (let hull = 0; hull < phy.hullCount; hull++) {
    const solid = solids[phy.hullSolid[hull]];
    const [first, end] = phy.hullFirstTriangle.subarray(hull, hull + 2);
    solid.hulls++;
    solid.triangles += end - first;
    solid.points += phy.hullPointCount[hull];
    for (let at = first * 9; at < end * 9; at += 3) {
      const point = [...phy.corners.subarray(at, at + 3)];
      solid.box ??= [point, point];
      solid.box = [
        solid.box[0].map((value, axis) => Math.min(value, point[axis])),
        solid.box[1].map((value, axis) => Math.max(value, point[axis])),
      ];
    }
  }
  return {
    format: "PHY",
    checksum: formatChecksum(phy.checksum),
    hulls: phy.hullCount,
    triangles: phy.corners.length / 9,
    solids,
    keyValues: phy.keyValues,
  };
}
