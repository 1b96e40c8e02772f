/** Rules about the stored PVS. */

import { countBits, createBitSet, hasBit, setBit } from "../../../../core/bit-set.ts";
import { decodePvsRow } from "../../../../visibility/pvs.ts";
import { countOf, percent } from "../../facts/words.ts";
import { UntoldError } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/**
 * The map has no visibility lump: vvis did not run, because vbsp found a leak or was told to skip
 * it. (error)
 * Mend: Load the point file of the leak in Hammer, close the leak, and compile with vvis.
 */
export const noVisibility: Rule = {
  name: "no-visibility",
  why: "Without visibility the whole map is drawn from everywhere, and water and area portals do not work.",
  check(facts) {
    facts.needs("LUMP_VISIBILITY");
    if ((facts.bsp.visibility?.clusterCount ?? 0) > 0) return [];
    const message = "The map has no visibility: it leaks, or vvis was not run.";
    return [{ severity: "error", message }];
  },
};

/** Share of all pairs of clusters. */
const SHARE = 0.9;
/** Smallest number of clusters. In a room or two everything is visible. */
const LEAST_CLUSTERS = 48;
/** Most rows tested. Larger maps are sampled at even steps. */
const MOST_ROWS = 4096;

/**
 * Clusters see 90 % of all clusters on average, in a map of 48 or more. (warning)
 * Mend: Build walls up to the sky brushes, hint brushes over roofs, area portals in doors. An open
 * landscape may have to stay so.
 */
export const seesEverything: Rule = {
  name: "sees-everything",
  why: "Everything is drawn from everywhere: visibility saves nothing.",
  check(facts) {
    const { pvs } = facts;
    if (pvs === null || pvs.clusterCount < LEAST_CLUSTERS) return [];
    const row = createBitSet(pvs.clusterCount);
    const step = Math.ceil(pvs.clusterCount / MOST_ROWS);
    let seen = 0;
    let rows = 0;
    for (let cluster = 0; cluster < pvs.clusterCount; cluster += step) {
      decodePvsRow(pvs, cluster, row);
      seen += countBits(row);
      rows++;
    }
    const share = seen / (rows * pvs.clusterCount);
    if (share < SHARE) return [];
    const all = countOf(pvs.clusterCount, "cluster");
    const message = `On average a cluster sees ${percent(share)} of the map's ${all}: walls hide hardly anything.`;
    return [{ severity: "warning", message }];
  },
};

/** Most clusters. Their rows take 8 MiB; maps of games have far fewer. */
const MOST_CLUSTERS = 8192;

/**
 * A cluster sees another that does not see it. (warning)
 * Mend: Run vvis again; `visleaf diff` shows what an edited lump changed.
 */
export const oneWayVisibility: Rule = {
  name: "one-way-visibility",
  why: "Compilers write symmetric visibility: the lump was edited or is damaged, and things vanish from some places.",
  check({ pvs }) {
    if (pvs === null) return [];
    const { clusterCount } = pvs;
    if (clusterCount > MOST_CLUSTERS) {
      throw new UntoldError(`${clusterCount} clusters are too many to compare`);
    }
    const rows = Array.from({ length: clusterCount }, (_, cluster) => {
      const row = createBitSet(clusterCount);
      decodePvsRow(pvs, cluster, row);
      return row;
    });
    const transposed = rows.map(() => createBitSet(clusterCount));
    for (const [from, row] of rows.entries()) {
      for (let to = 0; to < clusterCount; to++) if (hasBit(row, to)) setBit(transposed[to], from);
    }
    let pairs = 0;
    for (const [from, row] of rows.entries()) {
      for (let word = 0; word < row.length; word++) {
        for (let left = row[word] & ~transposed[from][word]; left !== 0; left &= left - 1) pairs++;
      }
    }
    if (pairs === 0) return [];
    const message = `In ${countOf(pairs, "pair")} of clusters only one sees the other.`;
    return [{ severity: "warning", message }];
  },
};
