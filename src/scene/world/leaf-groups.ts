/** Numbers sets of leaves, each stored once. */

import type { Ledger } from "../../core/ledger.ts";
import type { LeafTree } from "../../map/types.ts";

/** Sets of leaves with their clusters. */
export interface LeafGroups {
  readonly leaf: Uint32Array;
  readonly firstCluster: Uint32Array;
  readonly clusterCount: Uint32Array;
  readonly clusters: Uint32Array;
}

/** A set as first given: rows [first, end) of `leafs`. */
interface KnownSet {
  readonly leafs: Uint32Array;
  readonly first: number;
  readonly end: number;
  readonly group: number;
}

/**
 * Most sets of one hash that are compared. Only hostile files exceed it, and then equal sets may
 * get different numbers.
 */
const MOST_ALIKE = 32;

/**
 * Numbers distinct sets of leaves. Charges the clusters that it lists, and throws FormatError
 * (too-large).
 */
export class LeafGroupTable {
  /** Sets by the hash of their leaves. */
  readonly #known = new Map<number, KnownSet[]>();
  readonly #leaf: number[] = [];
  readonly #firstCluster: number[] = [];
  readonly #clusters: number[] = [];
  readonly #tree: LeafTree;
  readonly #ledger: Ledger;
  /** For each cluster, one plus the last group that it was listed for. */
  readonly #listedFor: Uint32Array;

  constructor(tree: LeafTree, ledger: Ledger) {
    this.#tree = tree;
    this.#ledger = ledger;
    let clusterCount = 0;
    for (const cluster of tree.leafCluster) clusterCount = Math.max(clusterCount, cluster + 1);
    this.#listedFor = new Uint32Array(clusterCount);
  }

  /**
   * Returns the number of a set of leaves, given in ascending order; equal sets have one number.
   * `leafs` is kept and must not change.
   */
  intern(leafs: Uint32Array, first: number, end: number): number {
    const hash = hashLeafs(leafs, first, end);
    const sets = this.#known.get(hash);
    const known = sets?.find((set) => isSameSet(set, leafs, first, end));
    if (known) return known.group;
    const set = { leafs, first, end, group: this.add(leafs, first, end) };
    if (sets && sets.length < MOST_ALIKE) sets.push(set);
    else if (!sets) this.#known.set(hash, [set]);
    return set.group;
  }

  /** Adds a set of leaves and returns its number. Leaves without a cluster are skipped. */
  add(leafs: Uint32Array, first: number, end: number): number {
    this.#ledger.take("clusters", end - first, "LUMP_LEAFS");
    const group = this.#leaf.length;
    const firstCluster = this.#clusters.length;
    let shownLeaf = 0;
    for (let i = end - 1; i >= first; i--) {
      const cluster = this.#tree.leafCluster[leafs[i]];
      if (cluster < 0) continue;
      shownLeaf = leafs[i];
      if (this.#listedFor[cluster] === group + 1) continue;
      this.#listedFor[cluster] = group + 1;
      this.#clusters.push(cluster);
    }
    this.#leaf.push(shownLeaf);
    this.#firstCluster.push(firstCluster);
    return group;
  }

  finish(): LeafGroups {
    const firstCluster = Uint32Array.from(this.#firstCluster);
    const end = this.#clusters.length;
    return {
      leaf: Uint32Array.from(this.#leaf),
      firstCluster,
      clusterCount: firstCluster.map((first, i) => (firstCluster[i + 1] ?? end) - first),
      clusters: Uint32Array.from(this.#clusters),
    };
  }
}

/** Hashes a set of leaves. Different sets may share a hash: see `MOST_ALIKE`. */
function hashLeafs(leafs: Uint32Array, first: number, end: number): number {
  let hash = end - first;
  for (let i = first; i < end; i++) {
    hash = Math.imul(hash ^ leafs[i], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

function isSameSet(set: KnownSet, leafs: Uint32Array, first: number, end: number): boolean {
  const count = end - first;
  if (set.end - set.first !== count) return false;
  for (let i = 0; i < count; i++) {
    if (set.leafs[set.first + i] !== leafs[first + i]) return false;
  }
  return true;
}
