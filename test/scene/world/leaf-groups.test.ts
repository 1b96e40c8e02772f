import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import type { LeafTree } from "../../../src/map/tree.ts";
import { LeafGroupTable } from "../../../src/scene/world/leaf-groups.ts";

/** Leaf 0 is solid, leaves 1 and 2 share cluster 0, the others have one each. */
const TREE = { leafCluster: Int32Array.of(-1, 0, 0, 1, 2, 3) } as LeafTree;

const intern = (table: LeafGroupTable, ...leafs: number[]) =>
  table.intern(Uint32Array.from(leafs), 0, leafs.length);

describe("LeafGroupTable", () => {
  it("numbers equal leaf sets the same", () => {
    const table = new LeafGroupTable(TREE, new Ledger());
    const sets = [[1], [1, 3], [3], [1, 3], [3, 4], [1], [3, 1]];
    expect(sets.map((leafs) => intern(table, ...leafs))).toEqual([0, 1, 2, 1, 3, 0, 4]);
  });

  it("lists the clusters of each set once, and no solid leafs", () => {
    const table = new LeafGroupTable(TREE, new Ledger());
    intern(table, 0, 1, 2, 4);
    intern(table, 0);
    intern(table, 2, 5);
    const { firstCluster, clusterCount, clusters, leaf } = table.finish();
    expect([...firstCluster]).toEqual([0, 2, 2]);
    expect([...clusterCount]).toEqual([2, 0, 2]);
    expect([...clusters]).toEqual([2, 0, 3, 0]);
    expect([...leaf]).toEqual([1, 0, 2]);
  });

  it("charges the budget for each new set", () => {
    const ledger = new Ledger({ clusters: 5 });
    const table = new LeafGroupTable(TREE, ledger);
    intern(table, 1, 3, 4);
    intern(table, 1, 3, 4);
    expect(ledger.used("clusters")).toBe(3);
    expect(() => intern(table, 3, 4, 5)).toThrow("too-large");
  });

  it("distinguishes sets with equal hashes and limits the search", () => {
    // Leafs chosen to collide: the second one undoes the first one's effect on the hash.
    const leafCount = 4_000_000;
    const table = new LeafGroupTable(
      { leafCluster: new Int32Array(leafCount).fill(0) } as LeafTree,
      new Ledger(),
    );
    const hashOf = (leaf: number) => {
      const hash = Math.imul(2 ^ leaf, 0x9e3779b1);
      return hash ^ (hash >>> 15);
    };
    const sets: number[][] = [];
    const target = hashOf(0);
    for (let leaf = 1; leaf < 3_000_000 && sets.length < 100; leaf++) {
      const second = (hashOf(leaf) ^ target) >>> 0;
      if (second < leafCount) sets.push([leaf, second]);
    }
    expect(sets.length).toBe(100);
    const numbers = sets.map((leafs) => intern(table, ...leafs));
    expect(new Set(numbers).size).toBe(100);
    // The first ones are found again; those past the search limit get separate numbers.
    expect(intern(table, ...sets[0])).toBe(numbers[0]);
    expect(intern(table, ...sets[31])).toBe(numbers[31]);
    expect(numbers).not.toContain(intern(table, ...sets[99]));
  });
});
