/** Which leaves a prop stands in, and which clusters see it. */

import type { Ledger } from "../../core/ledger.ts";
import type { StaticProps } from "../../formats/bsp/types.ts";
import type { LeafTree } from "../../map/tree.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../visibility/leaf-walk.ts";
import { createNearestLeaf } from "./nearest-leaf.ts";

const SPRP = "game lump sprp";

export interface PropLeafLists {
  /**
   * The leaves of a cluster that a prop stands in: those that vbsp listed; where it listed none, those
   * that the prop's box reaches into; where all of these are solid, the nearest. Empty only where the
   * map has no clusters.
   */
  listVisible(table: StaticProps, prop: number, box: Float32Array, at: number): Uint32Array;
  /** Appends the clusters of leaves, each once, in ascending order. */
  appendClusters(out: number[], leafs: Uint32Array): void;
}

/** Both draw what they list: they throw FormatError (too-large). */
export function createLeafLists(tree: LeafTree, ledger: Ledger): PropLeafLists {
  const isOpen = (leaf: number) => tree.leafCluster[leaf] >= 0;
  const open = Uint32Array.from(tree.leafCluster, (_, leaf) => leaf).filter(isOpen);
  const reached = makeBoxLeafs(tree);
  const findNearest = createNearestLeaf(tree, open, ledger);

  return {
    listVisible(table, prop, box, at) {
      ledger.take("propLeafs", table.leafCount[prop], SPRP);
      const first = table.firstLeaf[prop];
      const listed = table.leaf.subarray(first, first + table.leafCount[prop]).filter(isOpen);
      if (listed.length > 0 || open.length === 0) return listed;
      const count = writeBoxLeafs(tree, box, at, reached);
      ledger.take("propLeafs", count, SPRP);
      const touched = reached.subarray(0, count).filter(isOpen);
      if (touched.length > 0) return touched;
      return Uint32Array.of(findNearest(...boxMiddle(box, at)));
    },

    appendClusters(out, leafs) {
      const clusters = leafs.map((leaf) => tree.leafCluster[leaf]).sort();
      const start = out.length;
      for (let i = 0; i < clusters.length; i++) {
        if (i === 0 || clusters[i] !== clusters[i - 1]) out.push(clusters[i]);
      }
      ledger.take("clusters", out.length - start, SPRP);
    },
  };
}

export function boxMiddle(box: Float32Array, at: number): [number, number, number] {
  return [
    (box[at] + box[at + 3]) / 2,
    (box[at + 1] + box[at + 4]) / 2,
    (box[at + 2] + box[at + 5]) / 2,
  ];
}
