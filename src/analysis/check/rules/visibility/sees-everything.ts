import { createBitSet } from "../../../../core/bit-set.ts";
import { decodePvsRow } from "../../../../visibility/pvs.ts";
import { countOf, percent } from "../../facts/words.ts";
import type { Rule } from "../../rule.ts";

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
      for (const word of row) seen += countBits(word);
      rows++;
    }
    const share = seen / (rows * pvs.clusterCount);
    if (share < SHARE) return [];
    const all = countOf(pvs.clusterCount, "cluster");
    const message = `On average a cluster sees ${percent(share)} of the map's ${all}: walls hide hardly anything.`;
    return [{ severity: "warning", message }];
  },
};

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
