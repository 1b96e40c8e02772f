import { countBits, createBitSet } from "../../../../core/bit-set.ts";
import { decodePvsRow } from "../../../../visibility/pvs.ts";
import { isCannotTell } from "../../../cannot-tell.ts";
import { createPlaceGraph } from "../../../portals/place-graph.ts";
import { rebuildPortals } from "../../../portals/rebuild-portals.ts";
import { percent } from "../../facts/words.ts";
import { type Fault, UntoldError, type Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Clusters whose visible sets are recomputed, spread evenly over all clusters. */
const SAMPLES = 8;
/**
 * Most portals visible from a sampled cluster. More mean an open landscape, which takes too long.
 */
const MOST_PORTALS = 1500;
/** Most steps of one flood, and least completed samples for a verdict. */
const MOST_STEPS = 200_000;
const LEAST_TOLD = 4;
/** Smallest number of clusters. In a room or two everything is visible. */
const LEAST_CLUSTERS = 16;
/** Smallest share of the stored PVS that must be excess. Less may be rounding. */
const LEAST_SHARE = 0.2;

/**
 * Sight from eight clusters, traced through the tree's portals like vvis, misses a fifth or more of
 * the stored PVS. Maps below 16 clusters are skipped; maps with too long sight lines are not
 * judged. (warning)
 * Mend: Run vvis without `-fast` for a release.
 *
 * vvis `-fast` stores its first bound. The map has no flag for it, so the rule rebuilds the portals
 * from the tree and compares traced sight with the stored PVS.
 */
export const fastVisibility: Rule = {
  name: "fast-visibility",
  why: "The fast bound of vvis contains areas without a line of sight, so more is drawn than needed.",
  check(facts) {
    const { bsp, pvs } = facts;
    if (pvs === null || pvs.clusterCount < LEAST_CLUSTERS) return [];
    const portals = rebuildPortals(bsp);
    if (isCannotTell(portals)) throw new UntoldError(portals.because);
    const { clusterCount } = pvs;
    const stored = createBitSet(clusterCount);
    const readPvs = (cluster: number, out: Uint32Array) => decodePvsRow(pvs, cluster, out);
    const worst = { more: 0, cluster: -1 };
    let [told, kept, seen] = [0, 0, 0];
    for (let i = 0; i < SAMPLES; i++) {
      const cluster = Math.floor(((i + 0.5) * clusterCount) / SAMPLES);
      readPvs(cluster, stored);
      const graph = createPlaceGraph(
        portals,
        { cluster, clusterCount, mayBeSeen: stored, readPvs },
        MOST_PORTALS,
      );
      if (isCannotTell(graph) || graph.rows.length === 0) continue;
      const flood = graph.flood([], MOST_STEPS);
      if (flood.isBound) continue;
      const [all, reached] = [countBits(stored), countBits(flood.seen)];
      told++;
      kept += all;
      seen += reached;
      if (all - reached > worst.more) Object.assign(worst, { more: all - reached, cluster });
    }
    if (told < LEAST_TOLD) throw new UntoldError("the lines of sight are too long to trace");
    const share = (kept - seen) / Math.max(kept, 1);
    if (share < LEAST_SHARE) return [];
    const message = `${percent(share)} of the stored PVS of ${told} places is not visible through the portals, as after vvis -fast.`;
    return [{ severity: "warning", message, ...placeOf(worst.cluster) }];

    function placeOf(cluster: number): Pick<Fault, "origin"> {
      const leaf = bsp.leafs.cluster.indexOf(cluster);
      if (leaf < 0) return {};
      const { mins, maxs } = bsp.leafs;
      const at = [0, 1, 2].map((axis) => (mins[leaf * 3 + axis] + maxs[leaf * 3 + axis]) / 2);
      return { origin: at as unknown as Vec3 };
    }
  },
};
