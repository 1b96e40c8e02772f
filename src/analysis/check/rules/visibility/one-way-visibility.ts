import { createBitSet, hasBit, setBit } from "../../../../core/bit-set.ts";
import { decodePvsRow } from "../../../../visibility/pvs.ts";
import { countOf } from "../../facts/words.ts";
import { UntoldError } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

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
